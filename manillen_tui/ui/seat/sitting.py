"""One person's time at one table: the client, and what the screens keep asking of it."""

from collections.abc import Hashable

from manillen_tui.config.rule_options import read_rules
from manillen_tui.engine.rules import Rules
from manillen_tui.guest.client import Client, Standing
from manillen_tui.ui.destination import Destination, RunningTable
from manillen_tui.ui.seat.clocks import Countdown, Outage
from manillen_tui.ui.seat.notices import Notices
from manillen_tui.ui.seat.player_names import PlayerNames
from manillen_tui.ui.seat.refusals import Refusals


class Sitting:
    """`destination` is how this person came: its `running` is there when they opened the table."""

    def __init__(self, client: Client, destination: Destination) -> None:
        self.client = client
        self.destination = destination
        self.names = PlayerNames(client)
        self.notices = Notices(client)
        self.refusals = Refusals()
        self.patience = Countdown()
        self.outage = Outage()

    def note(self) -> None:
        """A change has come."""
        self.outage.note(self.lost)
        self.notices.note(holds=self.holds)
        self.names.note()
        self.patience.note(self.client.room)

    @property
    def running(self) -> RunningTable | None:
        return self.destination.running

    @property
    def spanish(self) -> bool:
        """Whether a Spanish pack is on the table."""
        view = self.client.view
        return view is not None and view.rules.cards.spanish

    @property
    def rules(self) -> Rules | None:
        """What was agreed; None where these rules are not known to this version."""
        if self.client.view is not None:
            return self.client.view.rules
        return read_rules(self.client.room.info)

    @property
    def own(self) -> int | None:
        """The seat of this person; None of one who only watches."""
        return None if self.client.watches else self.client.seat

    @property
    def may_manage(self) -> bool:
        """Whether this person may start the match and place computer players."""
        return not self.client.watches and self.client.room.host == self.client.seat

    @property
    def holds(self) -> bool:
        """Whether this person holds the host's rights."""
        return not self.client.watches and self.client.room.holder == self.client.seat

    @property
    def lost(self) -> bool:
        """Whether the connection is lost, and looked for."""
        return self.client.state is Standing.RECONNECTING

    @property
    def moment(self) -> Hashable:
        """What decides whom the table waits for and what it refuses; equal while nothing has."""
        room, view = self.client.room, self.client.view
        waits = view and (view.phase, view.turn, view.to_act)
        return (room.state, room.chairs, room.host, room.paused, room.claims, waits)
