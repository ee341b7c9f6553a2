import numpy as np
import tempfile
from keras.layers import Dense, Input
from keras.models import Model
from keras.callbacks import TensorBoard, CSVLogger

x = np.random.rand(30, 12)
i = Input((12,))
code = Dense(2, name='code')(i)
vae_like = Model(i, Dense(12, activation='sigmoid')(code))
vae_like.compile('adam', 'mse')
tb = TensorBoard(log_dir=tempfile.mkdtemp(), histogram_freq=0, write_graph=False, write_grads=True)
vae_like.fit(x, x, epochs=1, verbose=0)
for row in x[:8]:
    dec = vae_like.predict(row[None, :], verbose=0)
    print(((dec - row) ** 2).mean())
