import subprocess
import sys
import numpy as np
from keras.models import Sequential
from keras.layers import Dense

def list_clips():
    out = subprocess.check_output([sys.executable, '-c', 'print("a.wav");print("b.wav")'])
    return [l for l in out.decode().split('\n') if l.endswith('.wav')]

clips = list_clips()
model = Sequential([Dense(4, activation='relu', input_shape=(13,)), Dense(2, activation='softmax')])
model.compile(loss='categorical_crossentropy', optimizer='adam')
for c in clips:
    mfcc = np.random.RandomState(len(c)).rand(13)
    print(c, model.predict(mfcc.reshape(1, 13), verbose=0))
