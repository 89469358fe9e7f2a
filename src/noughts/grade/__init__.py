"""Other people's programs against the exact answer: what to ask, whom to ask safely, and how to tell what was found."""
