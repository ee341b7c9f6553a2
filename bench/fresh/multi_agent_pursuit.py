# planted: TFR502 each agent wraps its policy anew whenever it is asked for an action
# style: hobby project, a pursuit game with several hunters, object oriented
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(21)


class World:
    def __init__(self, hunters, seed):
        rng = np.random.RandomState(seed)
        self.prey = rng.uniform(-1, 1, 2).astype("float32")
        self.hunters = rng.uniform(-3, 3, (hunters, 2)).astype("float32")
        self.tick = 0

    def observe(self, who):
        others = np.delete(self.hunters, who, axis=0).mean(axis=0)
        here = self.hunters[who]
        return np.concatenate([self.prey - here, others - here]).astype("float32")

    def advance(self, moves):
        self.tick += 1
        self.hunters += 0.3 * moves
        centre = self.hunters.mean(axis=0)
        away = self.prey - centre
        self.prey = self.prey + 0.1 * away / (np.linalg.norm(away) + 1e-3)
        return np.linalg.norm(self.hunters - self.prey, axis=1)


class Hunter:
    def __init__(self, name, caution):
        self.name = name
        self.caution = caution
        self.hidden = tf.keras.layers.Dense(12, activation="tanh")
        self.head = tf.keras.layers.Dense(2, activation="tanh")
        self.head(self.hidden(tf.zeros([1, 4])))
        self.score = 0.0

    def policy(self, obs):
        towards = obs[:, :2]
        spread = -self.caution * obs[:, 2:]
        return tf.clip_by_value(0.5 * towards + spread + 0.2 * self.head(self.hidden(obs)), -1.0, 1.0)

    def act(self, obs):
        decide = tf.function(self.policy)
        return decide(tf.constant(obs[None]))[0].numpy()


def play(hunters, seed, ticks=15):
    world = World(len(hunters), seed)
    distance = None
    for _ in range(ticks):
        moves = np.stack([h.act(world.observe(i)) for i, h in enumerate(hunters)])
        distance = world.advance(moves)
        if distance.min() < 0.05:
            break
    for h, d in zip(hunters, distance):
        h.score += 1.0 / (1.0 + d)
    return world.tick, distance


if __name__ == "__main__":
    pack = [Hunter("ash", 0.02), Hunter("bay", 0.1), Hunter("elm", 0.2)]
    for game in range(3):
        ticks, distance = play(pack, seed=game)
        print("game", game, "ticks", ticks, "distances", np.round(distance, 3).tolist())
    for h in sorted(pack, key=lambda h: h.name):
        print(f"{h.name}: {h.score:.4f}")
