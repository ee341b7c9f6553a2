# planted: TFR101 the cosine learning rate goes in as a keyword argument, computed in Python at each step
# style: research trainer, frozen config dataclass, logging dict, argparse-free main
from __future__ import annotations

import dataclasses
import math

import numpy as np
import tensorflow as tf


@dataclasses.dataclass(frozen=True)
class Config:
    seed: int = 5
    width: int = 24
    rank: int = 2
    steps: int = 90
    warmup: int = 10
    peak_lr: float = 0.4
    batch: int = 32
    clip: float = 1.0


def cosine(cfg: Config, step: int) -> float:
    if step < cfg.warmup:
        return cfg.peak_lr * (step + 1) / cfg.warmup
    progress = (step - cfg.warmup) / (cfg.steps - cfg.warmup)
    return 0.5 * cfg.peak_lr * (1.0 + math.cos(math.pi * progress))


class LowRankAdapter(tf.Module):
    """A frozen matrix plus a trainable product of two thin ones."""

    def __init__(self, cfg: Config):
        super().__init__()
        rng = np.random.default_rng(cfg.seed)
        self.frozen = tf.constant(rng.normal(0, 0.3, (cfg.width, cfg.width)), tf.float32)
        self.down = tf.Variable(rng.normal(0, 0.2, (cfg.width, cfg.rank)), dtype=tf.float32)
        self.up = tf.Variable(tf.zeros((cfg.rank, cfg.width)))

    def __call__(self, x):
        return x @ self.frozen + (x @ self.down) @ self.up


class Trainer:
    def __init__(self, cfg: Config):
        self.cfg = cfg
        self.model = LowRankAdapter(cfg)
        self.log: dict[str, list[float]] = {"loss": [], "lr": [], "norm": []}

    @tf.function
    def train_step(self, x, y, *, lr, clip):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))
        params = self.model.trainable_variables
        grads, norm = tf.clip_by_global_norm(tape.gradient(loss, params), clip)
        for p, g in zip(params, grads):
            p.assign_sub(lr * g)
        return {"loss": loss, "norm": norm}

    def fit(self, batches):
        for step, (x, y) in enumerate(batches):
            lr = cosine(self.cfg, step)
            out = self.train_step(x, y, lr=lr, clip=self.cfg.clip)
            self.log["lr"].append(lr)
            for key, value in out.items():
                self.log[key].append(float(value))


def synthetic(cfg: Config):
    rng = np.random.default_rng(cfg.seed + 1)
    base = LowRankAdapter(cfg).frozen.numpy()
    shift = rng.normal(0, 0.3, (cfg.width, 1)) @ rng.normal(0, 0.3, (1, cfg.width))
    for _ in range(cfg.steps):
        x = rng.normal(size=(cfg.batch, cfg.width)).astype("float32")
        yield x, (x @ (base + shift)).astype("float32")


def main() -> None:
    cfg = Config()
    trainer = Trainer(cfg)
    trainer.fit(synthetic(cfg))
    print(f"first loss {trainer.log['loss'][0]:.3f}")
    print(f"last loss  {np.mean(trainer.log['loss'][-10:]):.3f}")
    print(f"max lr {max(trainer.log['lr']):.3f}, max norm {max(trainer.log['norm']):.2f}")


if __name__ == "__main__":
    main()
