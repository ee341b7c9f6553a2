import numpy as np
from keras.models import Model
from keras.layers import Input, Conv2D, BatchNormalization, Activation, UpSampling2D, MaxPooling2D, Concatenate

def conv_block(x, n):
    x = Conv2D(n, 3, padding='same')(x)
    x = BatchNormalization(axis=-1)(x)
    return Activation('relu')(x)

def unet(shape=(16, 16, 1)):
    inp = Input(shape)
    c1 = conv_block(inp, 4)
    p1 = MaxPooling2D()(c1)
    c2 = conv_block(p1, 8)
    u1 = UpSampling2D()(c2)
    c3 = conv_block(Concatenate()([u1, c1]), 4)
    out = Conv2D(1, 1, activation='sigmoid')(c3)
    return Model(inp, out)

def batches(n, size=4):
    for _ in range(n):
        m = (np.random.rand(size, 16, 16, 1) > .5).astype('float32')
        yield m + .1 * np.random.randn(*m.shape), m

model = unet()
model.compile('adam', 'binary_crossentropy')
losses = []
for step, (xb, yb) in enumerate(batches(10)):
    loss = model.train_on_batch(xb, yb)
    losses.append(loss)
    if step % 5 == 0:
        print(step, np.mean(losses))
