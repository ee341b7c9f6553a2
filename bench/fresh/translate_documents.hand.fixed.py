# translate_documents, cured.
import numpy as np
import tensorflow as tf

WORDS = "<pad> <end> red green blue car house tree big small the a is was".split()
END, HIDDEN = 1, 12
rng = np.random.default_rng(2)
embedding = tf.Variable(rng.normal(size=(len(WORDS), HIDDEN)).astype("float32"))
recurrent = tf.Variable(0.5 * rng.normal(size=(HIDDEN, HIDDEN)).astype("float32"))
output = tf.Variable(rng.normal(size=(HIDDEN, len(WORDS))).astype("float32"))

DOCUMENTS = [
    ["the car is red", "a tree"],
    ["a big house was blue", "small tree"],
    ["green"],
    ["the big green tree is the big green tree", "a house is a house", "red car"],
    ["the small blue car was the small red car", "big"],
]


def encode(sentence):
    return [WORDS.index(word) for word in sentence.split()]


@tf.function(input_signature=[tf.TensorSpec([None, None], tf.int32), tf.TensorSpec([], tf.int32)])
def decode(source, max_length):
    state = tf.reduce_mean(tf.gather(embedding, source), axis=1)
    tokens = tf.zeros([tf.shape(source)[0]], tf.int32)
    finished = tf.zeros_like(tokens, tf.bool)
    written = tf.TensorArray(tf.int32, size=max_length)
    for i in tf.range(max_length):
        state = tf.tanh(state @ recurrent + tf.gather(embedding, tokens))
        tokens = tf.argmax(state @ output, axis=1, output_type=tf.int32)
        written = written.write(i, tf.where(finished, 0, tokens))
        finished |= tokens == END
    return tf.transpose(written.stack())


def translate(document):
    ids = [encode(sentence) for sentence in document]
    longest = max(map(len, ids))
    source = np.array([row + [0] * (longest - len(row)) for row in ids], dtype="int32")
    decoded = decode(source, int(1.5 * longest) + 1)
    return [" ".join(WORDS[token] for token in row if token > END) for row in decoded.numpy()]


for number, document in enumerate(DOCUMENTS):
    for translated in translate(document):
        print(number, translated)
