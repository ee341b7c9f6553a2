from keras import layers, models
_obtain_input_shape = lambda s, **kw: s


def Mini(include_top=True, input_shape=None, classes=4):
    input_shape = _obtain_input_shape(input_shape, default_size=16, min_size=8,
                                      data_format='channels_last', require_flatten=include_top)
    i = layers.Input(shape=input_shape)
    x = layers.SeparableConv2D(4, 3, activation='relu', name='sep1')(i)
    x = layers.MaxPooling2D()(x)
    x = layers.GlobalAveragePooling2D()(x)
    if include_top:
        x = layers.Dense(classes, activation='softmax')(x)
    return models.Model(i, x, name='mini')
