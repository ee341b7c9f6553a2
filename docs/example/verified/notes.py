"""A diary that functions write while they run, in Python."""

NOTES = []


def note(text):
    NOTES.append(text)
