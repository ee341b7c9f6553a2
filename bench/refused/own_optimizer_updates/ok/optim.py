from keras.optimizers import Optimizer
from keras import ops


class SignSGD(Optimizer):
    """Sign of the gradient, one scalar learning rate"""

    def __init__(self, lr=0.01, **kwargs):
        super(SignSGD, self).__init__(learning_rate=lr, **kwargs)
        self.lr = lr

    def update_step(self, grad, variable, learning_rate):
        self.assign_sub(variable, ops.cast(self.lr, variable.dtype) * ops.sign(grad))

    def get_config(self):
        config = {'lr': self.lr}
        base_config = super(SignSGD, self).get_config()
        return dict(list(base_config.items()) + list(config.items()))
