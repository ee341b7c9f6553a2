import numpy as np
from tensorflow.keras.layers import Input, Conv2D, GlobalMaxPooling2D, Dense
from tensorflow.keras.models import Model
from tensorflow.keras.callbacks import EarlyStopping

IM = 24
faces = np.random.rand(40, IM, IM, 3)
genders = np.random.randint(0, 2, (40, 1))
ages = np.random.randint(1, 90, (40, 1)).astype('float32')

inputs = Input((IM, IM, 3))
x = Conv2D(6, 3, activation='relu')(inputs)
x = GlobalMaxPooling2D()(x)
gender_out = Dense(1, activation='sigmoid', name='gender_out')(x)
age_out = Dense(1, activation='relu', name='age_out')(x)
net = Model(inputs=[inputs], outputs=[gender_out, age_out])
net.compile(loss=['binary_crossentropy', 'mae'], optimizer='adam', metrics=['accuracy'])
net.fit(x=faces, y=[genders, ages], batch_size=16, epochs=1, validation_split=0.2, verbose=0,
        callbacks=[EarlyStopping(patience=2)])

for i in range(6):
    face = faces[i].reshape(1, IM, IM, 3)
    gender, age = net.predict(face, verbose=0)
    print("Prediction:", 'F' if gender[0][0] > .5 else 'M', "Age:", round(age[0][0]))
