"""`manillen doctor`: finds what on this machine could prevent playing."""
