from keras.layers import Input, Dense
from keras.models import Model
import numpy as np

# credit card fraud style autoencoder
nb_epoch = 2
data = np.random.randn(200, 14)
input_dim = data.shape[1]

input_layer = Input(shape=(input_dim, ))
encoder = Dense(8, activation="tanh")(input_layer)
encoded = Dense(4, activation="relu")(encoder)
latent_width = encoded.shape[1].value
decoder = Dense(2 * latent_width, activation='tanh')(encoded)
decoder = Dense(input_dim)(decoder)
autoencoder = Model(inputs=input_layer, outputs=decoder)
autoencoder.compile(optimizer='adam', loss='mean_squared_error')
autoencoder.fit(data, data, epochs=nb_epoch, batch_size=32, shuffle=True, verbose=0)

threshold = 1.2
for t in range(12):
    x = np.random.randn(14)
    reconstruction = autoencoder.predict(x[np.newaxis])
    mse = np.mean(np.power(x - reconstruction[0], 2))
    print(t, 'FRAUD' if mse > threshold else 'normal', mse)
