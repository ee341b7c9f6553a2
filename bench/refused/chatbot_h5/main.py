import pickle
import random
import numpy as np
from keras.models import load_model

model = load_model('chatbot_model.h5')
words = pickle.load(open('words.pkl', 'rb'))
classes = pickle.load(open('classes.pkl', 'rb'))

responses = {'greeting': ['Hello!', 'Hi there'], 'goodbye': ['See you'], 'weather': ['It rains.']}


def clean_up_sentence(sentence):
    return sentence.lower().split()


def bow(sentence, words):
    sentence_words = clean_up_sentence(sentence)
    bag = [0] * len(words)
    for s in sentence_words:
        for i, w in enumerate(words):
            if w == s:
                bag[i] = 1
    return np.array(bag)


def predict_class(sentence, model):
    p = bow(sentence, words)
    res = model.predict(np.array([p]))[0]
    ERROR_THRESHOLD = 0.25
    results = [[i, r] for i, r in enumerate(res) if r > ERROR_THRESHOLD]
    results.sort(key=lambda x: x[1], reverse=True)
    return [{"intent": classes[r[0]], "probability": str(r[1])} for r in results]


def chatbot_response(msg):
    ints = predict_class(msg, model)
    return random.choice(responses[ints[0]['intent']])


for line in ['hi', 'how are you', 'what weather', 'bye']:
    print('you:', line)
    print('bot:', chatbot_response(line))
