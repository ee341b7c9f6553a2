import numpy as np
import tensorflow as tf
kl = tf.keras.layers

CTX, V = 6, 11
ids_in = kl.Input((CTX,))
e = kl.Embedding(V, 8)(ids_in)
h = kl.Attention()([e, e], use_causal_mask=True)
h = kl.LayerNormalization()(h + e)
gpt = tf.keras.Model(ids_in, kl.Dense(V)(h))

ids = list(np.random.randint(0, V, CTX))
for _ in range(12):
    next_logits = gpt.predict(np.array([ids[-CTX:]]), verbose=0)
    z = next_logits[0, -1] / 0.8
    p = np.exp(z - z.max()); p /= p.sum()
    ids.append(int(np.random.choice(V, p=p)))
print(ids)
