from numpy import argmax, array, zeros
from numpy.random import rand, randint
from keras.models import Model
from keras.layers import Input, Dense, LSTM, Embedding, Dropout, add

words = ['startseq', 'endseq', 'dog', 'runs', 'in', 'the', 'snow', 'black', 'man']
wordtoix = {w: i + 1 for i, w in enumerate(words)}
ixtoword = {i: w for w, i in wordtoix.items()}
vocab_size = len(words) + 1
max_length = 8

# define the captioning model
def define_model(vocab_size, max_length):
	# feature extractor model
	inputs1 = Input(shape=(16,))
	fe1 = Dropout(0.5)(inputs1)
	fe2 = Dense(8, activation='relu')(fe1)
	# sequence model
	inputs2 = Input(shape=(max_length,))
	se1 = Embedding(vocab_size, 8)(inputs2)
	se2 = Dropout(0.5)(se1)
	se3 = LSTM(8)(se2)
	# decoder model
	decoder1 = add([fe2, se3])
	decoder2 = Dense(8, activation='relu')(decoder1)
	outputs = Dense(vocab_size, activation='softmax')(decoder2)
	# tie it together [image, seq] [word]
	model = Model(input=[inputs1, inputs2], output=outputs)
	model.compile(loss='categorical_crossentropy', optimizer='adam')
	return model

def pad(seq, maxlen):
	out = zeros((1, maxlen))
	seq = seq[-maxlen:]
	out[0, maxlen - len(seq):] = seq
	return out

# generate a description for an image
def generate_desc(model, photo, max_length):
	in_text = 'startseq'
	for i in range(max_length):
		sequence = [wordtoix[w] for w in in_text.split() if w in wordtoix]
		sequence = pad(sequence, max_length)
		yhat = model.predict([photo, sequence], verbose=0)
		yhat = argmax(yhat)
		word = ixtoword.get(int(yhat))
		if word is None:
			break
		in_text += ' ' + word
		if word == 'endseq':
			break
	return in_text

model = define_model(vocab_size, max_length)
for k in range(3):
	photo = rand(1, 16)
	print(generate_desc(model, photo, max_length))
