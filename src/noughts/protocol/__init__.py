"""Engines as programs: UGI (the Universal Game Interface) and CodinGame's protocol of Ultimate, both sides of each."""
