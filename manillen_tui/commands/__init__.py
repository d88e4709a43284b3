"""What `manillen` does on the command line, one module a command."""
