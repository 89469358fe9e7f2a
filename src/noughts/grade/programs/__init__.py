"""What there is to grade function by function: Python files, C files and commands, and the courses that judge them."""
