"""LibCST codemods that rewrite what flake8_tfretrace reports."""
