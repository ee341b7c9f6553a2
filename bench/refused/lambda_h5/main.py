"""Drive: steering from camera frames (simulator replaced by a generator)"""
import keras
import numpy as np


class SimplePIController:
    def __init__(self, Kp, Ki):
        self.Kp = Kp
        self.Ki = Ki
        self.set_point = 0.
        self.integral = 0.

    def set_desired(self, desired):
        self.set_point = desired

    def update(self, measurement):
        error = self.set_point - measurement
        self.integral += error
        return self.Kp * error + self.Ki * self.integral


def telemetry(n):
    for i in range(n):
        yield {'speed': 8.5 + i * 0.1, 'image': np.random.randint(0, 255, (24, 48, 3)).astype('uint8')}


controller = SimplePIController(0.1, 0.002)
controller.set_desired(9)
net = keras.models.load_model('drive.keras')

for data in telemetry(8):
    frame = data['image'][::2, ::2]
    p = net.predict(np.expand_dims(frame, axis=0), verbose=0)
    steering_angle = float(p[0, 0])
    throttle = controller.update(data['speed'])
    print(steering_angle, throttle)
