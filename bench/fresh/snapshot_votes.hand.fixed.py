# planted: TFR103 the list of snapshots grows through training and is handed as a list to the compiled vote
# style: Kaggle-like script, snapshot ensembling, lists of tensors, few functions
import numpy as np
import tensorflow as tf

np.random.seed(0)
N, D, K = 200, 6, 4
centres = np.random.normal(0, 1.6, (K, D))
labels = np.random.randint(0, K, N)
X = (centres[labels] + np.random.normal(0, 1.3, (N, D))).astype("float32")
Y = tf.one_hot(labels, K)
train, valid = slice(0, 120), slice(120, None)

W = tf.Variable(np.random.normal(0, 0.1, (D, K)), dtype=tf.float32)


@tf.function
def step(x, y, lr):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(y, x @ W))
    W.assign_sub(lr * tape.gradient(loss, W))
    return loss


@tf.function(input_signature=[tf.TensorSpec([None, D, K]), tf.TensorSpec([None, D])])
def vote(snapshots, x):
    """mean of the probabilities of all snapshots"""
    probs = tf.zeros([tf.shape(x)[0], K])
    for w in snapshots:
        probs += tf.nn.softmax(x @ w)
    return tf.argmax(probs, axis=1)


snapshots = []
history = []
for cycle in range(30):
    # cyclic learning rate, restarts warm
    for i in range(4):
        lr = 0.9 * 0.5 * (1 + np.cos(np.pi * i / 4))
        batch = np.random.randint(0, 120, 32)
        loss = step(X[batch], tf.gather(Y, batch), np.float32(lr))
    snapshots.append(tf.identity(W))
    picked = vote(tf.stack(snapshots), X[valid]).numpy()
    history.append(float(np.mean(picked == labels[valid])))

print("snapshots", len(snapshots))
print("first vote %.3f" % history[0])
print("best vote %.3f at %d" % (max(history), int(np.argmax(history))))
print("last loss %.3f" % float(loss))
