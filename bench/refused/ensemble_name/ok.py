# stacked generalization with k saved members
from os import makedirs
import numpy as np
from tensorflow.keras.models import Model, Sequential, load_model
from tensorflow.keras.layers import Dense, Input, average

X = np.random.randn(90, 2)
y = (X[:, 0] > 0).astype(int) + (X[:, 1] > 0).astype(int)
Y = np.eye(3)[y]

makedirs('models', exist_ok=True)
n_members = 3
base = Sequential(name='mlp')
base.add(Input((2,)))
base.add(Dense(8, activation='relu'))
base.add(Dense(3, activation='softmax'))
base.compile(loss='categorical_crossentropy', optimizer='adam')
for i in range(n_members):
    # fit further and save a snapshot
    base.fit(X[i::n_members], Y[i::n_members], epochs=1, verbose=0)
    base.save('models/model_' + str(i + 1) + '.keras')

all_models = list()
for i in range(n_members):
    member = load_model('models/model_' + str(i + 1) + '.keras')
    member.name = 'member_%d' % i
    member.trainable = False
    all_models.append(member)

inp = Input(shape=(2,))
ensemble = Model(inp, average([m(inp) for m in all_models]))

hits = 0
for sample, label in zip(X[:10], y[:10]):
    vote = ensemble.predict(sample.reshape(1, -1))
    hits += int(vote.argmax() == label)
print('hits', hits, 'of 10')
