"""What the screens are made of. Each shows a value and is updated in place."""
