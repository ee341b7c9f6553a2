# planted: TFR204 TFR101 reduce_retracing=True sits on roll(), but what changes are Python floats parsed from the track, for which it does nothing
# style: CLI-like script that parses a track notation, bisection
"""Time marbles on tracks written as LENGTH@SLOPE/FRICTION and find the push that hits a target time."""
import argparse
import math
import re

import tensorflow as tf

G = 9.81
PIECE = re.compile(r"(?P<length>[\d.]+)@(?P<slope>-?[\d.]+)/(?P<friction>[\d.]+)")
TRACKS = {
    "spiral": "0.8@9/0.02 1.1@6/0.03 0.9@7/0.02 0.4@-3/0.05",
    "staircase": "0.3@20/0.04 0.3@1/0.04 0.3@18/0.05 0.5@2/0.03 0.2@15/0.04",
    "half pipe": "1.2@14/0.015 0.5@0.5/0.02 0.6@-8/0.02",
}


def parse(track):
    for match in PIECE.finditer(track):
        piece = {key: float(text) for key, text in match.groupdict().items()}
        piece["slope"] = math.radians(piece["slope"])
        yield piece


@tf.function(reduce_retracing=True)
def roll(speed, length, slope, friction):
    """Speed at the end of a straight piece and the time it took; a rolling ball keeps 5/7 of the drive."""
    drive = 5.0 / 7.0 * G * (tf.sin(slope) - friction * tf.cos(slope))
    squared = tf.square(speed) + 2.0 * drive * length
    out = tf.sqrt(tf.maximum(squared, 1e-4))
    return out, 2.0 * length / (speed + out)


def run(track, push):
    speed = tf.constant(push)
    total = 0.0
    for piece in parse(track):
        speed, seconds = roll(speed, **piece)
        total += float(seconds)
    return total, float(speed)


def push_for(track, target, low=0.05, high=4.0, tries=14):
    for _ in range(tries):
        push = 0.5 * (low + high)
        seconds, _ = run(track, push)
        if seconds > target:
            low = push
        else:
            high = push
    return 0.5 * (low + high)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--push", type=float, default=0.3)
    parser.add_argument("--quicker", type=float, default=0.85, help="target as a share of the first time")
    options = parser.parse_args(argv)
    for name, track in TRACKS.items():
        seconds, speed = run(track, options.push)
        wanted = push_for(track, options.quicker * seconds)
        print(f"{name}: {seconds:.2f} s, leaves at {speed:.2f} m/s, push {wanted:.2f} m/s for {options.quicker:.0%}")
    fastest = min(TRACKS, key=lambda name: run(TRACKS[name], options.push)[0])
    print("fastest:", fastest)


if __name__ == "__main__":
    main([])
