"""Strangers' programs: started, limited, isolated, read line by line, and killed with all that they started."""
