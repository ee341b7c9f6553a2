import string
import numpy as np
from keras.models import Sequential, Model
from keras.layers import Dense, Input

class SpellGuess(object):
    """guesses the language of single words"""
    langs = ['en', 'de', 'fr']

    def __init__(self):
        self.nn = Sequential()
        self.nn.add(Input((26,)))
        self.nn.add(Dense(10, activation='relu'))
        self.nn.add(Dense(3, activation='softmax'))
        self.nn.compile('adam', 'categorical_crossentropy')
        self.features = Model(self.nn.inputs, self.nn.layers[-2].output)

    def encode(self, w):
        v = np.zeros(26)
        for c in w.lower():
            if c in string.ascii_lowercase:
                v[ord(c) - 97] += 1
        return v

    def train(self, pairs):
        X = np.array([self.encode(w) for w, _ in pairs])
        Y = np.eye(3)[[self.langs.index(l) for _, l in pairs]]
        self.nn.fit(X, Y, epochs=3, verbose=0)

    def guess_all(self, sentence):
        out = []
        for word in sentence.split():
            m = self.nn.predict(self.encode(word)[None], verbose=0)
            out.append((word, self.langs[m[0].argmax()]))
        return out

g = SpellGuess()
g.train([('house', 'en'), ('haus', 'de'), ('maison', 'fr'), ('cat', 'en'), ('katze', 'de'), ('chat', 'fr')])
print(g.guess_all('the Hund et la souris sleep'))
