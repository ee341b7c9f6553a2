# truncated_bptt, cured.
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(17)
text = np.tile(np.array([0, 1, 2, 3, 2, 1]), 60)
one_hot = np.eye(4, dtype=np.float32)

cell = tf.keras.layers.GRU(
    8,
    return_sequences=True,
    return_state=True,
    kernel_initializer=tf.keras.initializers.GlorotUniform(1),
    recurrent_initializer=tf.keras.initializers.Orthogonal(seed=2),
)
head = tf.keras.layers.Dense(4, kernel_initializer=tf.keras.initializers.GlorotUniform(3))
cell.build((None, None, 4))
head.build((None, None, 8))
variables = cell.trainable_variables + head.trainable_variables
optimizer = tf.keras.optimizers.SGD(0.5)
optimizer.build(variables)


@tf.function(
    input_signature=[
        tf.TensorSpec([1, None, 4], tf.float32),
        tf.TensorSpec([1, None], tf.int64),
        tf.TensorSpec([1, 8], tf.float32),
    ]
)
def train_chunk(inputs, targets, state):
    with tf.GradientTape() as tape:
        outputs, state = cell(inputs, initial_state=state)
        loss = tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(targets, head(outputs))
        )
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss, state


def chunks(sequence):
    start = 0
    while start + 25 < len(sequence):
        end = start + rng.randint(8, 24)
        yield sequence[start:end], sequence[start + 1 : end + 1]
        start = end


state = tf.zeros([1, 8])
for number, (current, following) in enumerate(chunks(text)):
    loss, state = train_chunk(one_hot[current][None], following[None], state)
    if number % 4 == 0:
        print(f"chunk {number}: {len(current)} tokens, loss {float(loss):.3f}")
