import wave, struct, io
import numpy as np
from keras.models import load_model

model = load_model('voice.keras')
shape = model.layers[0].get_config()['batch_input_shape']
n_frames, n_mfcc = shape[1], shape[2]
print('model wants', n_frames, 'frames of', n_mfcc)


def fake_wav(seconds=1, sr=4000):
    buf = io.BytesIO()
    w = wave.open(buf, 'wb')
    w.setnchannels(1); w.setsampwidth(2); w.setframerate(sr)
    w.writeframes(b''.join(struct.pack('<h', int(3000 * np.random.randn()) // 4) for _ in range(sr * seconds)))
    w.close()
    buf.seek(0)
    return buf


def features(f):
    w = wave.open(f)
    sig = np.frombuffer(w.readframes(w.getnframes()), dtype='<i2').astype(float)
    frames = np.array_split(sig, n_frames)
    return np.array([np.log1p(np.abs(np.fft.rfft(fr))[:n_mfcc]) for fr in frames])


names = ['hello', 'stop', 'noise']
for n in range(5):
    X = features(fake_wav())
    probabilities = model.predict(X[None], verbose=0)[0]
    print(n, names[int(np.argmax(probabilities))], probabilities)
