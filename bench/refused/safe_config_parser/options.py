from configparser import SafeConfigParser


def load_options(path):
    cp = SafeConfigParser()
    cp.read(path)
    return {k: cp.getint('net', k) for k in cp.options('net')}
