# Document 000, "Retraces per 1000 calls": a model is asked at every tick, with the window seen so far.
# traces: 1000 -> 1
# fix: unsafe
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential(
    [
        tf.keras.layers.Input(shape=(50,)),
        tf.keras.layers.Dense(64, activation="relu"),
        tf.keras.layers.Dense(1),
    ]
)


@tf.function  # TFR201
def predict(window):
    return tf.reduce_mean(model(window, training=False))


def main(seed=0):
    ticks = tf.random.stateless_normal([1000, 50], seed=[seed, 1])
    predictions = []
    for now in range(1, 1001):
        predictions.append(predict(ticks[:now]))
    return predictions


if __name__ == "__main__":
    print(main())
