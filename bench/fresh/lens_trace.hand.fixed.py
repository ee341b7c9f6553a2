# planted: TFR104 a frozen Surface with the curvature of the trial is replaced anew for every trace of the rays
# style: optics, frozen dataclasses, coordinate descent on the spot size of a doublet
from __future__ import annotations

import dataclasses

import numpy as np
import tensorflow as tf


@dataclasses.dataclass(frozen=True)
class Surface:
    curvature: float
    distance: float     # to the surface before
    index: float        # behind the surface


@dataclasses.dataclass(frozen=True)
class Lens:
    surfaces: tuple[Surface, ...]
    focus: float

    def bent(self, number: int, curvature: float) -> Lens:
        s = list(self.surfaces)
        s[number] = dataclasses.replace(s[number], curvature=curvature)
        return dataclasses.replace(self, surfaces=tuple(s))


DOUBLET = Lens((Surface(0.010, 0.0, 1.517), Surface(-0.012, 6.0, 1.649), Surface(-0.002, 3.0, 1.0)), focus=97.0)
HEIGHTS = tf.constant(np.linspace(-10, 10, 41), tf.float32)


@tf.function
def trace(prescription, focus, slope):
    """meridional rays with an entrance angle; rms height in the focal plane"""
    y, u, n = HEIGHTS, tf.fill([41], slope), 1.0
    for curvature, distance, index in prescription:
        y = y + distance * u
        # third-order accurate refraction at a spherical surface
        normal = curvature * y + 0.5 * (curvature * y) ** 3
        incidence = u + normal
        refracted = tf.asin(n / index * tf.sin(incidence))
        u, n = refracted - normal, index
    hit = y + focus * u
    return tf.math.reduce_std(hit), tf.reduce_mean(hit)


def spot(lens, slope):
    prescription = [tuple(map(tf.constant, dataclasses.astuple(s))) for s in lens.surfaces]
    return trace(prescription, tf.constant(lens.focus), slope)


def quality(lens: Lens) -> float:
    on_axis, _ = spot(lens, tf.constant(0.0))
    field, _ = spot(lens, tf.constant(0.01))
    return float(on_axis + 0.5 * field)


def improve(lens: Lens, step: float = 8e-4, sweeps: int = 4) -> tuple[Lens, list[float]]:
    best = quality(lens)
    log = [best]
    for _ in range(sweeps):
        for number in range(len(lens.surfaces)):
            for sign in (1, -1):
                trial = lens.bent(number, lens.surfaces[number].curvature + sign * step)
                q = quality(trial)
                if q < best:
                    lens, best = trial, q
        log.append(best)
        step *= 0.6
    return lens, log


if __name__ == "__main__":
    lens, log = improve(DOUBLET)
    print("spot by sweep (mm):", " ".join(f"{v:.3f}" for v in log))
    for s in lens.surfaces:
        print(f"  curvature {s.curvature:8.5f}  distance {s.distance:.1f}  index {s.index:.3f}")
    print(f"image height at 0.01 rad: {float(spot(lens, tf.constant(0.01))[1]):.3f} mm")
