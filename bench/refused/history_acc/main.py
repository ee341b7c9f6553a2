import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Dropout

intents = {'greeting': ['hi there', 'hello', 'good day'],
           'goodbye': ['bye', 'see you later', 'good night'],
           'thanks': ['thanks a lot', 'thank you']}
words = sorted({w for ps in intents.values() for p in ps for w in p.split()})
classes = sorted(intents)


def bow(sentence):
    bag = [0] * len(words)
    for s in sentence.lower().split():
        for i, w in enumerate(words):
            if w == s:
                bag[i] = 1
    return np.array(bag)


train_x, train_y = [], []
for tag, patterns in intents.items():
    for p in patterns:
        train_x.append(bow(p))
        train_y.append([1 if c == tag else 0 for c in classes])

model = Sequential()
model.add(Dense(16, input_shape=(len(words),), activation='relu'))
model.add(Dropout(0.5))
model.add(Dense(len(classes), activation='softmax'))
model.compile(loss='categorical_crossentropy', optimizer='sgd', metrics=['accuracy'])
hist = model.fit(np.array(train_x), np.array(train_y), epochs=3, batch_size=5, verbose=0)
print('training accuracy', hist.history['acc'][-1])

for msg in iter(['hello you', 'thank you', 'bye', 'quit'].__iter__().__next__, 'quit'):
    vec = bow(msg)
    res = model.predict(vec.reshape(1, -1), verbose=0)[0]
    print(msg, '->', classes[int(np.argmax(res))], res.max())
