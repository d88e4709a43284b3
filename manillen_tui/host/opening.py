"""Opening a table to serve: a new one, or a saved one as its host last wrote it."""

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
from manillen_tui.words.host_form import TABLE_OF
from net import clock
from net.limits import Limits
from net.room.room import Room
from net.security.certificate import Identity, new_identity
from net.security.spoken_code import new_code
from net.security.tokens import new_token
from net.transport.tls import host_context


log = logging.getLogger(__name__)


class Opening(Struct, frozen=True):
    """A table and what its host needs to serve it. `rights` is the token for the host's rights."""

    room: Room
    store: Store
    identity: Identity
    rights: str

    @property
    def goes_on(self) -> bool:
        """Whether the table can be continued from disk after this process ends."""
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
    """A new table without people, `guarded` by a spoken code or not.

    `player` is the name of its host (None: the person in the settings). With `keeps` false nothing
    is saved, and the table ends with this process.
    """
    settings, _broken = load_settings()
    host = player or settings.player
    rights, identity = new_token(), new_identity()
    room = Room(
        Table(rules, _secrets(seed), players),
        table=secrets.token_hex(8),
        name=name or TABLE_OF(name=host),
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
    """A saved table, with everybody away, and a new token for the host's rights.

    `which` is as for `saved_tables.find`. Raises `Trouble` if it cannot be continued; its file then
    stays unchanged.
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
    except Exception as error:  # whatever the file holds, it is not a table
        raise Damaged("its content is not a table") from error
    if room.table != facts.table:
        raise Damaged("its room is another table's")
    return Opening(room, Store.resume(saved), identity, rights)


def _secrets(seed: int | None) -> Secrets:
    return random_secrets if seed is None else SeededSecrets(seed)
