import numpy as np
import tensorflow as tf
from tensorflow.keras import Model, Input
from tensorflow.keras.layers import Conv2D, GlobalAveragePooling2D, Dense, MaxPooling2D

IMG = (20, 20, 1)


def build_siamese_model(inputShape, embeddingDim=12):
    inputs = Input(inputShape)
    x = Conv2D(8, (2, 2), padding="same", activation="relu")(inputs)
    x = MaxPooling2D(pool_size=(2, 2))(x)
    pooledOutput = GlobalAveragePooling2D()(x)
    outputs = Dense(embeddingDim)(pooledOutput)
    return Model(inputs, outputs)


def build_pair_model():
    feature_extractor = build_siamese_model(IMG)
    a = Input(shape=IMG)
    b = Input(shape=IMG)
    fa, fb = feature_extractor(a), feature_extractor(b)
    dist = tf.sqrt(tf.reduce_sum(tf.square(fa - fb), axis=1, keepdims=True) + 1e-7)
    out = Dense(1, activation="sigmoid")(dist)
    model = Model(inputs=[a, b], outputs=out)
    model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
    return model


siamese = build_pair_model()
pairs_a = np.random.rand(16, *IMG)
pairs_b = np.random.rand(16, *IMG)
siamese.fit([pairs_a, pairs_b], np.random.randint(0, 2, 16).astype('float32'), epochs=1, batch_size=8)

database = {name: np.random.rand(*IMG) for name in ("anna", "ben", "carl", "dora")}
probe = np.random.rand(*IMG)
best = None
for name, person in database.items():
    score = siamese.predict([probe[None], person[None]])[0][0]
    print(name, score)
    if best is None or score > best[1]:
        best = (name, score)
print("recognised:", best)
