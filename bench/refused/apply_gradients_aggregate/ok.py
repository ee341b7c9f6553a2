import tensorflow as tf

net = tf.keras.Sequential([tf.keras.layers.Dense(4, input_shape=(3,)), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.RMSprop(1e-3)


def update(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(x) - y) ** 2)
    grads = tape.gradient(loss, net.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    return loss


train_one = tf.function(update)
X = tf.random.normal((12, 3))
Y = tf.reduce_sum(X, 1, keepdims=True)
print('start', float(update(X, Y)))
for a in range(12):
    lo = train_one(X[a:a + 1], Y[a:a + 1])
    print(a, float(lo))
