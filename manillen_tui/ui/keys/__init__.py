"""The table of actions: what can be done on each screen, and by which key.

Every action has an id, by which the settings file can give it another key. What a screen binds,
its footer, the list of keys and the command palette are all made from these rows.
"""
