# planted: TFR101 TFR404 the decayed rate is a Python float and the negatives come from np.random inside the traced step
# style: notebook-like NLP script, ingredient embeddings from recipes with negative sampling
import numpy as np
import tensorflow as tf

# %% recipes as bags of ingredients
np.random.seed(17)
FAMILIES = {
    "curry": ["cumin", "turmeric", "ginger", "coconut", "chili", "rice"],
    "cake": ["flour", "sugar", "butter", "vanilla", "eggs", "cocoa"],
    "pasta": ["tomato", "basil", "garlic", "olive_oil", "parmesan", "spaghetti"],
}
vocabulary = sorted(sum(FAMILIES.values(), []))
index = {word: i for i, word in enumerate(vocabulary)}


def recipes(count):
    names = list(FAMILIES)
    for _ in range(count):
        family = FAMILIES[names[np.random.randint(3)]]
        bag = list(np.random.choice(family, 4, replace=False))
        if np.random.rand() < 0.2:
            bag.append(np.random.choice(vocabulary))
        yield bag


pairs = np.array([(index[a], index[b]) for bag in recipes(400) for a in bag for b in bag if a != b], "int32")
np.random.shuffle(pairs)
print(len(vocabulary), "ingredients,", len(pairs), "pairs")

# %% the model
DIM, NEGATIVES, BATCH = 6, 4, 128
centre = tf.Variable(np.random.uniform(-0.3, 0.3, (len(vocabulary), DIM)).astype("float32"))
context = tf.Variable(np.zeros((len(vocabulary), DIM), "float32"))


@tf.function
def update(words, targets, rate):
    noise = np.random.randint(0, len(vocabulary), (BATCH, NEGATIVES))
    with tf.GradientTape() as tape:
        v = tf.gather(centre, words)
        good = tf.reduce_sum(v * tf.gather(context, targets), axis=1)
        bad = tf.einsum("bd,bnd->bn", v, tf.gather(context, noise))
        loss = -tf.reduce_mean(tf.math.log_sigmoid(good) + tf.reduce_sum(tf.math.log_sigmoid(-bad), axis=1))
    for table, grad in zip((centre, context), tape.gradient(loss, (centre, context))):
        table.assign_sub(rate * tf.convert_to_tensor(grad))
    return loss


# %% training with a linearly falling rate
steps = len(pairs) // BATCH
losses = []
rate = 12.0
for step in range(steps):
    chunk = pairs[step * BATCH:(step + 1) * BATCH]
    rate = max(1.0, rate - 11.0 / steps)
    losses.append(float(update(tf.constant(chunk[:, 0]), tf.constant(chunk[:, 1]), rate)))
print("loss %.3f -> %.3f" % (np.mean(losses[:5]), np.mean(losses[-5:])))

# %% neighbours
table = tf.math.l2_normalize(centre, axis=1).numpy()
for word in ("cumin", "butter", "basil"):
    near = np.argsort(-(table @ table[index[word]]))[1:4]
    family = next(f for f in FAMILIES.values() if word in f)
    print(word, "shares its cuisine with", sum(vocabulary[i] in family for i in near), "of 3 neighbours")
