"""How the numbers of the Ultimate evaluation are made; never imported by the package."""
