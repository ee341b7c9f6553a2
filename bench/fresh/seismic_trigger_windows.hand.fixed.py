# planted: TFR201 TFR101 the window behind each candidate grows and the lengths of the averages are Python numbers
# style: geophysics, a picker function with nested helpers and a table of stations
"""STA/LTA trigger followed by an AIC pick on the trace up to each candidate."""
import numpy as np
import tensorflow as tf

STATIONS = {"ABER": 210, "BRAN": 260, "CWMD": 320}
SAMPLES = 420


@tf.function
def sta_lta(trace, short, long):
    energy = tf.cumsum(tf.concat([[0.0], trace**2], axis=0))
    size = tf.shape(trace)[0]
    ends = tf.range(long, size + 1)
    sta = (tf.gather(energy, ends) - tf.gather(energy, ends - short)) / tf.cast(short, tf.float32)
    lta = (tf.gather(energy, ends) - tf.gather(energy, ends - long)) / tf.cast(long, tf.float32)
    return sta / (lta + 1e-9)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def aic_pick(window):
    size = tf.shape(window)[0]
    n = tf.cast(size, tf.float32)
    k = tf.cast(tf.range(1, size + 1), tf.float32)
    total, squares = tf.cumsum(window), tf.cumsum(window**2)
    before = squares / k - (total / k) ** 2
    left = tf.maximum(n - k, 1.0)
    after = (squares[-1] - squares) / left - ((total[-1] - total) / left) ** 2
    score = k * tf.math.log(before + 1e-6) + (n - k - 1.0) * tf.math.log(tf.maximum(after, 0.0) + 1e-6)
    inner = score[8:-8]
    return tf.argmin(inner) + 8, tf.reduce_min(inner)


def record(rng, onset):
    trace = rng.normal(0.0, 0.1, SAMPLES)
    t = np.arange(SAMPLES - onset)
    trace[onset:] += 1.2 * np.exp(-t / 60.0) * np.sin(0.6 * t)
    return trace.astype(np.float32)


def pick(trace, short, long):
    ratio = sta_lta(tf.constant(trace), tf.constant(short), tf.constant(long)).numpy()
    candidate = int(np.argmax(ratio)) + long
    best = None
    for extra in range(0, 50, 10):
        stop = min(candidate + extra, len(trace))
        sample, score = aic_pick(tf.constant(trace[:stop]))
        if best is None or float(score) / stop < best[1]:
            best = int(sample), float(score) / stop
    return best[0], best[1], float(ratio.max())


if __name__ == "__main__":
    rng = np.random.default_rng(14)
    traces = {name: record(rng, onset) for name, onset in STATIONS.items()}
    for short, long in [(8, 60), (12, 90), (16, 120), (20, 160)]:
        print(f"windows {short}/{long}")
        for name, trace in traces.items():
            sample, score, ratio = pick(trace, short, long)
            print(f"  {name}: pick {sample} (true {STATIONS[name]}), score {score:.4f}, ratio {ratio:.3f}")
