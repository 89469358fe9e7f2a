from noughts.teaching.cs50 import *  # noqa: F403
