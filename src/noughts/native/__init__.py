"""The Python face of the native core: the only package that loads it."""
