"""Who is let in, and how it is proved: the certificate, the spoken code, tokens."""
