"""The spoken code: two words that let a guest join, and the proof of knowing them.

SPAKE2 gives both sides the same secret key if, and only if, they used the same code. An
eavesdropper, or somebody in between, learns nothing to test guesses against. Each side then states,
authenticated by that key, which certificate it saw, the guest first: if the two differ, a relay
sits in between. So a relay can be told from a wrong code, and a relay without the code gets one
guess, like anybody.
"""

import hmac
import secrets
import unicodedata
from typing import TYPE_CHECKING, Final


if TYPE_CHECKING:
    from spake2 import SPAKE2_A, SPAKE2_B

#: Short words that speakers of Dutch, French, Spanish and English all know, pronounce and spell
#: alike: no accents, and no two that could be confused.
WORDS: Final = tuple(
    """
    actor adam agenda alaska albert album alpaca alto amigo ananas animal arena atlas avocado
    banana banjo base batman beta bikini bilbao bison bogota bolero bongo bonobo bonsai boston
    bravo bruno cacao cactus campus canada capital capri caramel cargo carmen casino central cinema
    circus cobra condor control cosmos dali dallas daniel david delta digital dingo diploma disco
    doctor domino dragon drama enigma etna euro faro festival figaro film final flamingo florida
    formula golf gondola granada hotel idea iguana inca index iris jaguar java joker judo julia
    jura karaoke karate karma kilo kimono kiwi koala lama lambada laura logo lotus lugano luna
    madrid magma malaga malta mamba mango maria marimba martin matador melon memo mentor menu
    merlin metal meteor metro miami milano mimosa mini mirador monaco monitor moto mozart musical
    napoli nectar neon nepal nevada ninja normal nova oasis okapi omega ontario opal opera orca
    oregano origami orion osaka oscar pablo pagoda panama panda panorama papaya paprika paris parka
    pasta patio pedal peru pesto piano pilot pizza plaza pluto podium polenta polka poncho porto
    poster prisma protest puma radar radio riga ritual robin robot roma romeo rotor rubens rumba
    safari sahara salami salon salsa samos samurai sangria satin sauna sector senator sensor siesta
    sigma simon soda sofia solo sombrero sonar sport stop studio sultan sumo super surf sushi
    tabasco taco tandem tapas tapir taxi tempo tenor tequila texas tibet tofu toledo torino toronto
    torpedo total totem tractor tram trio tropical tuba tundra turbo ultra venus vespa victor video
    viola vista vocal vodka volga yeti yoga zebra zero zigzag
    """.split()  # noqa: SIM905
)
#: The length of each side's first message of a proof: one byte for the side, and a curve point.
ELEMENT_BYTES: Final = 33

_GUEST: Final = b"manillen guest"
_HOST: Final = b"manillen host"


def new_code() -> str:
    """Two random words: one of 65,536 codes."""
    return " ".join(secrets.choice(WORDS) for _ in range(2))


def normal(code: str) -> str:
    """The part of a typed code that counts: its letters, without case, accents or separators."""
    plain = unicodedata.normalize("NFKD", code).casefold()
    return "".join(letter for letter in plain if letter.isascii() and letter.isalpha())


class BadElement(ValueError):
    """What the other side sent is not a valid SPAKE2 element."""


class Prover:
    """The guest's side of one proof. Creating it and `meet` each take about 20 ms of CPU time."""

    def __init__(self, code: str) -> None:
        from spake2 import SPAKE2_A  # takes 150 ms to import, and an open table never needs it

        self._exchange = SPAKE2_A(_password(code), _GUEST, _HOST)
        self.element: bytes = self._exchange.start()
        self._key = b""

    def meet(self, element: bytes) -> None:
        """Take the host's element. Raises `BadElement`."""
        self._key = _agree(self._exchange, element)

    def confirm(self, seen: bytes) -> bytes:
        """The guest's HMAC for the certificate they saw; `seen` is its SHA-256."""
        return hmac.digest(self._key, _GUEST + seen, "sha256")

    def confirmed(self, mac: bytes, seen: bytes) -> bool:
        """Whether `mac` is from a host with the same code, for the certificate it saw."""
        return hmac.compare_digest(mac, hmac.digest(self._key, _HOST + seen, "sha256"))


class Verifier:
    """The host's side of one proof; creating it takes about 50 ms. Raises `BadElement`."""

    def __init__(self, code: str, element: bytes) -> None:
        from spake2 import SPAKE2_B

        exchange = SPAKE2_B(_password(code), _GUEST, _HOST)
        self.element: bytes = exchange.start()
        self._key = _agree(exchange, element)

    def proves(self, mac: bytes, seen: bytes) -> bool:
        """Whether `mac` is from a guest with the same code, for the certificate they saw."""
        return hmac.compare_digest(mac, hmac.digest(self._key, _GUEST + seen, "sha256"))

    def confirm(self, seen: bytes) -> bytes:
        """The host's HMAC for its own certificate. Only for a guest who has proved the code."""
        return hmac.digest(self._key, _HOST + seen, "sha256")


def _password(code: str) -> bytes:
    return normal(code).encode("ascii")


def _agree(exchange: "SPAKE2_A | SPAKE2_B", element: bytes) -> bytes:
    if len(element) != ELEMENT_BYTES:
        raise BadElement(f"an element of {len(element)} bytes")
    try:
        key: bytes = exchange.finish(element)
    except Exception as error:  # the library raises many kinds for junk, with no common base
        raise BadElement("not an element") from error
    return key
