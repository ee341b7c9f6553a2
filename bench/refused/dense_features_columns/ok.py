import numpy as np
import tensorflow as tf

columns = [tf.feature_column.numeric_column(n) for n in ('age', 'fare')]
inputs = {n: tf.keras.Input((1,), name=n) for n in ('age', 'fare')}
x = tf.keras.layers.Concatenate()([inputs['age'], inputs['fare']])
x = tf.keras.layers.Dense(6, activation='relu')(x)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(1, activation='sigmoid')(x))
model.compile('adam', 'binary_crossentropy')
passengers = [(22., 7.3), (38., 71.), (26., 7.9), (35., 53.)]
for age, fare in passengers:
    surv = model.predict({'age': np.array([[age]]), 'fare': np.array([[fare]])}, verbose=0)
    print(age, surv[0, 0])
