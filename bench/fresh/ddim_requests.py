# planted: TFR502 TFR101 each request wraps the reverse step anew, and the step takes Python floats
# style: a back-end engineer who wrapped a researcher's sampler in a service class
"""Serve samples of a small diffusion model; a request chooses how many steps it pays for."""

from dataclasses import dataclass

import numpy as np
import tensorflow as tf

LEVELS = 40


@dataclass
class Request:
    user: str
    samples: int
    steps: int
    seed: int


class NoiseModel(tf.Module):
    """Predicts the noise in a point of the plane from the point and the level."""

    def __init__(self, seed):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.first = tf.Variable(rng.normal(0, 0.5, size=(3, 16)).astype("float32"))
        self.second = tf.Variable(rng.normal(0, 0.3, size=(16, 2)).astype("float32"))

    def __call__(self, x, level):
        level = tf.fill([tf.shape(x)[0], 1], tf.cast(level, tf.float32) / LEVELS)
        return tf.nn.silu(tf.concat([x, level], 1) @ self.first) @ self.second + 0.6 * x


class SamplerService:
    def __init__(self, model):
        self.model = model
        beta = np.linspace(1e-3, 0.2, LEVELS)
        self.alpha_bar = np.concatenate([[1.0], np.cumprod(1.0 - beta)])
        self.served = 0

    def levels(self, steps):
        return [int(v) for v in np.linspace(LEVELS, 0, steps + 1).round()]

    def _reverse(self, x, level, now, later):
        noise = self.model(x, level)
        clean = (x - tf.sqrt(1.0 - now) * noise) / tf.sqrt(now)
        clean = tf.clip_by_value(clean, -3.0, 3.0)
        return tf.sqrt(later) * clean + tf.sqrt(1.0 - later) * noise

    def handle(self, request):
        reverse = tf.function(self._reverse)
        rng = np.random.default_rng(request.seed)
        x = tf.constant(rng.normal(size=(request.samples, 2)), tf.float32)
        levels = self.levels(request.steps)
        for level, following in zip(levels, levels[1:]):
            now, later = float(self.alpha_bar[level]), float(self.alpha_bar[following])
            x = reverse(x, level, now, later)
        self.served += 1
        return {
            "user": request.user,
            "mean": [round(float(v), 4) for v in tf.reduce_mean(x, axis=0)],
            "spread": round(float(tf.math.reduce_std(x)), 4),
        }


QUEUE = [
    Request("ines", samples=8, steps=5, seed=1),
    Request("omar", samples=8, steps=10, seed=2),
    Request("ines", samples=8, steps=5, seed=3),
    Request("lena", samples=8, steps=8, seed=4),
]


def main():
    service = SamplerService(NoiseModel(seed=12))
    for request in QUEUE:
        answer = service.handle(request)
        print(answer["user"], answer["mean"], answer["spread"])
    print("served", service.served)


if __name__ == "__main__":
    main()
