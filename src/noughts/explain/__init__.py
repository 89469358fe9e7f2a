"""Why a move is good or bad."""
