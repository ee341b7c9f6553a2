import numpy as np
from train import train

def recommend(net, user, candidates, top=3):
    scores = []
    for m in candidates:
        s = net.predict([np.array([[user]]), np.array([[m]])], verbose=0)
        scores.append((float(s[0, 0]), m))
    return sorted(scores, reverse=True)[:top]

if __name__ == '__main__':
    net = train()
    print(recommend(net, 3, range(6)))
