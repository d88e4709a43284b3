"""`manillen doctor`: what on this machine could keep it from a table."""
