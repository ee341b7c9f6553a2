import numpy as np
from keras.models import Sequential
from keras.layers import Dense

symptoms = ['fever', 'cough', 'rash', 'headache']
data = [(['fever', 'cough'], 0), (['rash'], 1), (['headache', 'fever'], 0), (['rash', 'headache'], 1)]
train_x = [[1 if s in d else 0 for s in symptoms] for d, _ in data]
train_y = [label for _, label in data]
net = Sequential()
net.add(Dense(6, activation='relu', input_shape=(len(symptoms),)))
net.add(Dense(1, activation='sigmoid'))
net.compile(loss='binary_crossentropy', optimizer='adam')
net.fit(train_x, train_y, epochs=2, verbose=0)
for patient in [['fever'], ['rash', 'cough'], ['headache']]:
    bag = np.array([1 if s in patient else 0 for s in symptoms])
    reply = net.predict(bag.reshape(1, 4), verbose=0)
    print(patient, 'flu' if reply[0][0] < .5 else 'allergy')
