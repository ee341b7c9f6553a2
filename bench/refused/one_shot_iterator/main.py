import tensorflow as tf
import numpy as np


def input_fn(n=24, batch=1):
    x = np.random.rand(n, 6).astype('float32')
    y = (x.sum(1) > 3).astype('int32')
    ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(n).batch(batch)
    return ds.make_one_shot_iterator()


def main(argv=None):
    model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation=tf.nn.elu, input_shape=(6,)),
                                 tf.keras.layers.Dense(2)])
    it = input_fn()
    hits = 0
    for features, label in it:
        logits = model(features)
        hits += int(tf.argmax(logits, 1)[0] == tf.cast(label[0], tf.int64))
    print('accuracy', hits / 24)


if __name__ == '__main__':
    main()
