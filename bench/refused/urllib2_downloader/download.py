import os
import urllib2


def maybe_download(name, base='http://localhost/data/'):
    if not os.path.exists(name):
        with open(name, 'wb') as f:
            f.write(urllib2.urlopen(base + name).read())
    return name
