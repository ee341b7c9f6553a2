"""Print the names of the modules of a Python's library, and what they have.

    PYTHON tools/probe_python.py > FILE

``tools/build_versions.py`` runs this with several releases, be they as old as Python 2.7.
"""

from __future__ import print_function

import os
import pkgutil
import sys
import types

UNASKED = ("__main__", "antigravity", "idlelib", "lib2to3", "site", "test", "this", "turtledemo")
"""What does something else when it is imported, or is none of a program's."""


def main():  # type: () -> None
    """Probe and print."""
    library = os.path.dirname(os.__file__)
    folders = [os.path.join(library, name) for name in ("", "lib-dynload", "lib-tk")]
    names = set(sys.builtin_module_names)
    names |= {name for _, name, _ in pkgutil.iter_modules(folders)}
    for name in sorted(names):
        if name in UNASKED or (name[0] == "_" and name != "__builtin__"):
            continue
        print(name)
        try:
            module = __import__(name)
        except BaseException:  # A module may need what is not there, or end the program.
            continue
        for member in dir(module):
            if member[0] != "_" and not isinstance(getattr(module, member), types.ModuleType):
                print(name + "." + member)


if __name__ == "__main__":
    main()
