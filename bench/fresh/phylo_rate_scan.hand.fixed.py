"""Which substitution rate explains an alignment best: a scan of scaled trees and a gamma mixture."""
import numpy as np
import tensorflow as tf

from phylo_rate_scan_tree import site_log_likelihoods

TREE = ((("human", 0.03), ("chimp", 0.04), 0.05), (("cow", 0.12), (("dog", 0.08), ("cat", 0.07), 0.06), 0.04), 0.0)
BASES = 4


def evolve(node, states, rate, rng, out):
    """Simulates the sites down the tree and records the leaves."""
    length = node[-1] * rate
    change = rng.random(states.shape) < 0.75 * (1.0 - np.exp(-4.0 / 3.0 * length))
    states = np.where(change, (states + rng.integers(1, BASES, states.shape)) % BASES, states)
    if isinstance(node[0], str):
        out[node[0]] = states
    else:
        for child in node[:2]:
            evolve(child, states, rate, rng, out)
    return out


def alignment(sites, seed):
    rng = np.random.default_rng(seed)
    slow = evolve(TREE, rng.integers(0, BASES, sites), 0.6, rng, {})
    fast = evolve(TREE, rng.integers(0, BASES, sites // 2), 3.0, rng, {})
    return {name: np.concatenate([slow[name], fast[name]]) for name in slow}


def scan(leaves, rates):
    rows = []
    for rate in rates:
        rows.append(site_log_likelihoods(TREE, leaves, tf.constant(rate, tf.float32)).numpy())
    return np.stack(rows)


def main():
    data = alignment(sites=400, seed=11)
    leaves = {name: tf.one_hot(column, BASES) for name, column in data.items()}
    rates = [round(0.25 * 1.2 ** k, 4) for k in range(18)]
    table = scan(leaves, rates)
    totals = table.sum(axis=1)
    best = int(totals.argmax())
    print("sites", table.shape[1], "rates", len(rates))
    print("best single rate", round(rates[best], 2))
    print("log likelihood", round(float(totals[best]), 0))
    top = table.max(axis=0)
    mixture = top + np.log(np.exp(table - top).mean(axis=0))
    print("mixture gain", bool(mixture.sum() > totals[0]))
    print("slow class share", round(float((table[:6].max(axis=0) > table[-6:].max(axis=0)).mean()), 2))


if __name__ == "__main__":
    main()
