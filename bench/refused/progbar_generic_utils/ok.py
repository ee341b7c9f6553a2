from __future__ import print_function
from collections import defaultdict
import numpy as np
from keras.layers import Input, Dense, Embedding, Flatten, multiply
from keras.models import Sequential, Model
from keras.optimizers import Adam
from keras.utils import Progbar

np.random.seed(1337)
num_classes = 4
latent_size = 6


def build_generator():
    cnn = Sequential([Dense(16, input_dim=latent_size, activation='relu'), Dense(10, activation='tanh')])
    latent = Input(shape=(latent_size,))
    image_class = Input(shape=(1,), dtype='int32')
    cls = Flatten()(Embedding(num_classes, latent_size)(image_class))
    return Model([latent, image_class], cnn(multiply([latent, cls])))


def build_discriminator():
    image = Input(shape=(10,))
    f = Dense(8, activation='relu')(image)
    return Model(image, [Dense(1, activation='sigmoid', name='generation')(f),
                         Dense(num_classes, activation='softmax', name='auxiliary')(f)])


if __name__ == '__main__':
    epochs, batch_size = 2, 10
    discriminator = build_discriminator()
    discriminator.compile(optimizer=Adam(0.0002), loss=['binary_crossentropy', 'sparse_categorical_crossentropy'])
    generator = build_generator()
    latent, image_class = Input(shape=(latent_size,)), Input(shape=(1,), dtype='int32')
    fake, aux = discriminator(generator([latent, image_class]))
    combined = Model([latent, image_class], [fake, aux])
    combined.compile(optimizer=Adam(0.0002), loss=['binary_crossentropy', 'sparse_categorical_crossentropy'])
    train_history = defaultdict(list)
    for epoch in range(1, epochs + 1):
        progress_bar = Progbar(target=3)
        for index in range(3):
            noise = np.random.uniform(-1, 1, (batch_size, latent_size))
            sampled = np.random.randint(0, num_classes, (batch_size, 1))
            g_loss = combined.train_on_batch([noise, sampled], [np.ones(batch_size), sampled])
            train_history['generator'].append(g_loss)
            progress_bar.update(index + 1)
