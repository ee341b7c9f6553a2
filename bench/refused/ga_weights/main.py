import copy
import random
import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, Input


class Game:
    def reset(self):
        self.pos, self.vel, self.t = 0.5, 0.0, 0
        return np.array([self.pos, self.vel])

    def step(self, a):
        self.vel += (0.05 if a == 0 else -0.02)
        self.pos += self.vel
        self.t += 1
        return np.array([self.pos, self.vel]), 1, self.t >= 6 or not 0 < self.pos < 1


class Bird:
    def __init__(self):
        self.model = Sequential([Input((2,)), Dense(4, activation='relu'), Dense(2, activation='softmax')])
        self.fitness = 0

    def genome(self):
        return np.array(self.model.get_weights())

    def set_genome(self, g):
        self.model.set_weights(list(g))

    def play(self, game):
        obs = game.reset()
        done = False
        self.fitness = 0
        while not done:
            action = np.argmax(self.model.predict(obs.reshape(1, -1), verbose=0))
            obs, r, done = game.step(action)
            self.fitness += r
        return self.fitness


def crossover(a, b):
    child = copy.deepcopy(a)
    k = random.randrange(len(child))
    child[k] = b[k]
    return child


def mutate(g, rate=0.1):
    for i in range(len(g)):
        if random.random() < rate:
            g[i] = g[i] + np.random.randn(*g[i].shape) * 0.3
    return g


POP = 3
birds = [Bird() for _ in range(POP)]
genomes = [b.genome() for b in birds]
for generation in range(2):
    for bird, g in zip(birds, genomes):
        bird.set_genome(g)
    scores = [bird.play(Game()) for bird in birds]
    print('generation', generation, scores)
    order = np.argsort(scores)[::-1]
    best, second = genomes[order[0]], genomes[order[1]]
    genomes = [best] + [mutate(crossover(best, second)) for _ in range(POP - 1)]
