import numpy as np


def kfold(n, k):
    idx = np.arange(n)
    for f in range(k):
        te = idx[f::k]
        yield np.setdiff1d(idx, te), te
