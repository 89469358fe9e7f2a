"""Engines for Ultimate, graded by whole games."""
