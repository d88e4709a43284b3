"""Starting hosts as separate processes, and finding them again later."""
