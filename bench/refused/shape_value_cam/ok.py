# Class activation maps for a bunch of (random) pictures
from keras.models import Model
from keras.layers import Input, Conv2D, GlobalAveragePooling2D, Dense
import numpy as np

def get_model():
    inp = Input(shape=(24, 24, 3))
    x = Conv2D(6, (3, 3), padding='same', activation='relu')(inp)
    x = Conv2D(8, (3, 3), padding='same', activation='relu', name='last_conv')(x)
    x = GlobalAveragePooling2D()(x)
    x = Dense(2, activation='softmax', name='fc')(x)
    model = Model(inputs=inp, outputs=x)
    model.compile(loss='categorical_crossentropy', optimizer='sgd', metrics=['accuracy'])
    return model

model = get_model()
model.fit(np.random.rand(12, 24, 24, 3), np.eye(2)[np.random.randint(0, 2, 12)], verbose=0)

class_weights = model.get_layer('fc').get_weights()[0]
num_maps = model.get_layer('last_conv').output.shape[-1]
cam_model = Model(inputs=model.input, outputs=[model.get_layer('last_conv').output, model.output])

images = np.random.rand(5, 24, 24, 3)
for n, img in enumerate(images):
    cam_in = cam_model.predict(np.expand_dims(img, 0))
    conv_outputs, predictions = cam_in
    conv_outputs = conv_outputs[0]
    target_class = int(predictions[0].argmax())
    cam = np.zeros(conv_outputs.shape[0:2], dtype=np.float32)
    for i in range(num_maps):
        cam += class_weights[i, target_class] * conv_outputs[:, :, i]
    cam /= np.max(cam) + 1e-9
    print("image", n, "predicted", predictions[0], "cam max at", np.unravel_index(cam.argmax(), cam.shape))
