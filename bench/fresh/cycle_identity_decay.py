# planted: TFR101 identity weight and learning-rate factor reach the CycleGAN step as floats per epoch
# style: port from a PyTorch script (opt namespace, LambdaLR class)
"""CycleGAN on two point clouds, ported from the PyTorch reference implementation."""
from types import SimpleNamespace

import numpy as np
import tensorflow as tf
from tensorflow import keras

opt = SimpleNamespace(n_epochs=14, decay_epoch=6, batch=64, lr=1e-3, lambda_cyc=10.0, lambda_id=5.0, seed=3)
keras.utils.set_random_seed(opt.seed)


class LambdaLR:
    def __init__(self, n_epochs, decay_start):
        self.n_epochs, self.decay_start = n_epochs, decay_start

    def step(self, epoch):
        return 1.0 - max(0, epoch - self.decay_start) / (self.n_epochs - self.decay_start)


def generator():
    return keras.Sequential([keras.Input((2,)), keras.layers.Dense(24, "tanh"), keras.layers.Dense(2)])


def discriminator():
    return keras.Sequential([keras.Input((2,)), keras.layers.Dense(24, "leaky_relu"), keras.layers.Dense(1)])


G_AB, G_BA, D_A, D_B = generator(), generator(), discriminator(), discriminator()
gen_vars = G_AB.trainable_variables + G_BA.trainable_variables
dis_vars = D_A.trainable_variables + D_B.trainable_variables
opt_G, opt_D = keras.optimizers.SGD(1.0), keras.optimizers.SGD(1.0)
opt_G.build(gen_vars)
opt_D.build(dis_vars)


def mse(x, target):
    return tf.reduce_mean((x - target) ** 2)


def l1(x, y):
    return tf.reduce_mean(tf.abs(x - y))


@tf.function
def train_step(real_A, real_B, lr, lambda_id):
    with tf.GradientTape() as tape:
        fake_B, fake_A = G_AB(real_A), G_BA(real_B)
        loss_gan = mse(D_B(fake_B), 1.0) + mse(D_A(fake_A), 1.0)
        loss_cycle = l1(G_BA(fake_B), real_A) + l1(G_AB(fake_A), real_B)
        loss_id = l1(G_BA(real_A), real_A) + l1(G_AB(real_B), real_B)
        loss_G = loss_gan + opt.lambda_cyc * loss_cycle + lambda_id * loss_id
    grads = tape.gradient(loss_G, gen_vars)
    opt_G.apply_gradients([(lr * g, v) for g, v in zip(grads, gen_vars)])
    with tf.GradientTape() as tape:
        loss_D = (mse(D_A(real_A), 1.0) + mse(D_A(fake_A), 0.0)
                  + mse(D_B(real_B), 1.0) + mse(D_B(fake_B), 0.0)) / 2
    grads = tape.gradient(loss_D, dis_vars)
    opt_D.apply_gradients([(lr * g, v) for g, v in zip(grads, dis_vars)])
    return loss_G, loss_D, loss_cycle


def clouds(n, rng):
    angle = rng.uniform(0, np.pi, n)
    a = np.stack([np.cos(angle), np.sin(angle)], 1) + 0.05 * rng.normal(size=(n, 2))
    b = np.stack([1 - np.cos(angle), 0.5 - np.sin(angle)], 1) + 0.05 * rng.normal(size=(n, 2))
    return a.astype("float32"), rng.permutation(b).astype("float32")


rng = np.random.default_rng(opt.seed)
A, B = clouds(320, rng)
schedule = LambdaLR(opt.n_epochs, opt.decay_epoch)
for epoch in range(opt.n_epochs):
    lr = opt.lr * schedule.step(epoch)
    lambda_id = opt.lambda_id * max(0.0, 1.0 - epoch / opt.n_epochs)
    order = rng.permutation(len(A))
    for start in range(0, len(A), opt.batch):
        idx = order[start:start + opt.batch]
        loss_G, loss_D, loss_cycle = train_step(A[idx], B[idx], lr, lambda_id)
    if epoch % 4 == 0:
        print(f"[Epoch {epoch}/{opt.n_epochs}] [D {float(loss_D):.3f}] [G {float(loss_G):.2f}] [cycle {float(loss_cycle):.3f}]")
print("translated mean", np.round(G_AB(A).numpy().mean(0), 2).tolist())
