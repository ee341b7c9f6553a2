# planted: TFR103 as many tensors, starred, as a sample has modalities
# style: multi-modal fusion, a class with a registry
import numpy as np
import tensorflow as tf


class Fusion(tf.Module):
    def __init__(self, widths, out=4, seed=0):
        super().__init__()
        rng = np.random.RandomState(seed)
        self.projections = {
            name: tf.Variable(rng.randn(width, out).astype(np.float32) * 0.5, name=name)
            for name, width in widths.items()
        }
        self.query = tf.Variable(rng.randn(out).astype(np.float32))

    def project(self, sample):
        return [tf.constant(sample[name]) @ self.projections[name] for name in sorted(sample)]

    @tf.function
    def attend(self, *parts):
        keys = tf.concat(parts, axis=0)
        weights = tf.nn.softmax(tf.linalg.matvec(keys, self.query))
        return tf.linalg.matvec(keys, weights, transpose_a=True)

    def __call__(self, sample):
        return self.attend(*self.project(sample))


WIDTHS = {"audio": 3, "text": 5, "video": 6}
MISSING = [(), ("audio",), ("text", "video"), ("video",), ("audio", "text"), ()]
rng = np.random.RandomState(17)
fusion = Fusion(WIDTHS)
for number, missing in enumerate(MISSING):
    sample = {
        name: rng.randn(2, width).astype(np.float32)
        for name, width in WIDTHS.items()
        if name not in missing
    }
    print(number, sorted(sample), np.round(fusion(sample).numpy(), 3))
