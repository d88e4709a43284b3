"""Starting hosts as processes of their own, and finding the way back to them."""
