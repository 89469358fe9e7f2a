"""Boards and search trees for people to look at: as text and as SVG."""
