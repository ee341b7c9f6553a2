# planted: TFR601 a request's images are classified with model.predict, inside the loop over incoming requests and one call deeper
# style: asyncio web service, convolutional Keras subclass model
"""Image moderation gateway: requests carry a handful of thumbnails each."""
import asyncio

import keras
import numpy as np

LABELS = ["safe", "text", "blocked"]


class ThumbNet(keras.Model):
    def __init__(self):
        super().__init__()
        self.conv = keras.layers.Conv2D(6, 3, strides=2, activation="relu")
        self.pool = keras.layers.GlobalMaxPooling2D()
        self.head = keras.layers.Dense(len(LABELS), activation="softmax")

    def call(self, images):
        return self.head(self.pool(self.conv(images)))


def thumbnails(count, rng):
    kind = rng.integers(0, 3, count)
    images = rng.normal(0, 0.1, (count, 12, 12, 1))
    images[kind == 1, ::3] += 0.9
    images[kind == 2, 3:9, 3:9] += 1.4
    return images.astype("float32"), kind


class Moderator:
    def __init__(self, model):
        self.model = model

    def verdicts(self, images):
        probs = self.model.predict(images, verbose=0, batch_size=8)
        return [LABELS[int(k)] for k in probs.argmax(1)]


class Gateway:
    def __init__(self, moderator):
        self.moderator = moderator
        self.inbox = asyncio.Queue()
        self.blocked = 0
        self.right = self.seen = 0

    async def receive(self, requests):
        for request in requests:
            await self.inbox.put(request)
        await self.inbox.put(None)

    async def serve(self):
        while (request := await self.inbox.get()) is not None:
            images, truth = request
            verdicts = self.moderator.verdicts(images)
            self.blocked += "blocked" in verdicts
            self.right += sum(LABELS[k] == v for k, v in zip(truth, verdicts))
            self.seen += len(verdicts)
            await asyncio.sleep(0)


async def main():
    keras.utils.set_random_seed(3)
    rng = np.random.default_rng(3)
    model = ThumbNet()
    model.compile(keras.optimizers.Adam(0.02), "sparse_categorical_crossentropy")
    x, y = thumbnails(480, rng)
    model.fit(x, y, epochs=5, batch_size=48, verbose=0)
    gateway = Gateway(Moderator(model))
    requests = [thumbnails(int(rng.integers(1, 6)), rng) for _ in range(50)]
    await asyncio.gather(gateway.receive(requests), gateway.serve())
    print("requests with blocked images", gateway.blocked)
    print("images", gateway.seen, "accuracy", round(gateway.right / gateway.seen, 3))


if __name__ == "__main__":
    asyncio.run(main())
