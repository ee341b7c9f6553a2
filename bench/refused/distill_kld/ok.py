import numpy as np
from keras.models import Sequential
from keras.layers import Dense

teacher = Sequential([Dense(32, activation='relu', input_shape=(6,)), Dense(3, activation='softmax')])
teacher.compile('adam', 'categorical_crossentropy')
x = np.random.randn(60, 6)
y = np.eye(3)[np.random.randint(0, 3, 60)]
teacher.fit(x, y, epochs=1, verbose=0)
soft = teacher.predict(x, verbose=0)

student = Sequential([Dense(4, activation='relu', input_shape=(6,)), Dense(3, activation='softmax')])
student.compile(optimizer='adam', loss='kl_divergence')
student.fit(x, soft, epochs=1, verbose=0)

agree = 0
for i in range(10):
    student_prob = student.predict(x[i:i + 1], verbose=0)
    agree += int(student_prob.argmax() == soft[i].argmax())
print('agreement', agree / 10.)
