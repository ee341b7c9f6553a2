import tensorflow as tf

strategy = tf.distribute.OneDeviceStrategy('/cpu:0')
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(1)])
    model.build((None, 4))

data = tf.data.Dataset.from_tensor_slices(tf.random.normal((16, 4))).batch(8)
dist = strategy.experimental_distribute_dataset(data)


def replica_fn(x):
    return tf.reduce_mean(model(x) ** 2)


def distributed_eval(x):
    per_replica = strategy.run(replica_fn, args=(x,))
    return strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica, axis=None)


total = sum(float(distributed_eval(x)) for x in dist)
print('baseline', total)

for sample in data.unbatch().batch(1):
    s = model(sample)
    print(float(s[0, 0]))
