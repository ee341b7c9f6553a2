import numpy as np
from tensorflow.keras.optimizers import Adam
from networks import build_generator, build_discriminator

LATENT = 6

def sample_real(n):
    return np.random.normal(2.0, 0.3, (n, 4)).astype('float32')

gen = build_generator(LATENT)
disc = build_discriminator()
disc.compile(loss='binary_crossentropy', optimizer=Adam(1e-3))

for step in range(4):
    fake = gen.predict(np.random.randn(8, LATENT), verbose=0)
    xb = np.concatenate([sample_real(8), fake])
    yb = np.concatenate([np.ones(8), np.zeros(8)])
    d_loss = disc.train_on_batch(xb, yb)
    print(step, d_loss)
