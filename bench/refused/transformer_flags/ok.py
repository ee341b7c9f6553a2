import numpy as np
import tensorflow as tf


def point_wise_feed_forward_network(d_model, dff):
    return tf.keras.Sequential([
        tf.keras.layers.Dense(dff, activation='relu'),
        tf.keras.layers.Dense(d_model)
    ])


class EncoderLayer(tf.keras.layers.Layer):
    def __init__(self, d_model, num_heads, dff, rate=0.1):
        super(EncoderLayer, self).__init__()
        self.mha = tf.keras.layers.MultiHeadAttention(num_heads, d_model)
        self.ffn = point_wise_feed_forward_network(d_model, dff)
        self.layernorm1 = tf.keras.layers.LayerNormalization(epsilon=1e-6)
        self.layernorm2 = tf.keras.layers.LayerNormalization(epsilon=1e-6)
        self.dropout1 = tf.keras.layers.Dropout(rate)

    def call(self, x, training=False, mask=None):
        attn_output = self.mha(x, x, attention_mask=mask)
        attn_output = self.dropout1(attn_output, training=training)
        out1 = self.layernorm1(x + attn_output)
        return self.layernorm2(out1 + self.ffn(out1))


class Encoder(tf.keras.layers.Layer):
    def __init__(self, num_layers, d_model, num_heads, dff, vocab):
        super(Encoder, self).__init__()
        self.d_model = d_model
        self.embedding = tf.keras.layers.Embedding(vocab, d_model)
        self.enc_layers = [EncoderLayer(d_model, num_heads, dff) for _ in range(num_layers)]

    def call(self, x, training=False, mask=None):
        x = self.embedding(x)
        x *= tf.math.sqrt(tf.cast(self.d_model, tf.float32))
        for layer in self.enc_layers:
            x = layer(x, training=training, mask=mask)
        return x


class Transformer(tf.keras.Model):
    def __init__(self, vocab):
        super(Transformer, self).__init__()
        self.encoder = Encoder(1, 8, 2, 16, vocab)
        self.cross = tf.keras.layers.MultiHeadAttention(2, 8)
        self.emb = tf.keras.layers.Embedding(vocab, 8)
        self.final_layer = tf.keras.layers.Dense(vocab)

    def call(self, inp, tar=None, training=False):
        enc = self.encoder(inp, training=training)
        dec = self.emb(tar)
        return self.final_layer(self.cross(dec, enc))


VOCAB = 20
START, END = VOCAB - 2, VOCAB - 1
transformer = Transformer(VOCAB)
optimizer = tf.keras.optimizers.Adam(1e-3)
loss_object = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


def train_step(inp, tar):
    with tf.GradientTape() as tape:
        predictions = transformer(inp, tar[:, :-1], training=True)
        loss = loss_object(tar[:, 1:], predictions)
    grads = tape.gradient(loss, transformer.trainable_variables)
    optimizer.apply_gradients(zip(grads, transformer.trainable_variables))
    return loss


data = tf.constant(np.random.randint(0, VOCAB - 2, (8, 6)))
first = train_step(data, data)
print('Epoch 1 loss', float(first))

encoder_input = data[:1]
output = tf.constant([[START]], dtype=tf.int64)
for i in range(10):
    predictions = transformer(encoder_input, output, training=False)
    predicted_id = tf.argmax(predictions[:, -1:, :], axis=-1)
    if int(predicted_id[0, 0]) == END:
        break
    output = tf.concat([output, predicted_id], axis=-1)
print(output.numpy())
