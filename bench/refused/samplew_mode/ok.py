import numpy as np
from keras.models import Sequential
from keras.layers import Embedding, LSTM, Bidirectional, TimeDistributed, Dense, Input

MAXLEN = 8
VOCAB = 25
TAGS = ['PAD', 'O', 'B-PER', 'I-PER', 'B-LOC']

sents = np.random.randint(1, VOCAB, (24, MAXLEN))
tags = np.random.randint(1, len(TAGS), (24, MAXLEN))
for row, k in enumerate(np.random.randint(3, MAXLEN, 24)):
    sents[row, k:] = 0
    tags[row, k:] = 0
sw = (sents > 0).astype('float32')

tagger = Sequential()
tagger.add(Input((MAXLEN,)))
tagger.add(Embedding(VOCAB, 6))
tagger.add(Bidirectional(LSTM(5, return_sequences=True)))
tagger.add(TimeDistributed(Dense(len(TAGS), activation='softmax')))
tagger.compile(optimizer='adam', loss='sparse_categorical_crossentropy')
tagger.fit(sents, tags, sample_weight=sw, epochs=1, verbose=0)

good = total = 0
for sent, gold in zip(sents[:10], tags[:10]):
    tag_probs = tagger.predict(sent.reshape(1, MAXLEN), verbose=0)[0]
    guess = tag_probs.argmax(axis=-1)
    keep = sent > 0
    good += (guess[keep] == gold[keep]).sum()
    total += keep.sum()
print('accuracy %.3f' % (good / total))
