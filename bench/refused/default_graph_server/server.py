_routes = {}


def route(url):
    def wrap(f):
        _routes[url] = f
        return f
    return wrap


def post(url, payload):
    return _routes[url](payload)
