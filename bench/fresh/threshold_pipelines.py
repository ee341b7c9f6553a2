# planted: TFR507 a data set is filtered and mapped anew for every threshold
# style: tf.data evaluation script
import numpy as np
import tensorflow as tf

THRESHOLDS = [0.1, 0.3, 0.5, 0.7, 0.9]


def make_scores(n=200):
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 2, size=n)
    scores = np.clip(0.3 * labels + rng.uniform(0, 0.7, size=n), 0, 1)
    return scores.astype("float32"), labels.astype("int32")


def confusion(dataset, threshold):
    counted = dataset.map(
        lambda score, label: tf.stack(
            [
                tf.cast((score >= threshold) & (label == 1), tf.int32),
                tf.cast((score >= threshold) & (label == 0), tf.int32),
                tf.cast((score < threshold) & (label == 1), tf.int32),
            ]
        )
    )
    total = np.zeros(3, dtype="int32")
    for counts in counted.batch(50):
        total += counts.numpy().sum(axis=0)
    return total


def main():
    dataset = tf.data.Dataset.from_tensor_slices(make_scores())
    best = (0.0, None)
    for threshold in THRESHOLDS:
        tp, fp, fn = (int(n) for n in confusion(dataset, threshold))
        precision = tp / max(tp + fp, 1)
        recall = tp / max(tp + fn, 1)
        f1 = 2 * tp / max(2 * tp + fp + fn, 1)
        best = max(best, (f1, threshold))
        print(
            f"{threshold:.1f}: tp {tp} fp {fp} fn {fn} P {precision:.3f} R {recall:.3f} F1 {f1:.3f}"
        )
    print("best threshold", best[1])


if __name__ == "__main__":
    main()
