"""Every limit and timeout of the network, in one record. Units are in the names."""

from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True):
    """The defaults are the protocol's; tests use their own."""

    # sizes
    unknown_frame_bytes: int = 4 * 1024  # from a client that has not joined
    client_frame_bytes: int = 16 * 1024  # from a client that has joined
    host_frame_bytes: int = 64 * 1024
    depth: int = 6  # of nested maps and lists
    items: int = 512  # in one list
    keys: int = 64  # in one map
    name_cells: int = 20  # a person's name, in terminal cells
    table_name_bytes: int = 48  # a table's name, so that it fits one DNS label with a suffix
    outbox_bytes: int = 256 * 1024  # queued for a slow reader
    chat_cells: int = 160  # one line of chat
    chat_lines: int = 12  # the last ones, kept for newcomers and those who missed some

    # counts
    connections: int = 64
    unknown_connections: int = 32  # of those, how many may not have joined yet
    unknown_of_one: int = 16  # of those not joined, how many from one address
    turned_away: int = 32  # beyond `connections`: told the table is busy, then closed
    watchers: int = 8  # spectators
    claims: int = 4  # of taken seats, waiting to be confirmed
    proofs: int = 2  # of the spoken code at once, each in a thread
    free_guesses: int = 2  # wrong codes from one address before it has to wait
    guessers: int = 1024  # addresses whose wrong codes are remembered
    id_jump: int = 1000  # from one command of a seat to its next
    pending_commands: int = 32  # of one connection, before reading from its socket pauses
    frames: int = 2000  # from one client ...
    frames_window_s: float = 10.0  # ... within this time: the connection is closed
    nacks: int = 20  # refused commands ...
    nacks_window_s: float = 10.0  # ... within this time: the connection is closed
    chat_burst: int = 5  # lines from a seat at once ...
    chat_window_s: float = 10.0  # ... refilled over this time

    # deadlines
    join_s: float = 10.0  # from connecting to being seated
    guess_s: float = 1.0  # after the first wrong code that counts; doubled each time ...
    guess_most_s: float = 60.0  # ... up to this
    guess_forget_s: float = 600.0  # without a wrong code
    frame_s: float = 10.0  # from a frame's first byte to its last
    ping_s: float = 5.0
    dead_s: float = 15.0  # without a frame
    late_tick_s: float = 5.0  # a timer this late means the machine was asleep
    slow_reader_s: float = 5.0  # an outbox may stay over its limit this long
    connect_s: float = 5.0  # per address
    probe_s: float = 2.0  # per address
    goodbye_s: float = 1.0  # for a last frame to go out
    accept_again_s: float = 0.5  # after this machine failed to accept a connection

    # finding tables
    tables: int = 64  # found at once
    table_addresses: int = 8  # per table
    lookup_s: float = 3.0  # for the details of an announcement
    probe_every_s: float = 5.0
    probe_again_s: float = 1.0  # after a first failure
    interfaces_s: float = 5.0  # between checks of this machine's addresses

    # the table
    deserted_s: float = 600.0  # with nobody left, the host shuts down
    share_s: float = 2.0  # for the seals of a deal, and again for its shares
    absence_s: float = 60.0  # until a computer player moves for somebody away; the default
    lobby_away_s: float = 60.0  # how long the lobby keeps the chair of somebody away
    computer_move_s: float = 0.7  # how long a computer player takes for a move
    move_again_s: float = 1.0  # after a failed move for an absent seat; doubled each time
