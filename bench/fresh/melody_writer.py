# planted: TFR601 each next note is asked of the network with predict
# style: a music student's project, Keras LSTM on sequences of notes
"""Learn folk tunes note by note, then write new ones."""

import numpy as np
import tensorflow as tf

NOTES = ["C", "D", "E", "F", "G", "A", "B", "c"]
CONTEXT = 6


def folk_tunes(count, rng):
    """Tunes that mostly walk up and down the scale and like to come home."""
    tunes = []
    for _ in range(count):
        tune, place, way = [], 0, 1
        for _ in range(20):
            tune.append(place)
            if rng.random() < 0.25:
                way = -way
            place += way * int(rng.choice([1, 1, 2]))
            if not 0 <= place < len(NOTES):
                way = -way
                place = min(max(place, 0), len(NOTES) - 1)
        tunes.append(tune)
    return tunes


def windows(tunes):
    inputs, targets = [], []
    for tune in tunes:
        for start in range(len(tune) - CONTEXT):
            inputs.append(tune[start : start + CONTEXT])
            targets.append(tune[start + CONTEXT])
    return np.array(inputs), np.array(targets)


def build_model():
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Input((CONTEXT,)),
            tf.keras.layers.Embedding(len(NOTES), 6),
            tf.keras.layers.LSTM(16),
            tf.keras.layers.Dense(len(NOTES), activation="softmax"),
        ]
    )
    model.compile(optimizer=tf.keras.optimizers.Adam(0.02), loss="sparse_categorical_crossentropy")
    return model


def compose(model, opening, length, loyalty, rng):
    """Write a tune; the more loyal, the likelier is the likeliest note."""
    tune = list(opening)
    surprise = 0.0
    while len(tune) < length:
        context = np.array([tune[-CONTEXT:]])
        chances = model.predict(context, verbose=0)[0]
        weights = chances**loyalty
        weights = weights / weights.sum()
        note = int(np.searchsorted(np.cumsum(weights), rng.random()))
        note = min(note, len(NOTES) - 1)
        surprise -= np.log(chances[note])
        tune.append(note)
    return tune, surprise / (length - len(opening))


def main():
    tf.keras.utils.set_random_seed(19)
    rng = np.random.default_rng(19)
    tunes = folk_tunes(24, rng)
    model = build_model()
    history = model.fit(*windows(tunes), epochs=5, batch_size=48, shuffle=False, verbose=0)
    print("loss", [round(loss, 3) for loss in history.history["loss"]])
    for number, loyalty in enumerate((1.0, 1.5, 3.0), start=1):
        tune, surprise = compose(model, tunes[number][:CONTEXT], 14, loyalty, rng)
        print(f"tune {number}:", " ".join(NOTES[note] for note in tune), f"surprise {surprise:.3f}")


if __name__ == "__main__":
    main()
