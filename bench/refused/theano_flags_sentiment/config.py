import os

# the lab machines only have theano
os.environ['KERAS_BACKEND'] = 'theano'
os.environ['THEANO_FLAGS'] = 'device=cpu,floatX=float32'

MAX_LEN = 12
VOCAB = 60
EMB = 8
