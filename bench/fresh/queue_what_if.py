# planted: TFR101 TFR103 options of each what-if run go into the traced simulator as keyword arguments
# style: operations analyst, list of dicts with overrides
"""What happens to waiting times at the desk if ...? Lindley's recursion for several plans."""
import numpy as np
import tensorflow as tf

DEFAULTS = {"arrivals": 10.0, "service": 9.0, "walk_in": 0.0}

PLANS = [
    ("today", {}),
    ("faster desk", {"service": 8.0}),
    ("reminder texts", {"no_show": 0.15}),
    ("more walk-ins", {"walk_in": 1.5}),
    ("reminders and walk-ins", {"no_show": 0.15, "walk_in": 1.5}),
    ("busy season", {"arrivals": 9.2}),
    ("busy, faster desk", {"arrivals": 9.2, "service": 8.0}),
    ("triage", {"service": 8.6, "triage": 0.3}),
    ("triage in busy season", {"arrivals": 9.2, "service": 8.6, "triage": 0.3}),
]


@tf.function
def waits(gaps, works, chances, **options):
    gaps = gaps * (options["arrivals"] - options["walk_in"])
    works = works * options["service"]
    if "no_show" in options:
        works = tf.where(chances < options["no_show"], tf.zeros_like(works), works)
    if "triage" in options:
        short = works * 0.5
        works = tf.where(chances > 1.0 - options["triage"], short, works)
    result = tf.TensorArray(tf.float32, size=tf.shape(gaps)[1])
    wait = tf.zeros_like(gaps[:, 0])
    for i in tf.range(tf.shape(gaps)[1]):
        result = result.write(i, wait)
        wait = tf.maximum(wait + works[:, i] - gaps[:, i], 0.0)
    return tf.transpose(result.stack())


def main():
    rng = np.random.default_rng(50)
    shape = (60, 50)
    gaps = tf.constant(rng.exponential(size=shape), tf.float32)
    works = tf.constant(rng.gamma(4.0, 0.25, size=shape), tf.float32)
    chances = tf.constant(rng.random(shape), tf.float32)
    for title, overrides in PLANS:
        w = waits(gaps, works, chances, **{**DEFAULTS, **overrides}).numpy()
        late = (w > 30).mean()
        print(f"{title:24s} mean {w.mean():7.3f}  p90 {np.quantile(w, 0.9):7.3f}  over 30 min {late:.4f}")


if __name__ == "__main__":
    main()
