# planted: TFR208 the decoder table asks get_concrete_function for a signature of the exact length of every message
# style: audio and codes, plan table keyed by length, tf.Module
"""Read Morse keying from noisy envelopes; one compiled decoder per message length."""
import numpy as np
import tensorflow as tf

CODE = {"A": ".-", "C": "-.-.", "D": "-..", "E": ".", "I": "..", "M": "--", "N": "-.", "O": "---",
        "R": ".-.", "S": "...", "T": "-", "U": "..-"}
UNIT = 4


def keying(text):
    units = []
    for letter in text:
        for symbol in CODE[letter]:
            units += [1] * (3 if symbol == "-" else 1) + [0]
        units += [0, 0]
    return np.repeat(np.array(units + [0], "float32"), UNIT)


class Detector(tf.Module):
    def __init__(self):
        super().__init__()
        self.threshold = tf.Variable(0.5)

    @tf.function
    def on_off(self, envelope):
        blocks = tf.reduce_mean(tf.reshape(envelope, [-1, UNIT]), axis=1)
        floor, top = tf.reduce_min(blocks), tf.reduce_max(blocks)
        level = floor + self.threshold * (top - floor)
        bits = tf.cast(blocks > level, tf.int32)
        contrast = tf.reduce_mean(tf.abs(blocks - level)) / (top - floor)
        return bits, contrast


class Station:
    def __init__(self, detector):
        self.detector = detector
        self.plans = {}

    def plan(self, length):
        if length not in self.plans:
            spec = tf.TensorSpec([length], tf.float32)
            self.plans[length] = self.detector.on_off.get_concrete_function(spec)
        return self.plans[length]

    def receive(self, envelope):
        bits, contrast = self.plan(len(envelope))(tf.constant(envelope))
        runs = "".join(str(b) for b in bits.numpy())
        letters = []
        for group in runs.strip("0").split("000"):
            marks = [m for m in group.split("0") if m]
            code = "".join("-" if len(m) == 3 else "." for m in marks)
            letters.append(next((k for k, v in CODE.items() if v == code), "?"))
        return "".join(letters), float(contrast)


MESSAGES = ["SOS", "ROMEO", "COME", "TIDE", "MOON", "DINER", "ACID", "MERIT", "UNION", "ACTION", "CO", "STEAM"]

if __name__ == "__main__":
    rng = np.random.default_rng(50)
    station = Station(Detector())
    right, contrasts, shown = 0, [], []
    for noise in (0.1, 0.3):
        for message in MESSAGES:
            clean = keying(message)
            heard = clean + noise * rng.normal(size=clean.size).astype("float32")
            text, contrast = station.receive(heard)
            right += text == message
            contrasts.append(contrast)
            shown.append(text)
    print("messages:", len(shown), "right:", right)
    print("first:", *shown[:3])
    print("last:", *shown[-3:])
    print("mean contrast:", round(float(np.mean(contrasts)), 3))
