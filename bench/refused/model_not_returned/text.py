import numpy as np

corpus = 'alice was beginning to get very tired of sitting by her sister on the bank'


def encode(s, n):
    vocab = sorted(set(s))
    ids = [vocab.index(c) for c in s]
    X = np.eye(len(vocab))[[ids[i:i + n] for i in range(len(ids) - n)]]
    return X, np.array(ids[n:]), vocab


def decode(ids, vocab):
    return ''.join(vocab[i] for i in ids)
