from tensorflow.keras import Model, layers as L


class StackedMLP(Model):
    def __init__(self, units, n_out):
        super(StackedMLP, self).__init__()
        self.layers = [L.Dense(u, activation='relu') for u in units]
        self.head = L.Dense(n_out, activation='softmax')

    def call(self, x):
        for l in self.layers:
            x = l(x)
        return self.head(x)
