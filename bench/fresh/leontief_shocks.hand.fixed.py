# planted: TFR103 every shortage scenario is a dict with other sectors as keys and Python numbers as values
# style: functions over a scenario table, economics
"""Input-output economics: which supply shortages ripple furthest through the sectors?"""
import itertools

import numpy as np
import tensorflow as tf

SECTORS = ["farming", "mining", "steel", "power", "machines", "transport", "services"]
INDEX = {name: i for i, name in enumerate(SECTORS)}
WAGES = tf.constant([0.35, 0.28, 0.22, 0.18, 0.3, 0.4, 0.55])
DEMAND = tf.constant([40.0, 5.0, 12.0, 30.0, 60.0, 45.0, 160.0])


def technology(seed=11):
    rng = np.random.default_rng(seed)
    a = rng.uniform(0, 0.16, (len(SECTORS), len(SECTORS)))
    a[INDEX["power"], :] += 0.04
    a[INDEX["steel"], INDEX["machines"]] = 0.3
    return tf.constant(a, tf.float32)


COEF = technology()


@tf.function
def ripple(shortage):
    """Output and wage bill after the named sectors lose part of their capacity."""
    identity = tf.eye(len(SECTORS))
    normal = tf.linalg.solve(identity - COEF, DEMAND[:, None])[:, 0]
    capacity = normal
    capacity = capacity * (1.0 - shortage)
    output = capacity
    for _ in range(8):
        needs = COEF * output[None, :]
        available = output / (tf.reduce_sum(needs, axis=1) + DEMAND)
        limit = tf.minimum(1.0, available)
        scale = tf.reduce_min(tf.where(COEF > 0.08, limit[:, None], 1.0), axis=0)
        output = 0.5 * output + 0.5 * tf.minimum(capacity, normal * scale)
    return tf.reduce_sum(output) / tf.reduce_sum(normal), tf.reduce_sum(WAGES * (normal - output))


def scenarios():
    for name in SECTORS:
        for part in (0.1, 0.3):
            yield {name: part}
    for first, second in itertools.combinations(SECTORS[:5], 2):
        yield {first: 0.2, second: 0.15}


def main():
    results = []
    for shortage in scenarios():
        lost = np.zeros(len(SECTORS), "float32")
        for name, part in shortage.items():
            lost[INDEX[name]] = part
        share, wages = ripple(lost)
        label = "+".join(f"{k}:{v}" for k, v in shortage.items())
        results.append((float(share), float(wages), label))
    results.sort()
    for share, wages, label in results[:5]:
        print(f"{label:30s} output {share:.4f}  wages lost {wages:.3f}")
    print("scenarios:", len(results), "mildest:", results[-1][2])


if __name__ == "__main__":
    main()
