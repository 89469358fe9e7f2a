"""Another program altogether."""

print("hello")
