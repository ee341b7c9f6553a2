# planted: TFR201 each epoch keeps another number of clean channels, so the traced solver sees another shape every time
# style: flat script, radio astronomer, numpy first
"""Dispersion measures from the arrival times in the channels that interference left over."""
import numpy as np
import tensorflow as tf

K_DM = 4.148808  # ms GHz^2 cm^3 / pc
N_CHAN = 96
N_EPOCHS = 14

rng = np.random.default_rng(1937)
freq = np.linspace(1.1, 1.9, N_CHAN).astype(np.float32)


def observe(epoch):
    """Arrival times (ms) with white noise and a few channels hit by radar."""
    dm = 71.02 + 0.004 * np.sin(epoch / 2.5)
    toa = 0.3 + K_DM * dm / freq ** 2 + rng.normal(0, 0.01, N_CHAN)
    hit = rng.random(N_CHAN) < rng.uniform(0.05, 0.35)
    toa[hit] += rng.normal(0, 25.0, hit.sum())
    sigma = np.full(N_CHAN, 0.01) * rng.uniform(0.8, 1.3, N_CHAN)
    return toa.astype(np.float32), sigma.astype(np.float32), dm


@tf.function
def weighted_line(x, y, w):
    sw = tf.reduce_sum(w)
    mx = tf.reduce_sum(w * x) / sw
    my = tf.reduce_sum(w * y) / sw
    sxx = tf.reduce_sum(w * (x - mx) ** 2)
    slope = tf.reduce_sum(w * (x - mx) * (y - my)) / sxx
    resid = y - my - slope * (x - mx)
    chi2 = tf.reduce_sum(w * resid ** 2)
    return slope, tf.math.rsqrt(sxx), chi2


def median_clip(toa):
    """Channels that are near a robust straight line in 1/nu^2."""
    x = freq ** -2
    half = N_CHAN // 2
    slopes = (toa[half:] - toa[:half]) / (x[half:] - x[:half])
    trend = np.median(slopes) * x
    off = toa - trend
    off = off - np.median(off)
    return np.abs(off) < 0.1


dms, errors, reduced, kept = [], [], [], []
truth = []
for epoch in range(N_EPOCHS):
    toa, sigma, dm = observe(epoch)
    good = median_clip(toa)
    x = K_DM * freq[good] ** -2
    slope, err, chi2 = weighted_line(x - x.mean(), toa[good], sigma[good] ** -2)
    dms.append(float(slope))
    errors.append(float(err))
    reduced.append(float(chi2) / (good.sum() - 2))
    kept.append(int(good.sum()))
    truth.append(dm)

dms = np.array(dms)
print("epochs", len(dms), "channels kept", min(kept), "to", max(kept))
print("mean DM", round(dms.mean(), 2))
print("largest miss", round(float(np.abs(dms - truth).max()), 2))
print("mean error", round(float(np.mean(errors)), 3))
print("reduced chi2", round(float(np.mean(reduced)), 2))
