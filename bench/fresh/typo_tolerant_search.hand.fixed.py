"""Find product names in spite of typing errors."""
import functools

from typo_tolerant_search_distance import closeness

CATALOGUE = ["hammer", "screwdriver", "wrench", "pliers", "chisel", "sandpaper", "drill",
             "level", "tape measure", "saw", "workbench", "clamp", "paint roller"]
QUERIES = ["hamer", "scredriver", "plyers", "sand papre", "dril", "tapemeasure", "clanp"]


class Index:
    def __init__(self, names, keep=3):
        self.names = list(names)
        self.keep = keep
        self.compared = 0

    def _plausible(self, query):
        for name in self.names:
            if abs(len(name) - len(query)) <= 3:
                yield name

    @functools.lru_cache(maxsize=256)
    def _score(self, query, name):
        self.compared += 1
        return closeness(query, name)

    def search(self, query):
        query = query.strip().lower()
        found = [(self._score(query, name), name) for name in self._plausible(query)]
        found.sort(key=lambda pair: (-pair[0], pair[1]))
        return found[:self.keep]

    def suggest(self, query, at_least=0.6):
        found = self.search(query)
        if found and found[0][0] >= at_least:
            return found[0][1]
        return None


def main():
    index = Index(CATALOGUE)
    for query in QUERIES[:4]:
        best = index.search(query)
        print(query, "->", ", ".join(f"{name} {score:.2f}" for score, name in best))
    suggestions = [index.suggest(query) for query in QUERIES]
    print("suggested:", sum(s is not None for s in suggestions), "of", len(QUERIES))
    print("last:", suggestions[-2], "/", suggestions[-1])
    print("pairs compared:", index.compared)


if __name__ == "__main__":
    main()
