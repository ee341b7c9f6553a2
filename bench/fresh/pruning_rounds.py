# planted: TFR501 a train step decorated in each round of pruning, as it closes over the new masks
# style: lottery tickets, everything in main
import numpy as np
import tensorflow as tf


def prune(weights, masks, fraction):
    pruned = []
    for w, mask in zip(weights, masks):
        alive = np.abs(w.numpy()[mask > 0])
        threshold = np.quantile(alive, fraction)
        pruned.append((mask * (np.abs(w.numpy()) > threshold)).astype(np.float32))
    return pruned


def main():
    rng = np.random.RandomState(31)
    x = tf.constant(rng.normal(size=(64, 6)), tf.float32)
    y = tf.constant(np.sin(x.numpy() @ rng.normal(size=(6, 1))), tf.float32)
    initial = [rng.normal(0, 0.4, shape).astype(np.float32) for shape in ((6, 16), (16, 1))]
    weights = [tf.Variable(w) for w in initial]
    masks = [np.ones_like(w) for w in initial]

    for round_ in range(5):

        @tf.function
        def train_step():
            with tf.GradientTape() as tape:
                hidden = tf.nn.tanh(x @ (weights[0] * masks[0]))
                loss = tf.reduce_mean((hidden @ (weights[1] * masks[1]) - y) ** 2)
            for w, grad in zip(weights, tape.gradient(loss, weights)):
                w.assign_sub(0.1 * grad)
            return loss

        for _ in range(30):
            loss = train_step()
        left = sum(int(mask.sum()) for mask in masks)
        print(f"round {round_}: {left} weights, loss {float(loss):.3f}")
        masks = prune(weights, masks, 0.2)
        for w, start in zip(weights, initial):
            w.assign(start)


main()
