# ticket_keywords, cured.
import tensorflow as tf

TICKETS = {
    101: "Printer offline again, printer on floor 3",
    102: "VPN drops every hour",
    103: "Please reset my password",
    104: "New laptop: no network, no VPN, no mail",
    105: "mail",
    106: "Password expired while travelling and VPN asks for the old password",
}
TOPICS = {
    "printing": ["printer", "paper", "toner"],
    "network": ["vpn", "network", "wifi"],
    "account": ["password", "login", "reset", "expired"],
}


class TopicScorer:
    def __init__(self, topics, buckets=512):
        self.buckets = buckets
        self.names = list(topics)
        self.profiles = tf.stack([self.vectorise(words) for words in topics.values()])

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def vectorise(self, words):
        cleaned = tf.strings.regex_replace(tf.strings.lower(words), "[^a-z0-9]", "")
        ids = tf.strings.to_hash_bucket_fast(cleaned, self.buckets)
        counts = tf.math.bincount(tf.cast(ids, tf.int32), minlength=self.buckets)
        return tf.math.log1p(tf.cast(counts, tf.float32))

    def score(self, text):
        vector = self.vectorise(text.split())
        return tf.linalg.matvec(self.profiles, vector).numpy()


def route(scorer, tickets):
    queues = {name: [] for name in [*scorer.names, "unsorted"]}
    for number, text in tickets.items():
        scores = scorer.score(text)
        topic = scorer.names[int(scores.argmax())] if scores.max() > 0 else "unsorted"
        queues[topic].append(number)
        print(number, topic, scores.round(3))
    return queues


if __name__ == "__main__":
    print(route(TopicScorer(TOPICS), TICKETS))
