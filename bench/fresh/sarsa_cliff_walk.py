# planted: TFR101 states, actions, epsilon and the reward reach the update as Python numbers
# style: student's reinforcement learning homework
import numpy as np
import tensorflow as tf

WIDTH, HEIGHT = 5, 3
START, GOAL = 10, 14
CLIFF = {11, 12, 13}
MOVES = [(-1, 0), (0, 1), (1, 0), (0, -1)]


class Environment:
    def reset(self):
        self.state = START
        return self.state

    def step(self, action):
        row, column = divmod(self.state, WIDTH)
        row = min(max(row + MOVES[action][0], 0), HEIGHT - 1)
        column = min(max(column + MOVES[action][1], 0), WIDTH - 1)
        self.state = row * WIDTH + column
        if self.state in CLIFF:
            self.state = START
            return START, -20.0, False
        return self.state, -1.0, self.state == GOAL


class Sarsa:
    def __init__(self, alpha=0.4, gamma=0.95):
        self.q = tf.Variable(tf.zeros([WIDTH * HEIGHT, 4]))
        self.alpha = alpha
        self.gamma = gamma
        self.rng = np.random.default_rng(21)

    @tf.function
    def best(self, state):
        return tf.argmax(self.q[state])

    @tf.function
    def update(self, state, action, reward, next_state, next_action):
        target = reward + self.gamma * self.q[next_state, next_action]
        error = target - self.q[state, action]
        self.q.scatter_nd_add([[state, action]], [self.alpha * error])
        return error

    def act(self, state, epsilon):
        if self.rng.random() < epsilon:
            return int(self.rng.integers(4))
        return int(self.best(state))


env, agent = Environment(), Sarsa()
epsilon = 0.3
returns = []
errors = []
for episode in range(25):
    state = env.reset()
    action = agent.act(state, epsilon)
    total, done, steps = 0.0, False, 0
    while not done and steps < 40:
        next_state, reward, done = env.step(action)
        next_action = agent.act(next_state, epsilon)
        errors.append(abs(float(agent.update(state, action, reward, next_state, next_action))))
        state, action = next_state, next_action
        total += reward
        steps += 1
    epsilon *= 0.93
    returns.append(total)

for block in range(0, 25, 5):
    print(f"episodes {block:2d}-{block + 4:2d}: mean return {np.mean(returns[block:block + 5]):.3f}")
print(f"mean TD error {np.mean(errors):.4f}, last 50 {np.mean(errors[-50:]):.4f}")
print("values of the top row:", np.round(agent.q.numpy().max(axis=1)[:WIDTH], 3).tolist())
