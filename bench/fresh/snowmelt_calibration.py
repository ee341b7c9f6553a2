# planted: TFR103 the candidate parameters go in as a list of Python floats, a new one for each trial
# style: hydrologist's calibration by pattern search, plain functions, a dictionary of bounds
import numpy as np
import tensorflow as tf

DAYS = 120
PARAMETERS = ["degree_day_factor", "melt_temperature", "recession"]
BOUNDS = {"degree_day_factor": (1.0, 8.0), "melt_temperature": (-2.0, 2.0), "recession": (0.02, 0.6)}


def make_catchment(seed=31):
    rng = np.random.default_rng(seed)
    day = np.arange(DAYS)
    temperature = -6 + 0.14 * day + rng.normal(0, 1.8, DAYS)
    precipitation = rng.gamma(0.4, 6.0, DAYS)
    return temperature.astype("float32"), precipitation.astype("float32")


temperature, precipitation = (tf.constant(a) for a in make_catchment())


@tf.function
def simulate(params):
    ddf, t_melt, k = params
    snow = tf.constant(60.0)
    store = tf.constant(5.0)
    flow = tf.TensorArray(tf.float32, size=DAYS)
    for d in tf.range(DAYS):
        t, p = temperature[d], precipitation[d]
        snowfall = tf.where(t < 0.0, p, 0.0)
        snow += snowfall
        melt = tf.minimum(snow, ddf * tf.nn.relu(t - t_melt))
        snow -= melt
        store += melt + p - snowfall
        q = k * store
        store -= q
        flow = flow.write(d, q)
    return flow.stack()


def nash_sutcliffe(sim, obs):
    return 1.0 - np.sum((sim - obs) ** 2) / np.sum((obs - obs.mean()) ** 2)


def pattern_search(objective, start, step=0.25, rounds=7):
    best = list(start)
    best_score = objective(best)
    trials = 1
    for _ in range(rounds):
        improved = False
        for i, name in enumerate(PARAMETERS):
            low, high = BOUNDS[name]
            for sign in (-1, 1):
                trial = best[:]
                trial[i] = min(high, max(low, trial[i] + sign * step * (high - low)))
                score = objective(trial)
                trials += 1
                if score > best_score:
                    best, best_score, improved = trial, score, True
        if not improved:
            step /= 2
    return best, best_score, trials


truth = [3.7, 0.4, 0.18]
observed = simulate(truth).numpy() * np.random.default_rng(5).lognormal(0, 0.05, DAYS)


def efficiency(p):
    return nash_sutcliffe(simulate(p).numpy(), observed)


best, score, trials = pattern_search(efficiency, [5.0, -1.0, 0.4])
for name, value, true in zip(PARAMETERS, best, truth):
    print(f"{name:20s} {value:6.3f}  (true {true})")
print(f"efficiency {score:.3f} after {trials} trials")
