import numpy as np
from keras.models import Model
from keras.layers import Input, Dense, LSTM, Embedding, concatenate
merge = lambda ts, mode, concat_axis: concatenate(ts, axis=concat_axis)

VOC = ['<pad>', 'what', 'is', 'the', 'color', 'how', 'many', 'dogs', 'cats', 'on', 'table']
ANS = ['red', 'blue', '1', '2', 'yes', 'no']

img = Input(shape=(12,))
q = Input(shape=(6,))
qe = LSTM(6)(Embedding(len(VOC), 5)(q))
both = merge([img, qe], mode='concat', concat_axis=-1)
vqa = Model([img, q], Dense(len(ANS), activation='softmax')(both))

questions = ['what is the color', 'how many dogs', 'how many cats on the table', 'is the dogs red']
for text in questions:
    w = [VOC.index(t) for t in text.split() if t in VOC][:6]
    quest = np.array([0] * (6 - len(w)) + w)
    feat = np.random.rand(12)
    ans = vqa.predict([feat[None], quest[None]], verbose=0)[0]
    print(text, '?', ANS[ans.argmax()])
