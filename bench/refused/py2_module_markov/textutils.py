import re
import numpy as np


def clean(text):
    text = re.sub(r'[^a-z ]', '', text.lower())
    print "corpus length:", len(text)
    return text


def one_hot(s, c2i):
    out = np.zeros((len(s), len(c2i)), dtype='float32')
    for t, c in enumerate(s):
        out[t, c2i[c]] = 1.0
    return out
