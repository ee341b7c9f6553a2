import pickle
import numpy as np
from train import train

net = train()
words = pickle.load(open('words.pkl', 'rb'))
for question in ['what time', 'your name', 'time name']:
    v = np.array([[float(w in question.split()) for w in words]])
    print(question, net.predict(v, verbose=0).argmax())
