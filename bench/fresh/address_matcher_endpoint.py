# planted: TFR502 a property wraps the scoring in a new tf.function for every request
# style: web endpoint with request and response dicts, properties, hashing of character trigrams
"""Endpoint that matches free-text addresses with the entries of a street register."""
import re
import zlib

import numpy as np
import tensorflow as tf

BUCKETS = 512
REGISTER = [
    "12 Mill Lane, Ashford", "14 Mill Lane, Ashford", "3 Harbour Street, Whitby", "27 Station Road, Leeds",
    "8 Orchard Close, Bath", "91 Kings Parade, Cambridge", "5 Chapel Hill, Truro", "44 Victoria Terrace, Durham",
    "6 Weavers Yard, Kendal", "19 Quay Side, Exeter", "2 Abbey Gardens, York", "73 Castle Street, Dover",
]
REQUESTS = [
    "mill ln 12 ashford", "harbor street 3 whitby", "27 staton road leeds", "orchard close bath 8",
    "kings parade 91, cambridge", "chapel hil 5 truro", "44 victoria terr durham", "weavers yard kendal",
    "19 quayside exeter", "abbey gardens 2 york", "castle street dover 73", "14 mill lane, ashfrod",
    "9 nowhere square, atlantis", "station rd leeds", "6 weaver yard, kendall", "quay side 19 exeter",
]


def trigrams(text):
    text = " " + re.sub(r"[^a-z0-9]+", " ", text.lower()).strip() + " "
    return [text[i:i + 3] for i in range(len(text) - 2)]


def hashed(text):
    row = np.zeros(BUCKETS, np.float32)
    for gram in trigrams(text):
        row[zlib.crc32(gram.encode()) % BUCKETS] += 1.0
    return row


class AddressMatcher:
    def __init__(self, register, threshold=0.45):
        self.register = register
        self.threshold = threshold
        rows = np.stack([hashed(entry) for entry in register])
        present = (rows > 0).sum(axis=0)
        idf = np.log((1.0 + len(register)) / (1.0 + present)) + 0.3
        self.idf = tf.constant(idf.astype("float32"))
        self.rows = tf.math.l2_normalize(tf.constant(rows) * self.idf, axis=1)

    def _score(self, counts, sharpness):
        query = tf.math.l2_normalize(tf.sqrt(counts) * self.idf, axis=-1)
        cosine = tf.linalg.matvec(self.rows, query)
        probability = tf.nn.softmax(sharpness * cosine)
        return cosine, probability

    @property
    def score(self):
        return tf.function(self._score)

    def match(self, text):
        cosine, probability = self.score(tf.constant(hashed(text)), tf.constant(12.0))
        best = int(tf.argmax(cosine))
        if float(cosine[best]) < self.threshold:
            return None, float(cosine[best]), 0.0
        return self.register[best], float(cosine[best]), float(probability[best])


class Endpoint:
    def __init__(self, matcher):
        self.matcher = matcher
        self.status = {200: 0, 404: 0}

    def post(self, request):
        entry, cosine, probability = self.matcher.match(request["address"])
        code = 200 if entry else 404
        self.status[code] += 1
        return {"status": code, "match": entry, "cosine": cosine, "probability": probability}


def main():
    endpoint = Endpoint(AddressMatcher(REGISTER))
    for text in REQUESTS:
        answer = endpoint.post({"address": text})
        if len(text) % 3 == 0:
            print(f"{text:28s} -> {answer['match']} {answer['cosine']:.3f} {answer['probability']:.3f}")
    print(endpoint.status)


if __name__ == "__main__":
    main()
