class WeightAverager(object):
    def __init__(self, model):
        self.model = model
        self.n = 0
        self.shadow = [0.0 for _ in model.trainable_variables]

    def update(self):
        self.n += 1
        for i, v in enumerate(self.model.trainable_variables):
            self.shadow[i] = self.shadow[i] + (v.value - self.shadow[i]) / self.n

    def apply(self):
        for v, s in zip(self.model.trainable_variables, self.shadow):
            v.assign(s)
