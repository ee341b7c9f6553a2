import colorsys
import os
import numpy as np
import keras
from keras import backend as K
from keras.layers import Conv2D, Input, GlobalAveragePooling2D, Dense
from keras.models import Model
from timeit import default_timer as timer


class YOLO(object):
    _defaults = {"score": 0.3, "iou": 0.45, "model_image_size": (32, 32), "gpu_num": 1}

    @classmethod
    def get_defaults(cls, n):
        return cls._defaults.get(n, "Unrecognized attribute name '" + n + "'")

    def __init__(self, **kwargs):
        self.__dict__.update(self._defaults)
        self.__dict__.update(kwargs)
        self.class_names = ['person', 'car', 'dog']
        hsv_tuples = [(x / len(self.class_names), 1., 1.) for x in range(len(self.class_names))]
        self.colors = list(map(lambda x: colorsys.hsv_to_rgb(*x), hsv_tuples))
        self.gpus = []
        self.yolo_model = self.generate()

    def generate(self):
        i = Input(shape=self.model_image_size + (3,))
        x = Conv2D(4, 3, activation='relu')(i)
        x = GlobalAveragePooling2D()(x)
        return Model(i, Dense(5)(x))


def detect_image(model, frame):
    image_data = np.array(frame, dtype='float32') / 255.
    image_data = np.expand_dims(image_data, 0)
    boxes = model.predict(image_data, verbose=0)
    return boxes[0]


def detect_video(yolo):
    accum_time = 0
    for _ in range(6):
        prev = timer()
        frame = np.random.randint(0, 255, (32, 32, 3))
        box = detect_image(yolo.yolo_model, frame)
        accum_time += timer() - prev
    print('Found', box.shape, accum_time)


if __name__ == '__main__':
    detect_video(YOLO())
