# planted: TFR501 every cell's loop wraps its lambda in tf.function again
# style: notebook exported to a script, cells, exploratory names, prints of intermediate results
# %% [markdown]
# # Blinks in the eye tracker
# Rough look at the pupil signal. TODO: ask Mira about the units.

# %%
import numpy as np
import tensorflow as tf

tf.random.set_seed(0)
np.random.seed(0)

# %%
n_subj, n_samp = 25, 400
pupil = 3.0 + np.cumsum(np.random.normal(0, 0.02, (n_subj, n_samp)), axis=1)
for s in range(n_subj):
    for start in np.random.randint(20, n_samp - 20, size=4):
        pupil[s, start:start + 6] *= 0.3
pupil = pupil.astype("float32")
pupil.shape

# %% speed of the pupil per subject
threshold = tf.constant(0.5)
n_blinks = []
for s in range(n_subj):
    blinks = tf.function(lambda p: tf.reduce_sum(tf.cast(p[1:] - p[:-1] < -threshold, tf.int32)))
    n_blinks.append(int(blinks(tf.constant(pupil[s]))))
print("blinks", sum(n_blinks), n_blinks[:6])

# %% interpolate over the blinks and smooth
def smooth(p, kernel):
    return tf.nn.conv1d(p[None, :, None], kernel[:, None, None], 1, "VALID")[0, :, 0]


kernel = tf.signal.hann_window(11)
kernel = kernel / tf.reduce_sum(kernel)
cleaned = []
for s in range(n_subj):
    @tf.function
    def clean(p):
        ok = p > 0.6 * tf.reduce_mean(p)
        filled = tf.where(ok, p, tf.reduce_mean(tf.boolean_mask(p, ok)))
        return smooth(filled, kernel)

    cleaned.append(clean(tf.constant(pupil[s])).numpy())
cleaned = np.array(cleaned)
print("cleaned", cleaned.shape, "mean %.3f" % cleaned.mean())

# %% drift of each subject: slope by least squares
time = tf.linspace(-1.0, 1.0, cleaned.shape[1])
slopes = [float(tf.reduce_sum(time * c) / tf.reduce_sum(time * time)) for c in cleaned]
print("steepest %.3f flattest %.3f" % (max(map(abs, slopes)), min(map(abs, slopes))))
