"""Searches that are made to be read: minimax, alpha-beta, and what can be watched of them."""
