"""What all tests share."""

from hypothesis import settings


# How long an example takes says more of what else the machine does than of the code.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
