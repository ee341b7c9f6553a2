units = 6
lr = 0.01
steps = 4
