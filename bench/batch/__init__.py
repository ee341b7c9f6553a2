"""Fresh batches: repositories that the linter has not met, run on once and read by strangers."""
