import sys
import numpy as np
import tensorflow as tf

flags = tf.compat.v1.app.flags
flags.DEFINE_integer('hidden', 6, 'units of the recurrent layer')
flags.DEFINE_float('lr', 0.01, 'learning rate')
FLAGS = flags.FLAGS


def main():
    FLAGS(sys.argv)
    model = tf.keras.Sequential([
        tf.keras.layers.Embedding(10, 4),
        tf.keras.layers.LSTM(FLAGS.hidden),
        tf.keras.layers.Dense(1, activation='sigmoid')])
    model.compile(tf.keras.optimizers.RMSprop(FLAGS.lr), 'binary_crossentropy')
    reviews = [np.random.randint(0, 10, np.random.randint(2, 5)) for _ in range(6)]
    for review in reviews:
        tok = review[None, :]
        outputs = model.predict(tok, verbose=0)
        print(review, 'positive' if outputs[0][0] > 0.5 else 'negative')


if __name__ == '__main__':
    main()
