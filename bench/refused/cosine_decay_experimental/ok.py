import tensorflow as tf

schedule = tf.keras.optimizers.schedules.CosineDecay(1e-3, decay_steps=100)
net = tf.keras.Sequential([
    tf.keras.layers.Conv2D(12, 3, padding='same', input_shape=(8, 8, 3)),
    tf.keras.layers.Lambda(lambda t: tf.nn.depth_to_space(t, 2))])
net.compile(tf.keras.optimizers.Adam(schedule), 'mae')
big = tf.random.uniform((16, 16, 16, 3))
small = tf.image.resize(big, (8, 8))
net.fit(small, big, epochs=1, verbose=0)

psnr = 0.
for j in range(6):
    lr_patch = small[j][tf.newaxis]
    hr = net(lr_patch, training=False)
    psnr += tf.image.psnr(hr[0], big[j], 1.0).numpy()
print(psnr / 6)
