"""A whole class at once: who is graded, side by side, and what they have in common."""
