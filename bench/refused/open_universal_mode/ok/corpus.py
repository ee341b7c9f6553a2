def read_lines(path):
    with open(path, 'r') as f:
        return [l.strip() for l in f]


def build_vocab(lines):
    words = sorted(set(' '.join(lines).split()))
    return {w: i + 1 for i, w in enumerate(words)}
