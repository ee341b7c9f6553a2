# planted: TFR201 neighbourhoods of the graph differ in nodes and edges, as dense features and sparse adjacency
# style: graph-learning PhD student, two-layer GCN on sampled neighbourhoods, tf.sparse
import numpy as np
import tensorflow as tf

NODES = 60
CLASSES = 3
WIDTH = 8


def random_graph(seed=14):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, CLASSES, NODES)
    same = labels[:, None] == labels[None, :]
    edges = rng.random((NODES, NODES)) < np.where(same, 0.12, 0.015)
    edges = np.triu(edges, 1)
    features = np.eye(CLASSES)[labels] * 0.8 + rng.normal(0, 0.7, (NODES, CLASSES))
    return edges | edges.T, features.astype("float32"), labels.astype("int32")


def neighbourhood(edges, start, hops=2):
    members = {int(start)}
    for _ in range(hops):
        members |= {int(j) for i in members for j in np.flatnonzero(edges[i])}
    return np.array(sorted(members))


def normalised(edges, nodes):
    adjacency = edges[np.ix_(nodes, nodes)] + np.eye(len(nodes))
    scale = 1.0 / np.sqrt(adjacency.sum(axis=1))
    adjacency = scale[:, None] * adjacency * scale[None, :]
    indices = np.argwhere(adjacency)
    values = adjacency[tuple(indices.T)].astype("float32")
    return tf.SparseTensor(indices, values, adjacency.shape)


class GCN(tf.Module):
    def __init__(self, seed=0):
        super().__init__()
        draw = tf.random.stateless_normal
        self.first = tf.Variable(0.5 * draw([CLASSES, WIDTH], [seed, 1]))
        self.second = tf.Variable(0.5 * draw([WIDTH, CLASSES], [seed, 2]))

    def __call__(self, adjacency, features):
        hidden = tf.nn.relu(tf.sparse.sparse_dense_matmul(adjacency, features @ self.first))
        return tf.sparse.sparse_dense_matmul(adjacency, hidden @ self.second)

    @tf.function
    def train(self, adjacency, features, labels):
        with tf.GradientTape() as tape:
            logits = self(adjacency, features)
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
            )
        variables = self.trainable_variables
        for variable, gradient in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(0.3 * gradient)
        return loss


edges, features, labels = random_graph()
gcn = GCN()
order = np.random.default_rng(1).permutation(NODES)[:24]
losses, sizes = [], []
for start in order:
    nodes = neighbourhood(edges, start)
    loss = gcn.train(normalised(edges, nodes), features[nodes], labels[nodes])
    losses.append(float(loss))
    sizes.append(len(nodes))

everything = np.arange(NODES)
guesses = np.argmax(gcn(normalised(edges, everything), features), axis=1)
print("neighbourhoods from", min(sizes), "to", max(sizes), "nodes")
for part in range(0, len(losses), 6):
    print(f"loss {np.mean(losses[part:part + 6]):.4f}")
print(f"accuracy {np.mean(guesses == labels):.4f}, before {np.mean(features.argmax(1) == labels):.4f}")
