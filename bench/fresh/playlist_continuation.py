# planted: TFR601 every continued track asks the model through predict, one method deeper than the loop
# style: Keras functional model, recommender class, greedy continuation of playlists
"""Continue playlists track by track with a small next-track model."""
import keras
import numpy as np
from keras import layers

TRACKS = 120
GENRES = 6
HISTORY = 5

keras.utils.set_random_seed(14)
rng = np.random.default_rng(14)


def listening_sessions(count):
    """Sessions that stay in a genre and walk through neighbouring tracks."""
    per_genre = TRACKS // GENRES
    sessions = []
    for _ in range(count):
        genre = rng.integers(GENRES)
        track = rng.integers(per_genre)
        session = []
        for _ in range(HISTORY + 4):
            session.append(genre * per_genre + track + 1)
            track = (track + rng.integers(1, 3)) % per_genre
            if rng.uniform() < 0.03:
                genre = rng.integers(GENRES)
        sessions.append(session)
    return np.array(sessions, dtype="int32")


def next_track_examples(sessions):
    inputs, targets = [], []
    for start in range(sessions.shape[1] - HISTORY):
        inputs.append(sessions[:, start:start + HISTORY])
        targets.append(sessions[:, start + HISTORY])
    return np.concatenate(inputs), np.concatenate(targets)


def build_model():
    history = keras.Input((HISTORY,), dtype="int32", name="history")
    x = layers.Embedding(TRACKS + 1, 16)(history)
    x = layers.Flatten()(x)
    x = layers.Dense(48, activation="relu")(x)
    out = layers.Dense(TRACKS + 1, activation="softmax")(x)
    model = keras.Model(history, out)
    model.compile(keras.optimizers.Adam(5e-3), "sparse_categorical_crossentropy")
    return model


class PlaylistContinuer:
    def __init__(self, model, penalty=0.2):
        self.model = model
        self.penalty = penalty

    def scores(self, playlist):
        history = np.array([playlist[-HISTORY:]], dtype="int32")
        return self.model.predict(history, verbose=0)[0]

    def next_track(self, playlist):
        scores = self.scores(playlist).copy()
        scores[0] = 0.0
        scores[list(set(playlist))] *= self.penalty
        return int(np.argmax(scores))

    def extend(self, playlist, length):
        playlist = list(playlist)
        while len(playlist) < length:
            playlist.append(self.next_track(playlist))
        return playlist


sessions = listening_sessions(500)
model = build_model()
x, y = next_track_examples(sessions)
history = model.fit(x, y, batch_size=128, epochs=6, verbose=0)
continuer = PlaylistContinuer(model)

same_genre, total = 0, 0
for seed in listening_sessions(6):
    start = seed[:HISTORY].tolist()
    full = continuer.extend(start, HISTORY + 9)
    genre = [(t - 1) // (TRACKS // GENRES) for t in full]
    same_genre += sum(g == genre[HISTORY - 1] for g in genre[HISTORY:])
    total += len(full) - HISTORY
print(f"final loss {history.history['loss'][-1]:.2f}")
print(f"continued tracks in the same genre: {same_genre} of {total}")
