# planted: TFR601 the curiosity bonus of every step asks the two networks through predict
# style: reinforcement learning script, Keras models, tabular agent on top
"""Explore a maze with random network distillation as the exploration bonus."""
import keras
import numpy as np

MAZE = [
    "S..#....",
    ".#.#.##.",
    ".#...#..",
    ".####.#.",
    "......#.",
    ".####.#.",
    "....#..G",
]
MOVES = [(-1, 0), (1, 0), (0, -1), (0, 1)]
ROWS, COLUMNS = len(MAZE), len(MAZE[0])

keras.utils.set_random_seed(5)


def features(state):
    y, x = state
    row = np.zeros(ROWS + COLUMNS, np.float32)
    row[y] = row[ROWS + x] = 1.0
    return row


def step(state, action):
    y, x = state[0] + MOVES[action][0], state[1] + MOVES[action][1]
    if not (0 <= y < ROWS and 0 <= x < COLUMNS) or MAZE[y][x] == "#":
        y, x = state
    return (y, x), MAZE[y][x] == "G"


def network(width, outputs):
    return keras.Sequential([
        keras.Input((ROWS + COLUMNS,)),
        keras.layers.Dense(width, activation="relu"),
        keras.layers.Dense(outputs),
    ])


class Curiosity:
    """The predictor learns the random target where the agent has been."""

    def __init__(self):
        self.target = network(32, 8)
        self.predictor = network(16, 8)
        self.predictor.compile(keras.optimizers.Adam(0.01), "mse")

    def bonus(self, state):
        x = features(state)[None]
        target = self.target(x, training=False).numpy()
        guess = self.predictor(x, training=False).numpy()
        return float(np.mean((target - guess) ** 2))

    def learn(self, states):
        x = np.stack([features(s) for s in states])
        y = self.target(x, training=False).numpy()
        self.predictor.train_on_batch(x, y)


class Explorer:
    def __init__(self, curiosity, rng):
        self.curiosity = curiosity
        self.rng = rng
        self.q = np.ones((ROWS, COLUMNS, 4))
        self.visited = set()

    def act(self, state):
        q = self.q[state]
        if self.rng.uniform() < 0.05:
            return int(self.rng.integers(4))
        return int(self.rng.choice(np.flatnonzero(q >= q.max() - 1e-9)))

    def episode(self, limit):
        state, states = (0, 0), []
        for _ in range(limit):
            action = self.act(state)
            following, done = step(state, action)
            reward = self.curiosity.bonus(following) + float(done)
            best_next = 0.0 if done else self.q[following].max()
            self.q[state][action] += 0.7 * (reward + 0.9 * best_next - self.q[state][action])
            states.append(following)
            self.visited.add(following)
            state = following
            if done:
                break
        self.curiosity.learn((states * limit)[:limit])
        return len(states)


explorer = Explorer(Curiosity(), np.random.default_rng(5))
lengths = [explorer.episode(limit=12) for _ in range(4)]
free = sum(cell != "#" for row in MAZE for cell in row)
print(f"visited {len(explorer.visited)} of {free} cells in {sum(lengths)} steps")
print(f"bonus at the start {explorer.curiosity.bonus((0, 0)):.2f}")
