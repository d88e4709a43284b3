"""Every limit and timeout of the network, in one record. Units are in the names."""

from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True):
    """The defaults are those of the protocol; tests make their own."""

    # sizes
    unknown_frame_bytes: int = 4 * 1024  # from a client that has not joined
    client_frame_bytes: int = 16 * 1024
    host_frame_bytes: int = 64 * 1024
    depth: int = 6  # of nested maps and lists
    items: int = 512  # in one list
    keys: int = 64  # in one map
    name_cells: int = 20  # of a person, as wide as a terminal draws it
    table_name_bytes: int = 48  # of a table, so that it fits one DNS label with a suffix
    outbox_bytes: int = 256 * 1024  # waiting for a slow reader
    chat_cells: int = 160  # of a line of talk
    chat_lines: int = 12  # the last ones, kept for whoever comes or missed some

    # counts
    connections: int = 64
    unknown_connections: int = 32  # of which have not joined
    unknown_of_one: int = 16  # of these from one address
    turned_away: int = 32  # over all these, that are told so before they are closed
    watchers: int = 8
    claims: int = 4  # of taken seats, waiting to be confirmed
    proofs: int = 2  # of the spoken code at once, each in a thread
    free_guesses: int = 2  # wrong codes of one address before it has to wait
    guessers: int = 1024  # addresses whose wrong codes are remembered
    id_jump: int = 1000  # from one command of a seat to its next
    pending_commands: int = 32  # of one connection, before its socket is read no further
    frames: int = 2000  # from one client ...
    frames_window_s: float = 10.0  # ... within this, and the connection is closed
    nacks: int = 20  # refused commands ...
    nacks_window_s: float = 10.0  # ... within this, and the connection is closed
    chat_burst: int = 5  # lines of a seat at once ...
    chat_window_s: float = 10.0  # ... and as many more within this

    # deadlines
    join_s: float = 10.0  # from connecting to being seated
    guess_s: float = 1.0  # after the first wrong code that counts; doubled each time ...
    guess_most_s: float = 60.0  # ... up to this
    guess_forget_s: float = 600.0  # without a wrong code
    frame_s: float = 10.0  # from the first byte of a frame to its last
    ping_s: float = 5.0
    dead_s: float = 15.0  # without a frame
    late_tick_s: float = 5.0  # a heartbeat this late means that the machine slept
    slow_reader_s: float = 5.0  # an outbox may stand over its limit this long
    connect_s: float = 5.0  # one address
    probe_s: float = 2.0  # one address
    goodbye_s: float = 1.0  # for a last frame to leave
    accept_again_s: float = 0.5  # after this machine could not take a connection

    # finding tables
    tables: int = 64  # found at once
    table_addresses: int = 8  # of one table
    lookup_s: float = 3.0  # for the details of an announcement
    probe_every_s: float = 5.0
    probe_again_s: float = 1.0  # after the first failure
    interfaces_s: float = 5.0  # between looks at this machine's addresses

    # the table
    deserted_s: float = 600.0  # with nobody left, a host ends itself
    share_s: float = 2.0  # for the seals of a deal, and again for its shares
    absence_s: float = 60.0  # until a computer player moves for somebody away, if not chosen
    lobby_away_s: float = 60.0  # a chair in the lobby is kept for somebody away
    computer_move_s: float = 0.7  # the pace of a computer player
    move_again_s: float = 1.0  # after a move for an absent seat failed; doubled each time
