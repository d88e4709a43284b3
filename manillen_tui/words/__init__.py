"""Every sentence a person reads, made here from codes and values.

Nothing else in the program speaks: the engine, the wire and the host carry codes with arguments.
`names` is always a sequence of names by seat. Suits are written with their signs; `in_letters`
turns a finished text into one without them.
"""
