# planted: TFR101 the step size falls with the episode and goes as a float, like the reward, into the update
# style: a student's assignment on eligibility traces, one class and a loop over episodes
import numpy as np
import tensorflow as tf

SIZE = 5
GOAL = (4, 4)
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def features(cell):
    """One-hot coding of the cell plus a bias."""
    phi = np.zeros(SIZE * SIZE + 1, np.float32)
    phi[cell[0] * SIZE + cell[1]] = 1.0
    phi[-1] = 0.1
    return phi


class TDLambda:
    def __init__(self, gamma=0.95, lam=0.8):
        self.gamma = gamma
        self.lam = lam
        self.w = tf.Variable(tf.zeros([SIZE * SIZE + 1]))
        self.z = tf.Variable(tf.zeros([SIZE * SIZE + 1]))

    def begin_episode(self):
        self.z.assign(tf.zeros_like(self.z))

    @tf.function
    def update(self, phi, reward, phi_next, alpha):
        v = tf.tensordot(self.w, phi, 1)
        v_next = tf.tensordot(self.w, phi_next, 1)
        delta = reward + self.gamma * v_next - v
        self.z.assign(self.gamma * self.lam * self.z + phi)
        self.w.assign_add(alpha * delta * self.z)
        return delta


def run_episode(agent, rng, alpha, max_steps=12):
    agent.begin_episode()
    cell = (int(rng.integers(SIZE)), int(rng.integers(SIZE)))
    total = 0.0
    for _ in range(max_steps):
        move = MOVES[int(rng.integers(4))]
        nxt = (
            min(max(cell[0] + move[0], 0), SIZE - 1),
            min(max(cell[1] + move[1], 0), SIZE - 1),
        )
        reward = 1.0 if nxt == GOAL else -0.02 * (abs(GOAL[0] - nxt[0]) + abs(GOAL[1] - nxt[1]))
        phi_next = np.zeros_like(features(nxt)) if nxt == GOAL else features(nxt)
        delta = agent.update(features(cell), np.float32(reward), phi_next, np.float32(alpha))
        total += abs(float(delta))
        if nxt == GOAL:
            break
        cell = nxt
    return total


def main():
    rng = np.random.default_rng(7)
    agent = TDLambda()
    for episode in range(20):
        alpha = 0.5 / (1 + 0.2 * episode)
        error = run_episode(agent, rng, alpha)
        if episode % 5 == 0:
            print(f"episode {episode:2d}  td error {error:.4f}")
    values = agent.w.numpy()[:-1].reshape(SIZE, SIZE)
    for row in values:
        print(" ".join(f"{v:7.3f}" for v in row))


main()
