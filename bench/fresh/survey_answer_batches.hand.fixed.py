# planted: TFR103 every form of the survey is a dict with the answered questions only so its keys change from person to person
# style: generator of dict records, scorer class with Keras layers, evaluation loop for imputation
import numpy as np
import tensorflow as tf
import keras

QUESTIONS = ["sleep", "sport", "stress", "diet", "screen", "friends"]


def forms(count, seed):
    """Answers on a scale of -2 to 2; people skip what they do not like to answer."""
    rng = np.random.default_rng(seed)
    loading = np.array([0.8, 0.7, -0.9, 0.5, -0.6, 0.6])
    for _ in range(count):
        mood = rng.normal()
        answers = np.clip(np.round(1.2 * mood * loading + rng.normal(0, 0.5, 6)), -2, 2)
        skipped = rng.random(6) < 0.3
        yield {q: float(a) for q, a, s in zip(QUESTIONS, answers, skipped) if not s}, mood


def complete_matrix(records):
    rows = np.zeros((len(records), 2 * len(QUESTIONS)), "float32")
    for row, (answers, _) in zip(rows, records):
        for i, question in enumerate(QUESTIONS):
            if question in answers:
                row[i], row[len(QUESTIONS) + i] = answers[question], 1.0
    return rows


class MoodScorer:
    def __init__(self, seed):
        keras.utils.set_random_seed(seed)
        inputs = keras.Input((2 * len(QUESTIONS),))
        h = keras.layers.Dense(16, activation="tanh")(inputs)
        self.model = keras.Model(inputs, keras.layers.Dense(1)(h))
        self.model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mse")

    def fit(self, records, epochs):
        mood = np.array([m for _, m in records], "float32")[:, None]
        log = self.model.fit(complete_matrix(records), mood, epochs=epochs, batch_size=32, verbose=0)
        return log.history["loss"][-1]

    @tf.function
    def score(self, row):
        return self.model(row[None], training=False)[0, 0]

    def interview(self, record):
        return float(self.score(tf.constant(complete_matrix([(record, None)])[0]))) if record else 0.0


def main():
    scorer = MoodScorer(seed=107)
    print("loss %.3f" % scorer.fit(list(forms(400, seed=107)), epochs=12))
    errors = {}
    for record, mood in forms(90, seed=108):
        errors.setdefault(len(record), []).append(scorer.interview(record) - mood)
    for count in sorted(errors):
        if len(errors[count]) >= 5:
            print("%d answers: %2d people, rms error %.3f" % (
                count, len(errors[count]), np.sqrt(np.mean(np.square(errors[count])))))


if __name__ == "__main__":
    main()
