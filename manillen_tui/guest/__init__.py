"""A seat at a table: what a guest sends, is shown, checks, and keeps to come back."""
