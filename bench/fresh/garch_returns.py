# planted: TFR101 TFR201 the search tries one set of float parameters after the other, for series of several lengths
# style: risk analyst, a pattern search without SciPy, the model in a module of its own
import numpy as np

from garch_returns_model import forecast, negative_log_likelihood, simulate

BOUNDS = np.array([[0.01, 2.0], [0.01, 0.4], [0.3, 0.95]])


def admissible(p):
    return bool(np.all(p >= BOUNDS[:, 0]) and np.all(p <= BOUNDS[:, 1]) and p[1] + p[2] < 0.999)


def pattern_search(objective, start, steps, halvings):
    best = np.array(start)
    value = objective(best)
    steps = np.array(steps)
    calls = 1
    for _ in range(halvings):
        improved = True
        while improved:
            improved = False
            for axis in range(len(best)):
                for sign in (1, -1):
                    trial = best.copy()
                    trial[axis] += sign * steps[axis]
                    if not admissible(trial):
                        continue
                    calls += 1
                    new = objective(trial)
                    if new < value - 1e-5:
                        best, value, improved = trial, new, True
                        break
        steps = steps / 2
    return best, value, calls


class Garch:
    def __init__(self, returns):
        self.returns = returns
        self.params = None

    def objective(self, p):
        omega, alpha, beta = p.tolist()
        return float(negative_log_likelihood(self.returns, omega, alpha, beta))

    def fit(self):
        self.params, value, calls = pattern_search(self.objective, [0.2, 0.1, 0.7], [0.1, 0.08, 0.1], halvings=1)
        return value, calls


def main():
    series = {
        "bank": simulate(90, 0.1, 0.15, 0.75, seed=1),
        "grid": simulate(120, 0.3, 0.05, 0.6, seed=2),
        "mine": simulate(75, 0.2, 0.25, 0.65, seed=3),
    }
    for name, returns in series.items():
        model = Garch(returns)
        value, calls = model.fit()
        omega, alpha, beta = model.params
        ahead = forecast(returns, omega, alpha, beta, [1, 5, 20])
        print(f"{name}: omega={omega:.3f} alpha={alpha:.3f} beta={beta:.3f} nll={value:.4f} calls={calls}")
        print("   volatility ahead", np.round(ahead, 3).tolist())


if __name__ == "__main__":
    main()
