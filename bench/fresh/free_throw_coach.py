# planted: TFR602 Coach.practice compiles the model anew for every session's learning rate, so train_on_batch traces again each time
# style: trainer class, generator schedule, hobby sports analytics
"""Learn from which release angle and speed a free throw goes in."""
import numpy as np
import keras

HOOP_DISTANCE, HOOP_RISE, G = 4.6, 1.1, 9.81


def throws(rng, count):
    angle = rng.uniform(0.6, 1.2, count)
    speed = rng.uniform(6.2, 8.2, count)
    t = HOOP_DISTANCE / (speed * np.cos(angle))
    height = speed * np.sin(angle) * t - 0.5 * G * t * t
    scored = np.abs(height - HOOP_RISE) < 0.35
    features = np.stack([(angle - 0.9) / 0.2, (speed - 7.2) / 0.6], axis=1)
    return features.astype("float32"), scored.astype("float32")[:, None]


def cooling(start, sessions, hold=2):
    rate = start
    for session in range(sessions):
        yield rate
        if session >= hold:
            rate *= 0.8


class Coach:
    def __init__(self, sessions=12, seed=40):
        keras.utils.set_random_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.sessions = sessions
        self.model = keras.Sequential([
            keras.Input((2,)),
            keras.layers.Dense(16, activation="tanh"),
            keras.layers.Dense(16, activation="tanh"),
            keras.layers.Dense(1, activation="sigmoid"),
        ])
        self.diary = []

    def practice(self, rate, drills=15, size=64):
        self.model.compile(optimizer=keras.optimizers.SGD(rate), loss="binary_crossentropy")
        for _ in range(drills):
            self.model.train_on_batch(*throws(self.rng, size))
        self.diary.append((rate, self.brier(*throws(self.rng, 200))))

    def brier(self, features, scored):
        probability = keras.ops.convert_to_numpy(self.model(features, training=False))
        return float(np.mean((probability - scored) ** 2))

    def season(self):
        for rate in cooling(1.0, self.sessions):
            self.practice(rate)
        return self


def main():
    coach = Coach().season()
    rates, scores = zip(*coach.diary)
    print("sessions:", len(scores))
    print("learning rate from", round(rates[0], 2), "to", round(rates[-1], 3))
    print("first score:", round(scores[0], 2))
    print("last score:", round(scores[-1], 2))
    features, scored = throws(np.random.default_rng(0), 500)
    print("goes in:", round(float(scored.mean()), 2))


if __name__ == "__main__":
    main()
