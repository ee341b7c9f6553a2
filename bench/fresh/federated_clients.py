# planted: TFR201 a traced method of a class of which there is an instance for each client, with as many rows as it has
# style: federated averaging, Client and Server classes
import numpy as np
import tensorflow as tf


class Client:
    def __init__(self, number, rng):
        n = rng.randint(20, 60)
        self.x = tf.constant(rng.normal(size=(n, 4)), tf.float32)
        slope = np.array([1.0, -1.0, 0.5, 2.0]) + 0.2 * rng.normal(size=4)
        self.y = tf.constant(self.x.numpy() @ slope, tf.float32)
        self.number = number

    @property
    def size(self):
        return int(self.x.shape[0])

    @tf.function
    def local_update(self, weights):
        for _ in range(3):
            error = tf.linalg.matvec(self.x, weights) - self.y
            weights -= 0.1 * tf.linalg.matvec(self.x, error, transpose_a=True) / self.size
        loss = tf.reduce_mean((tf.linalg.matvec(self.x, weights) - self.y) ** 2)
        return weights, loss


class Server:
    def __init__(self, clients):
        self.clients = clients
        self.weights = tf.zeros([4])

    def round(self):
        results = [client.local_update(self.weights) for client in self.clients]
        sizes = np.array([client.size for client in self.clients], np.float32)
        shares = sizes / sizes.sum()
        self.weights = tf.add_n([share * w for share, (w, _) in zip(shares, results)])
        return float(np.dot(shares, [loss for _, loss in results]))


if __name__ == "__main__":
    rng = np.random.RandomState(19)
    server = Server([Client(number, rng) for number in range(8)])
    for round_ in range(5):
        print(f"round {round_}: loss {server.round():.4f}")
    print("weights", np.round(server.weights.numpy(), 2).tolist())
