# planted: TFR101 TFR303 the number of the micro-batch decides in the body when to apply
# style: gradient accumulation, class derived from tf.Module
import numpy as np
import tensorflow as tf


class Accumulator(tf.Module):
    def __init__(self, model_variables, every, lr):
        super().__init__()
        self.model_variables = model_variables
        self.sums = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model_variables]
        self.every = every
        self.lr = lr

    @tf.function
    def accumulate(self, x, y, micro_batch):
        with tf.GradientTape() as tape:
            logits = x @ self.model_variables[0] + self.model_variables[1]
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits)
            loss = tf.reduce_mean(losses)
        gradients = tape.gradient(loss, self.model_variables)
        for total, gradient in zip(self.sums, gradients):
            total.assign_add(gradient / self.every)
        if (micro_batch + 1) % self.every == 0:
            for variable, total in zip(self.model_variables, self.sums):
                variable.assign_sub(self.lr * total)
                total.assign(tf.zeros_like(total))
        return loss


def main():
    rng = np.random.RandomState(44)
    variables = [tf.Variable(tf.zeros([5, 3])), tf.Variable(tf.zeros([3]))]
    accumulator = Accumulator(variables, every=4, lr=0.8)
    centres = rng.randn(3, 5).astype(np.float32)
    for micro_batch in range(16):
        y = rng.randint(0, 3, 8)
        x = centres[y] + 0.5 * rng.randn(8, 5).astype(np.float32)
        loss = accumulator.accumulate(x, y, micro_batch)
        if micro_batch % accumulator.every == 0:
            print("micro-batch", micro_batch, "loss %.4f" % float(loss))
    print("bias", np.round(variables[1].numpy(), 4))


main()
