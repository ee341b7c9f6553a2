import json, pickle
import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Dropout
words = ['are', 'bye', 'hello', 'hi', 'how', 'you', 'weather', 'what']
classes = ['greeting', 'goodbye', 'weather']
model = Sequential()
model.add(Dense(16, input_shape=(len(words),), activation='relu'))
model.add(Dropout(0.5))
model.add(Dense(len(classes), activation='softmax'))
model.compile(loss='mse', optimizer='adam', metrics=['mae'])
model.fit(np.random.randint(0, 2, (30, len(words))), np.eye(3)[np.random.randint(0, 3, 30)], epochs=1, verbose=0)
model.save('chatbot_model.h5')
pickle.dump(words, open('words.pkl', 'wb'))
pickle.dump(classes, open('classes.pkl', 'wb'))
