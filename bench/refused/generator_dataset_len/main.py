import numpy as np
import tensorflow as tf

BATCH = 4

def gen():
    for i in range(20):
        img = np.random.rand(8, 8, 1).astype('float32')
        yield img, np.int32(i % 2)

def get_dataset():
    ds = tf.data.Dataset.from_generator(gen, output_types=(tf.float32, tf.int32),
                                        output_shapes=((8, 8, 1), ()))
    return ds.batch(BATCH)

def get_model():
    model = tf.keras.Sequential([tf.keras.layers.Flatten(input_shape=(8, 8, 1)),
                                 tf.keras.layers.Dense(2, activation='softmax')])
    model.compile('adam', 'sparse_categorical_crossentropy', metrics=['accuracy'])
    return model

if __name__ == '__main__':
    train_ds = get_dataset()
    model = get_model()
    steps = len(train_ds)
    model.fit(train_ds, epochs=1, verbose=0)
    print('trained on', steps, 'batches')
    wrong = 0
    for img, label in gen():
        if model.predict(img[None], verbose=0).argmax() != label:
            wrong += 1
    print('wrong', wrong)
