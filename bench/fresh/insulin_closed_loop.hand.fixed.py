# planted: TFR101 TFR303 the minute of the day is a Python int that the traced patient model branches on
# style: functions with a dict of parameters, simulation loop
import numpy as np
import tensorflow as tf

PATIENT = {
    "p1": 0.028,      # 1/min, glucose effectiveness
    "p2": 0.025,      # 1/min, insulin action decay
    "p3": 1.3e-5,     # sensitivity
    "n": 0.09,        # insulin clearance
    "basal_glucose": 110.0,
    "basal_insulin": 12.0,
}
CONTROLLER = {"kp": 0.03, "ki": 0.0002, "kd": 0.35, "target": 115.0}
MEALS = (225, 480, 780)


def cohort(size, seed):
    rng = np.random.default_rng(seed)
    weights = rng.normal(75.0, 9.0, size).astype(np.float32)
    sensitivity = rng.lognormal(0.0, 0.25, size).astype(np.float32)
    return tf.constant(weights), tf.constant(sensitivity)


@tf.function
def patient_minute(state, dose, minute, weights, sensitivity):
    glucose, action, insulin, gut = tf.unstack(state, axis=1)
    if tf.reduce_any(tf.equal(minute, MEALS)):
        gut = gut + 45000.0 / weights
    if minute % 240 < 20:
        # morning and evening stress raises the liver's output
        liver = 0.6
    else:
        liver = 0.0
    absorbed = 0.018 * gut
    d_glucose = (-(PATIENT["p1"] + action) * glucose
                 + PATIENT["p1"] * PATIENT["basal_glucose"] + liver + absorbed * 0.5)
    d_action = (-PATIENT["p2"] * action
                + PATIENT["p3"] * sensitivity * (insulin - PATIENT["basal_insulin"]))
    d_insulin = -PATIENT["n"] * (insulin - PATIENT["basal_insulin"]) + dose
    return tf.stack([
        tf.maximum(glucose + d_glucose, 20.0),
        action + d_action,
        tf.maximum(insulin + d_insulin, 0.0),
        gut - absorbed,
    ], axis=1)


@tf.function
def pid_dose(glucose, last, integral):
    error = glucose - CONTROLLER["target"]
    integral = tf.clip_by_value(integral + error, -4000.0, 4000.0)
    dose = (CONTROLLER["kp"] * error + CONTROLLER["ki"] * integral
            + CONTROLLER["kd"] * (glucose - last))
    return tf.clip_by_value(dose, 0.0, 12.0), integral


def run_trial(size=64, minutes=45, start=220, seed=11):
    weights, sensitivity = cohort(size, seed)
    state = tf.stack([tf.fill([size], 140.0), tf.zeros([size]),
                      tf.fill([size], 12.0), tf.zeros([size])], axis=1)
    last = state[:, 0]
    integral = tf.zeros([size])
    glucose_log, dose_log = [], []
    for minute in range(start, start + minutes):
        dose, integral = pid_dose(state[:, 0], last, integral)
        last = state[:, 0]
        state = patient_minute(state, dose, tf.constant(minute), weights, sensitivity)
        glucose_log.append(state[:, 0].numpy())
        dose_log.append(dose.numpy())
    return np.array(glucose_log), np.array(dose_log)


glucose, dose = run_trial()
in_range = ((glucose > 70.0) & (glucose < 180.0)).mean()
print("mean glucose %.2f" % glucose.mean())
print("peak of the mean %.2f" % glucose.mean(axis=1).max())
print("lowest %.2f" % glucose.min())
print("time in range %.3f" % in_range)
print("insulin per patient %.2f" % dose.sum(axis=0).mean())
