import argparse
import numpy as np
import tensorflow as tf
from models import critic
from train import fit_critic


def main(args):
    net = critic(6)
    data = np.random.randn(32, 6).astype('float32')
    target = data[:, :1] ** 2
    fit_critic(net, data, target, args.lr)
    for i in range(args.n):
        v = net(data[i:i + 1], training=False)
        print('value', float(v[0, 0]))


if __name__ == '__main__':
    p = argparse.ArgumentParser()
    p.add_argument('--lr', type=float, default=1e-3)
    p.add_argument('--n', type=int, default=4)
    main(p.parse_args())
