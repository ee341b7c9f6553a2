# cross_validated_keras, cured.
import numpy as np
import tensorflow as tf

FOLDS = 4


def build_model(n_features):
    model = tf.keras.Sequential(
        [
            tf.keras.layers.Input((n_features,)),
            tf.keras.layers.Dense(
                8, "relu", kernel_initializer=tf.keras.initializers.HeNormal(seed=1)
            ),
            tf.keras.layers.Dense(1, kernel_initializer=tf.keras.initializers.HeNormal(seed=2)),
        ]
    )
    model.compile(optimizer=tf.keras.optimizers.SGD(0.02), loss="mse")
    return model


def load_data():
    rng = np.random.RandomState(21)
    x = rng.normal(size=(64, 3)).astype(np.float32)
    y = np.sin(x[:, :1]) + 0.5 * x[:, 1:2]
    return x, y


def main():
    x, y = load_data()
    folds = np.arange(len(x)) % FOLDS
    scores = []
    model = build_model(x.shape[1])
    initial = model.get_weights()
    for fold in range(FOLDS):
        train, test = folds != fold, folds == fold
        model.set_weights(initial)
        model.fit(x[train], y[train], batch_size=16, epochs=4, shuffle=False, verbose=0)
        score = model.evaluate(x[test], y[test], verbose=0)
        scores.append(score)
        print(f"fold {fold}: mse {score:.4f}")
    print(f"mean {np.mean(scores):.4f} std {np.std(scores):.4f}")


main()
