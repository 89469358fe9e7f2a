"""A zoo of eight wrong minimax programs, each with one mistake that people make."""
