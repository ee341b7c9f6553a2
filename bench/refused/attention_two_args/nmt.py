from tensorflow.keras.layers import Input, Embedding, LSTM, Attention, Concatenate, Dense
from tensorflow.keras.models import Model


def seq2seq(vocab, units):
    e_in, d_in = Input((None,)), Input((None,))
    emb = Embedding(vocab, units)
    e, h, c = LSTM(units, return_sequences=True, return_state=True)(emb(e_in))
    d = LSTM(units, return_sequences=True)(emb(d_in), initial_state=[h, c])
    ctx = Attention()(d, e)
    out = Dense(vocab, activation='softmax')(Concatenate()([d, ctx]))
    m = Model([e_in, d_in], out)
    m.compile('adam', 'sparse_categorical_crossentropy')
    return m
