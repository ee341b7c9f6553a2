import keras
m = keras.Sequential([keras.layers.Input((15, 13)), keras.layers.SimpleRNN(6), keras.layers.Dense(3, activation='softmax')])
m.compile('adam', 'categorical_crossentropy')
m.save('voice.keras')
