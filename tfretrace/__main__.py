"""``tfretrace audit -- COMMAND`` and ``tfretrace SCRIPT [ARGUMENTS]``.

The second one runs a program and reports what was traced, and why. ``python -m tfretrace`` is the
same.
"""

import sys


def main() -> int:
    """Run the command; return its exit status."""
    given = sys.argv[1:]
    if given[:1] == ["audit"]:
        from tfretrace import audit_cli

        return audit_cli.main(given[1:])

    from tfretrace import cli

    return cli.main(["record", *given])


if __name__ == "__main__":
    sys.exit(main())
