# planted: TFR106 every child of every generation is a new Keras model and goes into one compiled fitness function
# style: neuroevolution hobbyist, Population class, clone_model and set_weights
import numpy as np
import tensorflow as tf
from tensorflow import keras

POPULATION, GENERATIONS, ELITE = 8, 6, 2


def new_brain():
    return keras.Sequential([
        keras.Input((4,)),
        keras.layers.Dense(5, activation="tanh"),
        keras.layers.Dense(1, activation="tanh"),
    ])


@tf.function
def fitness(brain, starts):
    """Balance a pole: how long does the angle stay small, averaged over the starts?"""
    state = starts
    alive = tf.ones([tf.shape(starts)[0]])
    score = tf.zeros_like(alive)
    for _ in tf.range(40):
        force = 6.0 * brain(state)[:, 0]
        x, dx, th, dth = tf.unstack(state, axis=1)
        ddth = 9.0 * tf.sin(th) - force * tf.cos(th)
        ddx = force - 0.3 * dx
        state = tf.stack([x + 0.05 * dx, dx + 0.05 * ddx, th + 0.05 * dth, dth + 0.05 * ddth], axis=1)
        alive *= tf.cast((tf.abs(th) < 0.6) & (tf.abs(x) < 2.4), tf.float32)
        score += alive
    return tf.reduce_mean(score)


class Population:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.brains = []
        for _ in range(POPULATION):
            brain = new_brain()
            brain.set_weights([self.rng.normal(0, 0.7, w.shape) for w in brain.get_weights()])
            self.brains.append(brain)

    def evaluate(self, starts):
        return [round(float(fitness(brain, starts)), 3) for brain in self.brains]

    def breed(self, scores):
        order = sorted(range(POPULATION), key=lambda i: (-scores[i], i))
        parents = [self.brains[i] for i in order[:ELITE]]
        children = []
        while len(children) < POPULATION - ELITE:
            mother, father = (parents[i] for i in self.rng.integers(0, ELITE, 2))
            child = keras.models.clone_model(mother)
            genes = []
            for a, b in zip(mother.get_weights(), father.get_weights()):
                mask = self.rng.random(a.shape) < 0.5
                genes.append(np.where(mask, a, b) + self.rng.normal(0, 0.3, a.shape))
            child.set_weights(genes)
            children.append(child)
        self.brains = parents + children


def main():
    starts = tf.constant(np.random.default_rng(1).uniform(-0.15, 0.15, (12, 4)), tf.float32)
    population = Population(seed=26)
    for generation in range(GENERATIONS):
        scores = population.evaluate(starts)
        print("generation %d best %.2f mean %.2f" % (generation, max(scores), np.mean(scores)))
        population.breed(scores)


main()
