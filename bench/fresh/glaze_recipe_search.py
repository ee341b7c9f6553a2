# planted: TFR507 each Gauss-Newton step takes an eager tape.jacobian of the property model, which traces a function per step
# style: ceramics design code, dataclass targets, two modules
"""Find oxide recipes for glazes that meet a target expansion, melting index and gloss."""
from dataclasses import dataclass

import numpy as np

from glaze_recipe_search_solver import gauss_newton

OXIDES = ["SiO2", "Al2O3", "B2O3", "CaO", "Na2O"]


@dataclass
class Glaze:
    name: str
    expansion: float
    melt: float
    gloss: float

    def as_vector(self):
        return np.array([self.expansion, self.melt, self.gloss], "float32")


WANTED = [
    Glaze("celadon", 6.1, 2.0, 0.75),
    Glaze("tenmoku", 5.8, 1.7, 0.60),
    Glaze("majolica", 6.9, 2.8, 0.85),
    Glaze("satin", 6.4, 1.9, 0.45),
]


def main():
    start = np.log(np.array([3.0, 0.4, 0.3, 0.6, 0.3], "float32"))
    for glaze in WANTED:
        moles, misfit, steps = gauss_newton(start, glaze.as_vector(), most=5)
        silica = moles[OXIDES.index("SiO2")] / moles[OXIDES.index("Al2O3")]
        print(f"{glaze.name:9s} Si:Al {silica:5.2f}  boron {moles[2]:.2f}  misfit {misfit:.3f}  steps {steps}")
    print("oxides", len(OXIDES))


if __name__ == "__main__":
    main()
