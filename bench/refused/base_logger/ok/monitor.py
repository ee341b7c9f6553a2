import json
from keras.callbacks import Callback as BaseLogger


class TrainingMonitor(BaseLogger):
    def __init__(self, json_path):
        super(TrainingMonitor, self).__init__()
        self.json_path = json_path
        self.H = {}

    def on_epoch_end(self, epoch, logs={}):
        for k, v in logs.items():
            self.H.setdefault(k, []).append(float(v))
        with open(self.json_path, 'w') as f:
            f.write(json.dumps(self.H))
