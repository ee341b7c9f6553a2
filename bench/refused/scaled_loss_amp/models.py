from tensorflow.keras import Sequential, layers


def critic(n):
    return Sequential([layers.Dense(8, activation='elu', input_shape=(n,)), layers.Dense(1)])
