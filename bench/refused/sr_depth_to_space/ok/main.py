import numpy as np
from PIL_free import downscale, psnr
from espcn import espcn

model = espcn(scale=2)
model.compile(optimizer='adam', loss='mse')
hr = np.random.rand(8, 16, 16, 1).astype('float32')
lr = downscale(hr)
model.fit(lr, hr, epochs=1, verbose=0)

total = 0.0
for img, target in zip(lr, hr):
    pred = model.predict(np.expand_dims(img, 0), verbose=0)[0]
    total += psnr(pred, target)
print('mean psnr %.2f' % (total / len(hr)))
