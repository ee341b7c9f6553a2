# planted: TFR101 TFR105 the step length shrinks as a Python float and the objective is a lambda at the call
# style: optimisation course code, procedural
"""Evolution strategy with the one-fifth rule on shifted test functions."""
import numpy as np
import tensorflow as tf


def sphere(x):
    return tf.reduce_sum(x**2, axis=1)


def rastrigin(x):
    return 10.0 * x.shape[1] + tf.reduce_sum(x**2 - 10.0 * tf.cos(2 * np.pi * x), axis=1)


def rosenbrock(x):
    return tf.reduce_sum(100.0 * (x[:, 1:] - x[:, :-1] ** 2) ** 2 + (1.0 - x[:, :-1]) ** 2, axis=1)


@tf.function
def generation(parents, noise, sigma, function, shift):
    def objective(x):
        return function(x - shift)

    offspring = tf.repeat(parents, tf.shape(noise)[0] // tf.shape(parents)[0], axis=0) + sigma * noise
    everyone = tf.concat([parents, offspring], axis=0)
    costs = objective(everyone)
    order = tf.argsort(costs)[: tf.shape(parents)[0]]
    old_best = tf.reduce_min(objective(parents))
    better = tf.reduce_mean(tf.cast(costs[tf.shape(parents)[0]:] < old_best, tf.float32))
    return tf.gather(everyone, order), tf.gather(costs, order), better


def minimise(function, shift, generations=18, seed=0):
    rng = np.random.default_rng(seed)
    parents = tf.constant(rng.uniform(-2, 2, (5, 4)), tf.float32)
    sigma = 0.8
    for _ in range(generations):
        noise = tf.constant(rng.standard_normal((30, 4)), tf.float32)
        parents, costs, better = generation(parents, noise, tf.constant(sigma), function, tf.constant(shift))
        sigma *= 1.2 if float(better) > 0.2 else 0.82
    return parents[0].numpy(), float(costs[0]), sigma


def main():
    for function in (sphere, rastrigin, rosenbrock):
        for shift in (0.0, 0.75):
            best, cost, sigma = minimise(function, shift)
            print(f"{function.__name__:10s} shift {shift:.2f}: cost {cost:.4f} sigma {sigma:.4f}")
            print("          ", [round(float(b), 3) for b in best])


if __name__ == "__main__":
    main()
