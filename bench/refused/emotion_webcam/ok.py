import numpy as np
from keras.models import load_model


class Camera(object):
    """cv2.VideoCapture replacement"""
    def __init__(self, frames=6):
        self.frames = frames

    def read(self):
        self.frames -= 1
        return self.frames >= 0, np.random.randint(0, 255, (64, 64), dtype=np.uint8)


def detect(gray):
    n = np.random.randint(0, 3)
    return [(8 * i, 8 * i, 32, 32) for i in range(n)]


# parameters for loading data and images
emotion_model_path = 'emotion_model.keras'

# loading models
emotion_classifier = load_model(emotion_model_path, compile=False)
emotion_classifier.make_predict_function()
EMOTIONS = ["angry", "disgust", "scared", "happy", "sad", "surprised", "neutral"]

# starting video streaming
camera = Camera()
while True:
    ok, gray = camera.read()
    if not ok:
        break
    for (fX, fY, fW, fH) in detect(gray):
        roi = gray[fY:fY + fH, fX:fX + fW][::2, ::2]
        roi = roi.astype("float") / 255.0
        roi = np.expand_dims(roi, axis=-1)
        roi = np.expand_dims(roi, axis=0)
        preds = emotion_classifier.predict(roi)[0]
        label = EMOTIONS[preds.argmax()]
        print(label, "{:.2f}%".format(preds.max() * 100))
