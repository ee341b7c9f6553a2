"""The report as one HTML file."""

from tfretrace.report import Report


def report_html(report: Report) -> str:
    """Return the report as a page that needs no other file."""
    return ""
