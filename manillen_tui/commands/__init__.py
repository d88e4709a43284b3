"""The commands of `manillen`, one module each."""
