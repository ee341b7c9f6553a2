from tensorflow.keras import layers, models


def gesture_net(shape, n):
    m = models.Sequential()
    m.add(layers.SeparableConv2D(4, 3, input_shape=shape))
    m.add(layers.GlobalMaxPooling2D())
    m.add(layers.Dense(n, activation='softmax'))
    m.compile(loss='sparse_categorical_crossentropy', optimizer='adam')
    return m
