import numpy as np


def accuracy(probs, labels):
    pred = (probs.ravel() > 0.5).astype(int)
    return np.mean(pred == labels)
