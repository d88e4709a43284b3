"""Names that a reader takes for one another, though they are not written alike."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from net.names import fit


# What is drawn like a letter or a digit of ASCII, after Unicode's list of confusable characters
# (UTS #39); of a pair in two cases the capital one. What Unicode itself takes for a form of the
# letter, such as a full-width one, needs no entry.
_DRAWN: Final = {
    "2": "ƧƻϨꙄꝚ",
    "3": "ƷȜЗҘӠⳌꝪꞫ",
    "4": "Ꮞ",
    "5": "Ƽ",
    "6": "бᏮⳒ",
    "8": "Ȣ",
    "9": "ⳊꝮ",
    "a": "ɑΑАᎪꓮ",
    "b": "ƀƂƄɓΒБВЬѢҌᏏᏴꓐꞴ",
    "c": "ƩȼΣϛСҪᏟᴄⲤⵉꓚ",
    "d": "ÐĐƉƌɗԁᎠᏧꓒꓓ",
    "e": "ɆΕЕҽҿᎬⴹꓰꬲ",
    "f": "ƑƒϜքᵮᵴꓝꞘꬵ",
    "g": "ƍǤɠɡԌցᏀᏳᶃꓖ",
    "h": "ĦɦʜΗНћҢһӇӉհᎻᏂᏲⱧⲎꓧꚕ",
    "j": "ɈͿЈᎫꓙꞲ",
    "k": "ƙΚКҚҞᏦⱩⲔꓗꝀ",
    "l": "1IıŁƖƗƚǀɪɫɭΙІӀ۱ᎥᏞᵻᵼⲒⲺⳐⵏꓡꓲꙇꞌꟷ",
    "m": "ɱΜϺМӍᎷᵯⲘꓟꭑ",
    "n": "ƝƞɳΝηոռᵰⲚꓠ",
    "o": "0ØƟΘΟσОѲӨՕ۵ჿᎤᎾᏫᴏᴑⲞⴱⵁⵔꓳꝊꬽꬾ",
    "p": "ƥΡРᏢᵽⲢꓑ",
    "q": "ʠԛգզⵕ",
    "r": "ƦɍɼɽгғᎡᏒᴦᵲⲅꓣꭇꭈꮁ",
    "s": "ʂЅՏᏕᏚꓢꜱ",
    "t": "ŦƫƭƮȾΤТҬᎢᎿᵵⲦꓔ",
    "u": "ɄʋυՍᏌᴜᵾꓴꞟꭎꭒ",
    "v": "νѴ۷Ꮩᴠⴸꓦ",
    "w": "ɯѡѽԜաᎳᏔᴡꓪꝡ",
    "x": "ΧХҲⲬⵝꓫꞳ",
    "y": "ƴɎɣʏΥγУҮҰყᎩᎽᶌỿⲨꓬꭚ",
    "z": "ƵȤʐΖᏃᴢᵶꓜ",
}
_LETTER: Final = {sign: letter for letter, signs in _DRAWN.items() for sign in signs}
_BARS: Final = str.maketrans(dict.fromkeys("|¦∣│┃ǀ❘", "l"))


def alike(one: str, other: str) -> bool:
    """Whether a reader may take one name for the other.

    >>> alike("Anna", "Аnnа")
    True
    >>> alike("Anna", "Hanna")
    False
    """
    return one.casefold() == other.casefold() or _look(one) == _look(other)


def distinct_name(name: str, taken: Iterable[str], cells: int) -> str:
    """The name itself or, if one like it is taken, with the first free suffix: ``Jan 2``."""
    others = list(taken)
    candidate, count = name, 1
    while any(alike(candidate, other) for other in others):
        count += 1
        suffix = f" {count}"
        candidate = fit(name, cells - len(suffix)) + suffix
    return candidate


@lru_cache(maxsize=256)
def _look(name: str) -> str:
    """The same for names that look alike: no case, accents, spaces or punctuation."""
    forms = unicodedata.normalize("NFKD", name.translate(_BARS))
    seen = "".join(_LETTER.get(sign) or _LETTER.get(sign.upper(), sign) for sign in forms)
    letters = "".join(filter(_shows, seen)).casefold()
    return letters.replace("rn", "m").replace("vv", "w") or name


def _shows(letter: str) -> bool:
    accent = unicodedata.combining(letter)  # the marks of a syllable, such as a virama, are others
    return unicodedata.category(letter)[0] not in "CPZ" and accent != 1 and accent < 200
