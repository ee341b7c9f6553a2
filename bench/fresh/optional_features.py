# planted: TFR103 a dictionary of features whose keys depend on the record
# style: dictionaries of features, functions
import tensorflow as tf

VOCAB = {"age": 0.4, "income": -0.2, "visits": 1.1, "score": 0.7}
coefficients = {name: tf.Variable(value) for name, value in VOCAB.items()}
bias = tf.Variable(-0.5)

RECORDS = [
    {"age": 0.3, "income": 1.2, "visits": 0.1, "score": 0.9, "label": 1.0},
    {"age": 0.7, "visits": 0.4, "label": 0.0},
    {"income": 0.2, "score": 0.5, "label": 0.0},
    {"age": 0.1, "income": 0.9, "score": 1.4, "label": 1.0},
    {"visits": 2.0, "label": 1.0},
    {"age": 0.5, "score": 0.8, "label": 1.0},
]


def to_tensors(record):
    return {key: tf.constant(value) for key, value in record.items() if key != "label"}


@tf.function
def update(features, label):
    with tf.GradientTape() as tape:
        logit = bias + tf.add_n([coefficients[key] * features[key] for key in features])
        loss = tf.nn.sigmoid_cross_entropy_with_logits(label, logit)
    variables = [*coefficients.values(), bias]
    for variable, grad in zip(variables, tape.gradient(loss, variables)):
        if grad is not None:
            variable.assign_sub(0.5 * grad)
    return loss


for epoch in range(3):
    total = 0.0
    for record in RECORDS:
        total += float(update(to_tensors(record), tf.constant(record["label"])))
    print("epoch %d loss %.4f" % (epoch, total / len(RECORDS)))

for name, variable in coefficients.items():
    print(name, "%.3f" % float(variable))
