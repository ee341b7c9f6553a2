"""``tfretrace audit -- COMMAND`` and ``tfretrace SCRIPT [ARGUMENTS]``.

The second one runs a program and reports what was traced, and why. ``python -m tfretrace`` is the
same.
"""

import sys

_USAGE = """\
usage: tfretrace audit [OPTIONS] -- COMMAND
       tfretrace [OPTIONS] (SCRIPT | -m MODULE) [ARGUMENTS ...]

The first one runs a command and says which findings of the linter are true of that run, the second
one runs a program and reports every trace that TensorFlow makes, with its cause.
See 'tfretrace audit --help' and 'tfretrace-verify record --help'.
"""


def main() -> int:
    """Run the command; return its exit status."""
    given = sys.argv[1:]
    if given[:1] in ([], ["-h"], ["--help"]):
        print(_USAGE, end="", file=sys.stdout if given else sys.stderr)
        return 0 if given else 2
    if given[0] == "audit":
        from tfretrace import audit_cli

        return audit_cli.main(given[1:])

    from tfretrace import cli

    return cli.main(["record", *given])


if __name__ == "__main__":
    sys.exit(main())
