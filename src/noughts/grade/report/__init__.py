"""A report as text, as JSON and as a page, in the same words."""
