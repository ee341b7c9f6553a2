import numpy as np
from tensorflow.keras.models import model_from_json

# load model structure (same text as fer.json, smaller)
arch = '''{"class_name": "Sequential", "config": {"name": "sequential_1", "layers": [
 {"class_name": "Conv2D", "config": {"name": "c", "trainable": true, "batch_input_shape": [null, 12, 12, 1],
  "dtype": "float32", "filters": 2, "kernel_size": [3, 3], "strides": [1, 1], "padding": "same", "data_format": "channels_last",
  "dilation_rate": [1, 1], "activation": "relu", "use_bias": true}},
 {"class_name": "Flatten", "config": {"name": "flat", "trainable": true, "dtype": "float32", "data_format": "channels_last"}},
 {"class_name": "Dense", "config": {"name": "dense", "trainable": true, "dtype": "float32", "units": 7,
  "activation": "softmax", "use_bias": true}}]},
 "keras_version": "2.4.0", "backend": "tensorflow"}'''
model = model_from_json(arch)

emotions = ('angry', 'disgust', 'fear', 'happy', 'sad', 'surprise', 'neutral')


def frames(n):
    for _ in range(n):
        yield np.random.randint(0, 255, (48, 48))


for img in frames(8):
    x, y, w, h = 10, 10, 24, 24
    detected_face = img[y:y + h, x:x + w][::2, ::2]
    pixels = np.expand_dims(np.expand_dims(detected_face, -1), axis=0) / 255.0
    custom = model.predict(pixels, verbose=0)
    max_index = np.argmax(custom[0])
    print(emotions[max_index])
