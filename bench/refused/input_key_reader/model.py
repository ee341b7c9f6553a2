from tensorflow.keras import layers, Model

def two_tower(n_users, n_movies, k=4):
    user = layers.Input(shape=(1,))
    movie = layers.Input(shape=(1,))
    ue = layers.Flatten()(layers.Embedding(n_users, k)(user))
    me = layers.Flatten()(layers.Embedding(n_movies, k)(movie))
    x = layers.Concatenate()([ue, me])
    x = layers.Dense(8, activation='relu')(x)
    return Model([user, movie], layers.Dense(1)(x))
