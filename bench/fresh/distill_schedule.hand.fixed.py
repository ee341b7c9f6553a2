# distill_schedule, cured.
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(5)


def make_net(width):
    return tf.keras.Sequential(
        [tf.keras.Input((4,)), tf.keras.layers.Dense(width, "relu"), tf.keras.layers.Dense(3)]
    )


class Distiller(tf.keras.Model):
    def __init__(self, teacher, student):
        super().__init__()
        self.teacher = teacher
        self.student = student
        self.opt = tf.keras.optimizers.SGD(0.1)
        self.opt.build(student.trainable_variables)

    @tf.function
    def distill(self, x, labels, temperature, alpha):
        soft = tf.nn.softmax(self.teacher(x, training=False) / temperature)
        with tf.GradientTape() as tape:
            logits = self.student(x, training=True)
            hard_loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
            )
            soft_loss = tf.reduce_mean(
                tf.nn.softmax_cross_entropy_with_logits(soft, logits / temperature)
            )
            loss = alpha * hard_loss + (1 - alpha) * temperature**2 * soft_loss
        variables = self.student.trainable_variables
        self.opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def run(self, dataset, epochs, temperature=5.0, alpha=0.1):
        history = []
        for _ in range(epochs):
            t, a = tf.constant(temperature), tf.constant(alpha)
            losses = [self.distill(x, y, t, a) for x, y in dataset]
            history.append(float(tf.add_n(losses)) / len(losses))
            temperature = max(1.0, temperature * 0.8)
            alpha = min(0.9, alpha + 0.1)
        return history


rng = np.random.RandomState(2)
features = rng.randn(48, 4).astype("float32")
targets = (features.sum(axis=1) > 0).astype("int32") + (features[:, 0] > 1).astype("int32")
data = tf.data.Dataset.from_tensor_slices((features, targets)).batch(16)
distiller = Distiller(make_net(16), make_net(4))
for epoch, loss in enumerate(distiller.run(data, epochs=6)):
    print("epoch", epoch, "loss %.4f" % loss)
