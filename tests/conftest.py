"""Settings of the whole suite."""

from hypothesis import settings

settings.register_profile("noughts", deadline=None, max_examples=100)  # timing never decides a test
settings.load_profile("noughts")
