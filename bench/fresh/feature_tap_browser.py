# planted: TFR601 TFR603 each request of the browser builds a sub-model up to the wanted layer and calls predict on it
# style: research-lab helper class, functional Keras model, request list as tuples
"""Browse what the layers of a small texture network react to."""
import numpy as np
from keras import Input, Model, layers, utils


def texture_network():
    image = Input((16, 16, 1), name="image")
    x = layers.Conv2D(6, 3, activation="relu", name="edges")(image)
    x = layers.MaxPooling2D(name="pool")(x)
    x = layers.Conv2D(8, 3, activation="relu", name="corners")(x)
    x = layers.GlobalAveragePooling2D(name="summary")(x)
    out = layers.Dense(3, activation="softmax", name="texture")(x)
    return Model(image, out, name="textures")


def textures(kind, count, rng):
    y, x = np.mgrid[0:16, 0:16]
    images = []
    for _ in range(count):
        phase, scale = rng.uniform(0, 6), rng.uniform(0.6, 1.4)
        pattern = {
            "stripes": np.sin(scale * x + phase),
            "checks": np.sin(scale * x + phase) * np.sin(scale * y),
            "rings": np.sin(scale * np.hypot(x - 8, y - 8) + phase),
        }[kind]
        images.append(pattern + 0.1 * rng.normal(size=pattern.shape))
    return np.array(images, "float32")[..., None]


class LayerBrowser:
    def __init__(self, model):
        self.model = model
        self.visited = []

    def activations(self, layer_name, images):
        tap = Model(self.model.inputs, self.model.get_layer(layer_name).output)
        self.visited.append(layer_name)
        return tap.predict(images, verbose=0)

    def strongest_unit(self, layer_name, images):
        values = self.activations(layer_name, images)
        axes = tuple(range(values.ndim - 1))
        per_unit = values.mean(axis=axes)
        return int(per_unit.argmax()), float(per_unit.max())

    def selectivity(self, layer_name, images, others):
        own = self.activations(layer_name, images).mean(axis=0)
        rest = self.activations(layer_name, others).mean(axis=0)
        return float(np.abs(own - rest).mean())


def main():
    utils.set_random_seed(2)
    rng = np.random.default_rng(2)
    shelf = {kind: textures(kind, 6, rng) for kind in ("stripes", "checks", "rings")}
    browser = LayerBrowser(texture_network())
    for kind, images in shelf.items():
        found = [browser.strongest_unit(name, images) for name in ("edges", "corners", "summary")]
        print(kind, [unit for unit, _ in found], [round(value, 2) for _, value in found])
    kinds = list(shelf)
    for kind, other in zip(kinds, kinds[1:] + kinds[:1]):
        print(f"{kind} against {other}: {browser.selectivity('summary', shelf[kind], shelf[other]):.3f}")
    print("layers visited:", len(browser.visited))


if __name__ == "__main__":
    main()
