import json
import random
import numpy as np
from keras.models import Sequential
from keras.layers import Dense

intents = json.loads('{"intents": [{"tag": "hi", "patterns": ["hello", "hi you"], "responses": ["Hey"]},'
                     '{"tag": "age", "patterns": ["how old are you"], "responses": ["Young"]}]}')
words = sorted({w for i in intents['intents'] for p in i['patterns'] for w in p.split()})
classes = [i['tag'] for i in intents['intents']]
training = []
output_empty = [0] * len(classes)
for i in intents['intents']:
    for p in i['patterns']:
        bag = [1 if w in p.split() else 0 for w in words]
        output_row = list(output_empty)
        output_row[classes.index(i['tag'])] = 1
        training.append([bag, output_row])
random.shuffle(training)
training = np.array(training)
train_x = list(training[:, 0])
train_y = list(training[:, 1])
model = Sequential()
model.add(Dense(8, input_shape=(len(train_x[0]),), activation='relu'))
model.add(Dense(len(train_y[0]), activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='adam')
model.fit(np.array(train_x), np.array(train_y), epochs=2, batch_size=5, verbose=0)

queue = ['hello', 'how old are you', 'hi you']
while queue:
    message = queue.pop(0)
    v = np.array([[1 if w in message.split() else 0 for w in words]])
    intent = model.predict(v, verbose=0)
    print(message, '|', random.choice(intents['intents'][int(intent.argmax())]['responses']))
