"""A table to be served: a new one, or one that was kept, as it was when its host last wrote it."""

import logging
import secrets

from msgspec import Struct

from manillen_tui.config.settings import load_settings
from manillen_tui.engine.rules import Rules
from manillen_tui.history import Secrets
from manillen_tui.host.journal import Store, Unkept
from manillen_tui.host.saved_tables import find, goes_on, table_file, tidy, why_not
from manillen_tui.host.table import SeededSecrets, Table, random_secrets
from manillen_tui.host.table_file import Damaged, Facts, InUse, Newer, StoredTable, read
from manillen_tui.players.crew import ComputerPlayers
from manillen_tui.wire import rules_from_body, rules_to_body
from manillen_tui.words import _
from net import clock
from net.limits import Limits
from net.room.room import Room
from net.security.certificate import Identity, new_identity
from net.security.spoken_code import new_code
from net.security.tokens import new_token
from net.transport.tls import host_context


log = logging.getLogger(__name__)


class Opening(Struct, frozen=True):
    """A table and what its host needs to serve it. `rights` is the token of the host's rights."""

    room: Room
    store: Store
    identity: Identity
    rights: str

    @property
    def goes_on(self) -> bool:
        """Whether the table can go on after the end of this program, from what the disk has."""
        return self.store.path.exists() and goes_on(self.room.dump())


def new_table(
    rules: Rules,
    players: ComputerPlayers,
    *,
    name: str | None,
    player: str | None,
    computers: int,
    seed: int | None,
    guarded: bool,
    limits: Limits,
    keeps: bool = True,
) -> Opening:
    """A table that nobody has sat down at yet; `guarded` by a spoken code.

    `player` is whose table it is (None: the person of the settings). Unless it `keeps` what happens
    there, the table ends with its host.
    """
    settings, _broken = load_settings()
    host = player or settings.player
    rights, identity = new_token(), new_identity()
    room = Room(
        Table(rules, _secrets(seed), players),
        table=secrets.token_hex(8),
        name=name or _("{name}'s table").format(name=host),
        host=host,
        rights=rights,
        computers=computers,
        limits=limits,
        spoken=new_code() if guarded else None,
        new_code=new_code,
    )
    facts = Facts(
        table=room.table,
        rules=rules_to_body(rules),
        key=identity.key,
        certificate=identity.certificate,
    )
    if keeps:
        tidy()
    journal = Store if keeps else Unkept
    return Opening(room, journal(table_file(room.table), facts), identity, rights)


def kept_table(
    which: str, players: ComputerPlayers, *, seed: int | None, limits: Limits
) -> Opening:
    """A table as it was kept, with everybody away, and a new token of the host's rights.

    `which` is as `shelf.find` takes it. `Trouble` where it cannot go on; its file stays as it is.
    """
    path = find(which)
    try:
        return _restored(read(path), players, seed, limits)
    except (InUse, Newer, Damaged, OSError) as error:
        log.warning("%s: %s", path, error)
        raise why_not(path, error) from error


def _restored(
    saved: StoredTable, players: ComputerPlayers, seed: int | None, limits: Limits
) -> Opening:
    facts, rights = saved.facts, new_token()
    identity = Identity(facts.key, facts.certificate)
    try:
        host_context(identity)
    except ValueError as error:
        raise Damaged("the key does not belong to the certificate") from error
    try:
        table = Table.restore(rules_from_body(facts.rules), saved.records, _secrets(seed), players)
        room = Room.load(
            table,
            saved.room,
            now=clock.now(),
            limits=limits,
            rights=rights,
            new_code=new_code,
        )
    except Exception as error:  # whatever it is that was written, it makes no table
        raise Damaged("what was kept makes no table") from error
    if room.table != facts.table:
        raise Damaged("the room of another table")
    return Opening(room, Store.resume(saved), identity, rights)


def _secrets(seed: int | None) -> Secrets:
    return random_secrets if seed is None else SeededSecrets(seed)
