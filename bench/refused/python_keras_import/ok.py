import numpy as np
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Dense, Dropout

bot = Sequential()
bot.add(Dense(8, activation='relu', input_shape=(4,)))
bot.add(Dropout(0.3))
bot.add(Dense(3, activation='softmax'))
bot.compile('adam', 'categorical_crossentropy')
cash = 100.
for day in range(8):
    s = np.random.rand(1, 4)
    b = bot.predict(s, verbose=0)
    cash *= 1 + (np.argmax(b[0]) - 1) * np.random.randn() * .01
print(cash)
