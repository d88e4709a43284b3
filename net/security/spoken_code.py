"""The spoken code: two words that let a guest in, and the proof of knowing them.

SPAKE2 gives both sides one secret key if, and only if, they used the same code; whoever listens, or
sits between them, learns nothing to test guesses with. Each side then says, under that key, which
certificate it saw, the guest first: two that differ mean that somebody sits between them. So a
relay is told apart from a wrong code, and one that has not got the code has one guess, as anybody.
"""

import hmac
import secrets
import unicodedata
from typing import TYPE_CHECKING, Final


if TYPE_CHECKING:
    from spake2 import SPAKE2_A, SPAKE2_B

#: Short words that speakers of Dutch, French, Spanish and English know, say and spell alike: no
#: accents, and no two that one could take for each other.
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
#: Of what each side sends of a proof first: a letter for its side, and a point of the curve.
ELEMENT_BYTES: Final = 33

_GUEST: Final = b"manillen guest"
_HOST: Final = b"manillen host"


def new_code() -> str:
    """Two words, one of 65,536 codes."""
    return " ".join(secrets.choice(WORDS) for _ in range(2))


def normal(code: str) -> str:
    """What counts of a code as somebody typed it: its letters, whatever case they have and whatever
    stands between them."""
    plain = unicodedata.normalize("NFKD", code).casefold()
    return "".join(letter for letter in plain if letter.isascii() and letter.isalpha())


class BadElement(ValueError):
    """What the other side sent has no place in this proof."""


class Prover:
    """The guest's side of one proof. Making and `meet` each take some 20 ms of computing."""

    def __init__(self, code: str) -> None:
        from spake2 import SPAKE2_A  # 150 ms to import, and an open table never needs it

        self._exchange = SPAKE2_A(_password(code), _GUEST, _HOST)
        self.element: bytes = self._exchange.start()
        self._key = b""

    def meet(self, element: bytes) -> None:
        """Take the host's element; `BadElement` when it is none."""
        self._key = _agree(self._exchange, element)

    def confirm(self, seen: bytes) -> bytes:
        """The guest's word for the certificate that they saw, as its SHA-256."""
        return hmac.digest(self._key, _GUEST + seen, "sha256")

    def confirmed(self, mac: bytes, seen: bytes) -> bool:
        """Whether this is the word of a host with the same code, for the certificate it saw."""
        return hmac.compare_digest(mac, hmac.digest(self._key, _HOST + seen, "sha256"))


class Verifier:
    """The host's side of one proof; takes some 50 ms. `BadElement` when `element` is none."""

    def __init__(self, code: str, element: bytes) -> None:
        from spake2 import SPAKE2_B

        exchange = SPAKE2_B(_password(code), _GUEST, _HOST)
        self.element: bytes = exchange.start()
        self._key = _agree(exchange, element)

    def proves(self, mac: bytes, seen: bytes) -> bool:
        """Whether this is the word of a guest with the same code, for the certificate they saw."""
        return hmac.compare_digest(mac, hmac.digest(self._key, _GUEST + seen, "sha256"))

    def confirm(self, seen: bytes) -> bytes:
        """The host's word for its own certificate. Only for a guest that has proved the code."""
        return hmac.digest(self._key, _HOST + seen, "sha256")


def _password(code: str) -> bytes:
    return normal(code).encode("ascii")


def _agree(exchange: "SPAKE2_A | SPAKE2_B", element: bytes) -> bytes:
    if len(element) != ELEMENT_BYTES:
        raise BadElement(f"an element of {len(element)} bytes")
    try:
        key: bytes = exchange.finish(element)
    except Exception as error:  # the library has many kinds for junk, without a common one
        raise BadElement("not an element") from error
    return key
