# planted: TFR101 each cell of the hyperparameter grid arrives through **hyper as Python floats at the traced evidence of the second module
# style: two modules, econometrics, keyword dictionaries over a grid
"""Empirical Bayes choice of the shrinkage of a small macroeconomic VAR."""
from itertools import product

import numpy as np

from bvar_shrinkage_grid_model import Bvar

GRID = {
    "tightness": [0.05, 0.1, 0.2, 0.5, 1.0],
    "decay": [0.5, 1.0, 2.0],
    "prior_scale": [0.5, 2.0],
}


def economy(quarters, seed):
    """Growth, inflation and a policy rate that follows both."""
    rng = np.random.default_rng(seed)
    a1 = np.array([[0.55, 0.0, -0.15], [0.1, 0.7, 0.0], [0.1, 0.25, 0.75]])
    a2 = np.array([[0.1, 0.0, -0.05], [0.0, 0.1, 0.0], [0.0, 0.0, 0.0]])
    z = np.zeros((quarters + 20, 3))
    for t in range(2, len(z)):
        z[t] = a1 @ z[t - 1] + a2 @ z[t - 2] + rng.normal(0, [0.6, 0.4, 0.3])
    return z[20:], a1


def cells(grid):
    for values in product(*grid.values()):
        yield dict(zip(grid, values))


def search(model, grid):
    scored = [(model.evidence(**cell), cell) for cell in cells(grid)]
    return max(scored, key=lambda pair: pair[0]), scored


def main():
    series, a1 = economy(120, seed=1979)
    model = Bvar(series, lags=4)
    (best, cell), scored = search(model, GRID)
    coefficients = model.coefficients(**cell)[:3].T
    loose = model.coefficients(tightness=100.0, decay=0.5, prior_scale=0.5)[:3].T
    print("cells", len(scored))
    print("best", cell["tightness"], cell["decay"], cell["prior_scale"])
    print("log evidence", round(best, 1))
    print("own lag of inflation", round(float(coefficients[1, 1]), 2))
    print("error shrunk", round(float(np.abs(coefficients - a1).mean()), 2))
    print("error loose", round(float(np.abs(loose - a1).mean()), 2))


if __name__ == "__main__":
    main()
