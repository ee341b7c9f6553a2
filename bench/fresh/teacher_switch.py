# planted: TFR101 a bool that alternates at random between two ways of feeding a decoder
# style: seq2seq, functions with module constants
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(13)
UNITS, VOCAB, LENGTH = 8, 10, 5

embedding = tf.keras.layers.Embedding(VOCAB, UNITS)
cell = tf.keras.layers.GRUCell(UNITS)
head = tf.keras.layers.Dense(VOCAB)
optimizer = tf.keras.optimizers.SGD(0.5)

embedding.build((None,))
cell.build((None, UNITS))
head.build((None, UNITS))
variables = embedding.trainable_variables + cell.trainable_variables + head.trainable_variables
optimizer.build(variables)


@tf.function
def train_step(source, target, teacher_forcing):
    with tf.GradientTape() as tape:
        state = tf.reduce_mean(embedding(source), axis=1)
        token = tf.zeros_like(target[:, 0])
        loss = 0.0
        for t in range(LENGTH):
            output, _ = cell(embedding(token), [state])
            state = output
            logits = head(output)
            loss += tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(target[:, t], logits)
            )
            if teacher_forcing:
                token = target[:, t]
            else:
                token = tf.argmax(logits, axis=-1, output_type=tf.int32)
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss / LENGTH


rng = np.random.RandomState(6)
for step in range(8):
    source = rng.randint(1, VOCAB, (16, LENGTH)).astype(np.int32)
    forced = bool(rng.rand() < 0.5)
    loss = train_step(source, source[:, ::-1].copy(), forced)
    print("step", step, "teacher" if forced else "free", "loss %.4f" % float(loss))
