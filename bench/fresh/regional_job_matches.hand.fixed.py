# planted: TFR106 one traced train step receives the factor model of every region
# style: tf.Module per region, training loop, module-level traced functions
"""Two-sided matching of employers and candidates, one small factor model per region."""
import numpy as np
import tensorflow as tf

REGIONS = ["north", "coast", "lakes", "valley", "capital", "harbour", "plains",
           "border", "islands", "forest", "south", "hills"]
EMPLOYERS, CANDIDATES, RANK = 15, 40, 6


class RegionModel(tf.Module):
    def __init__(self, region, seed):
        super().__init__(name=region)
        shapes = {"employers": [EMPLOYERS, RANK], "candidates": [CANDIDATES, RANK]}
        start = {key: 0.3 * tf.random.stateless_normal(shape, seed=[seed, len(key)])
                 for key, shape in shapes.items()}
        self.employers = tf.Variable(start["employers"])
        self.candidates = tf.Variable(start["candidates"])


def interviews(seed):
    """Observed pairs (employer, candidate) and whether both sides said yes."""
    rng = np.random.default_rng(seed)
    left = rng.normal(size=(EMPLOYERS, 2))
    right = rng.normal(size=(CANDIDATES, 2))
    pairs = np.array([(e, c) for e in range(EMPLOYERS) for c in range(CANDIDATES)
                      if rng.uniform() < 0.6], dtype="int32")
    pairs = rng.permutation(pairs)
    logits = np.sum(left[pairs[:, 0]] * right[pairs[:, 1]], axis=1)
    agreed = (rng.uniform(size=len(pairs)) < 1.0 / (1.0 + np.exp(-2.0 * logits))).astype("float32")
    return pairs[:340], agreed[:340]


def pair_logits(employers, candidates, pairs):
    left = tf.gather(employers, pairs[:, 0])
    right = tf.gather(candidates, pairs[:, 1])
    return tf.reduce_sum(left * right, axis=1)


@tf.function
def train_step(employers, candidates, pairs, agreed, rate):
    with tf.GradientTape() as tape:
        logits = pair_logits(employers, candidates, pairs)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(agreed, logits))
        penalty = tf.nn.l2_loss(employers) + tf.nn.l2_loss(candidates)
        total = loss + 2e-4 * penalty
    gradients = tape.gradient(total, [employers, candidates])
    employers.assign_sub(rate * tf.convert_to_tensor(gradients[0]))
    candidates.assign_sub(rate * tf.convert_to_tensor(gradients[1]))
    return loss


def fit_region(region, number, steps=60):
    model = RegionModel(region, seed=number)
    pairs, agreed = interviews(seed=100 + number)
    train_pairs, train_agreed = tf.constant(pairs[:260]), tf.constant(agreed[:260])
    rate = tf.constant(4.0)
    for _ in range(steps):
        loss = train_step(model.employers, model.candidates, train_pairs, train_agreed, rate)
    held_out = pair_logits(model.employers, model.candidates, pairs[260:]).numpy()
    accuracy = np.mean((held_out > 0.0) == (agreed[260:] > 0.5))
    return model, float(loss), float(accuracy)


if __name__ == "__main__":
    accuracies = []
    for number, region in enumerate(REGIONS):
        model, loss, accuracy = fit_region(region, number)
        accuracies.append(accuracy)
        if number % 3 == 0:
            print(f"{region:8s} loss {loss:.3f} held-out accuracy {accuracy:.2f}")
    print(f"mean accuracy {np.mean(accuracies):.3f}")
