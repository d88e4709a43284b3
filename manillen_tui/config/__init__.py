"""What a person chose once and keeps, and where this program's files belong."""
