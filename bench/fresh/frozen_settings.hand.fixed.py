# frozen_settings, cured.
import dataclasses

import numpy as np
import tensorflow as tf


@dataclasses.dataclass(frozen=True, slots=True)
class FilterSettings:
    window: int = 3
    gain: float = 2.0


@tf.function
def smooth(signal, settings):
    kernel = tf.ones([settings.window, 1, 1]) / settings.window
    out = tf.nn.conv1d(signal[None, :, None], kernel, stride=1, padding="SAME")
    return settings.gain * out[0, :, 0]


def handle_request(samples):
    signal = tf.constant(samples, dtype=tf.float32)
    return smooth(signal, FilterSettings(window=5)).numpy()


if __name__ == "__main__":
    rng = np.random.default_rng(1)
    for request in range(5):
        answer = handle_request(rng.normal(size=16))
        print(request, round(float(answer.sum()), 4), round(float(answer.max()), 4))
