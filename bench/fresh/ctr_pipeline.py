# planted: TFR502 the helper module compiles its step inside the function that trains one hour of the log
# style: ad-tech data engineer, a main over hours of logs and a trainer module, logging-like prints
"""Replay a day of impressions hour by hour and keep the click model up to date."""
import sys

import numpy as np

from ctr_pipeline_trainer import evaluate, new_weights, train_hour

FIELDS = (7, 24, 5)  # weekday, hour, device


def impressions(hour, rng, n=64):
    weekday = np.full(n, 3)
    device = rng.integers(0, FIELDS[2], n)
    columns = np.stack([weekday, np.full(n, hour), device], axis=1)
    logit = -1.0 + 0.8 * (device == 2) + 0.7 * np.sin(hour / 24 * 2 * np.pi)
    clicks = rng.random(n) < 1 / (1 + np.exp(-logit))
    return columns.astype("int32"), clicks.astype("float32")


def say(message, *values):
    sys.stdout.write(message % values + "\n")


def run_day(hours=24):
    rng = np.random.default_rng(15)
    weights = new_weights(FIELDS)
    losses = []
    for hour in range(hours):
        columns, clicks = impressions(hour, rng)
        if hour:
            losses.append(evaluate(weights, columns, clicks))
        train_hour(weights, columns, clicks, passes=3)
    return weights, losses


if __name__ == "__main__":
    weights, losses = run_day()
    say("hours evaluated: %d", len(losses))
    say("logloss first 8: %.4f", np.mean(losses[:8]))
    say("logloss last 8: %.4f", np.mean(losses[-8:]))
    say("device 2 weight: %.3f", float(weights[2][2]))
