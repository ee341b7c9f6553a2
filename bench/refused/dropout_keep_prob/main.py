import numpy as np
from model import EmotionCNN
import video

EMOTIONS = ['angry', 'happy', 'sad']
model = EmotionCNN(len(EMOTIONS))
model.compile('adam', 'sparse_categorical_crossentropy')
model.fit(np.random.rand(12, 24, 24, 1).astype('float32'), np.random.randint(0, 3, 12), verbose=0)

for frame in video.frames(5):
    face = video.crop(frame)
    probs = model.predict(face.reshape(1, 24, 24, 1), verbose=0)
    print(EMOTIONS[np.argmax(probs)])
