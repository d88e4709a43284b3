"""Settings, rule sets of the house, the log, and where this program's files belong."""
