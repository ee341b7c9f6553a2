import xml.etree.ElementTree as ET
import numpy as np
from keras.models import Sequential
from keras.layers import Flatten, Dense

XML = '<annotation><object><xmin>2</xmin><ymin>1</ymin></object><object><xmin>4</xmin><ymin>3</ymin></object></annotation>'
boxes = []
for obj in ET.fromstring(XML).iter('object'):
    boxes.append([int(c.text) for c in list(obj)])
img = np.random.rand(10, 10)
det = Sequential([Flatten(input_shape=(4, 4)), Dense(2, activation='softmax')])
for x, y in boxes:
    crop = img[y:y + 4, x:x + 4][None]
    d = det.predict(crop, verbose=0)
    print((x, y), d[0])
