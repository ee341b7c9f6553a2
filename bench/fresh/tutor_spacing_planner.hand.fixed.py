"""Plan vocabulary reviews with a forgetting curve which the pupil's answers adjust."""
import numpy as np
import tensorflow as tf


class ForgettingCurve(tf.Module):
    def __init__(self, words):
        super().__init__()
        self.strength = tf.Variable(tf.ones([words]) * 1.5)
        self.power = tf.Variable(0.9)

    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def recall(self, gap):
        soon = tf.exp(-0.4 / self.strength)
        late = 0.8 * (1.0 + gap / self.strength) ** (-self.power)
        usual = (1.0 + 0.5 * gap / self.strength) ** (-self.power)
        return tf.where(gap <= 1.0, soon, tf.where(gap > 14.0, late, usual))

    @tf.function
    def adjust(self, answers, expected):
        surprise = answers - expected
        self.strength.assign(tf.clip_by_value(self.strength * tf.exp(0.5 * surprise), 0.3, 60.0))
        self.power.assign(tf.clip_by_value(self.power - 0.01 * tf.reduce_mean(surprise), 0.5, 1.5))
        return tf.reduce_mean(surprise**2)


class Diary:
    def __init__(self, curve, seed):
        self.curve = curve
        self.rng = np.random.default_rng(seed)
        self.day = self.last = 0
        self.errors = []

    def waited(self):
        return self.day - self.last

    def review(self):
        expected = self.curve.recall(self.waited())
        truth = np.exp(-self.waited() / np.linspace(4, 25, expected.shape[0]))
        answers = (self.rng.random(expected.shape[0]) < truth).astype("float32")
        self.errors.append(float(self.curve.adjust(tf.constant(answers), expected)))
        self.last = self.day
        return answers.mean()


class Planner:
    def __init__(self, diary, goal):
        self.diary, self.goal = diary, goal

    def next_gap(self, horizon=21):
        for gap in range(1, horizon + 1):
            if float(tf.reduce_mean(self.diary.curve.recall(gap))) < self.goal:
                return gap
        return horizon

    def term(self, reviews):
        gaps, scores = [], []
        for _ in range(reviews):
            gap = self.next_gap()
            self.diary.day += gap
            scores.append(self.diary.review())
            gaps.append(gap)
        return gaps, scores


if __name__ == "__main__":
    for goal in (0.7, 0.45):
        diary = Diary(ForgettingCurve(words=40), seed=15)
        gaps, scores = Planner(diary, goal).term(reviews=9)
        print(f"goal {goal}: gaps {gaps}")
        print(f"  days {diary.day}, mean score {np.mean(scores):.2f}, last error {diary.errors[-1]:.3f}")
