import time
import numpy as np
import tensorflow as tf

# Disable scientific notation for clarity
np.set_printoptions(suppress=True)

# Load the model
model = tf.keras.Sequential([tf.keras.layers.TFSMLayer('exported', call_endpoint='serve')])
labels = ['Rock', 'Paper', 'Scissors']

data = np.ndarray(shape=(1, 8, 8, 3), dtype=np.float32)


def grab():
    return np.random.randint(0, 256, (8, 8, 3))


start = time.time()
frame_no = 0
while frame_no < 6:
    image = grab()
    # Normalize the image
    data[0] = (image.astype(np.float32) / 127.0) - 1
    prediction = model.predict(data)
    idx = np.argmax(prediction)
    print(labels[idx], prediction[0][idx])
    frame_no += 1
print('fps', frame_no / (time.time() - start))
