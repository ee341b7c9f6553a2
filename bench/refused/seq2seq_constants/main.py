import numpy as np
import tensorflow as tf
from keras.models import Model
from keras.layers import Input, LSTM, Dense

latent_dim = 8
num_encoder_tokens = 6
num_decoder_tokens = 7
max_decoder_seq_length = 6
target_characters = ['\t', '\n', 'a', 'b', 'c', 'd', 'e']
target_token_index = dict([(char, i) for i, char in enumerate(target_characters)])
reverse_target_char_index = dict((i, char) for char, i in target_token_index.items())

# training model
encoder_inputs = Input(shape=(None, num_encoder_tokens))
encoder_outputs, state_h, state_c = LSTM(latent_dim, return_state=True)(encoder_inputs)
encoder_states = [state_h, state_c]
decoder_inputs = Input(shape=(None, num_decoder_tokens))
decoder_lstm = LSTM(latent_dim, return_sequences=True, return_state=True)
decoder_outputs, _, _ = decoder_lstm(decoder_inputs, initial_state=encoder_states)
decoder_dense = Dense(num_decoder_tokens, activation='softmax')
decoder_outputs = decoder_dense(decoder_outputs)
model = Model([encoder_inputs, decoder_inputs], decoder_outputs)
model.compile(optimizer='rmsprop', loss='categorical_crossentropy')
E = np.random.randint(0, 2, (16, 5, num_encoder_tokens)).astype('float32')
D = np.eye(num_decoder_tokens)[np.random.randint(0, 7, (16, 5))]
model.fit([E, D], D, batch_size=8, epochs=1, verbose=0)

# sampling models
encoder_model = Model(encoder_inputs, encoder_states)
decoder_state_input_h = Input(shape=(latent_dim,))
decoder_state_input_c = Input(shape=(latent_dim,))
decoder_states_inputs = [decoder_state_input_h, decoder_state_input_c]
decoder_outputs, state_h, state_c = decoder_lstm(decoder_inputs, initial_state=decoder_states_inputs)
decoder_model = Model([decoder_inputs] + decoder_states_inputs, [decoder_dense(decoder_outputs), state_h, state_c])


def decode_sequence(states_value):
    target_seq = np.zeros((1, 1, num_decoder_tokens))
    target_seq[0, 0, target_token_index['\t']] = 1.
    decoded_sentence = ''
    while True:
        output_tokens, h, c = decoder_model.predict([target_seq] + states_value)
        sampled_token_index = np.argmax(output_tokens[0, -1, :])
        sampled_char = reverse_target_char_index[int(sampled_token_index)]
        decoded_sentence += sampled_char
        if sampled_char == '\n' or len(decoded_sentence) > max_decoder_seq_length:
            break
        target_seq = np.zeros((1, 1, num_decoder_tokens))
        target_seq[0, 0, sampled_token_index] = 1.
        states_value = [h, c]
    return decoded_sentence


def unconditioned():
    # decode from an all-zero state, as a baseline
    zero = decoder_lstm.get_initial_state(tf.zeros((1, 3, latent_dim)))
    return decode_sequence([np.array(z) for z in zero])


print('baseline:', unconditioned())
print('decoded:', decode_sequence(encoder_model.predict(E[:1])))
