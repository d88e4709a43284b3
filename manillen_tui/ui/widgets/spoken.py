"""The two words that let people in, large enough to be read from across a room."""

from typing import Final

from textual.content import Content
from textual.widget import Widget

from manillen_tui.words.spoken_code import WRITTEN


#: Five rows of points for each letter, two rows of them in one row of the screen.
_LETTERS: Final = {
    "a": ".#. #.# ### #.# #.#",
    "b": "##. #.# ##. #.# ##.",
    "c": ".## #.. #.. #.. .##",
    "d": "##. #.# #.# #.# ##.",
    "e": "### #.. ##. #.. ###",
    "f": "### #.. ##. #.. #..",
    "g": ".### #... #.## #..# .###",
    "h": "#.# #.# ### #.# #.#",
    "i": "# # # # #",
    "j": "..# ..# ..# #.# .#.",
    "k": "#.# #.# ##. #.# #.#",
    "l": "#.. #.. #.. #.. ###",
    "m": "#...# ##.## #.#.# #...# #...#",
    "n": "#..# ##.# #.## #..# #..#",
    "o": "### #.# #.# #.# ###",
    "p": "##. #.# ##. #.. #..",
    "q": "###. #.#. #.#. ###. ...#",
    "r": "##. #.# ##. #.# #.#",
    "s": ".## #.. .#. ..# ##.",
    "t": "### .#. .#. .#. .#.",
    "u": "#.# #.# #.# #.# ###",
    "v": "#.# #.# #.# #.# .#.",
    "w": "#...# #...# #.#.# ##.## #...#",
    "x": "#.# #.# .#. #.# #.#",
    "y": "#.# #.# .#. .#. .#.",
    "z": "### ..# .#. #.. ###",
    " ": "... ... ... ... ...",
}
_HALVES: Final = {"..": " ", "#.": "▀", ".#": "▄", "##": "█"}


class Spoken(Widget):
    """Capitals wide apart, and above them drawn letters where there is room for them."""

    def __init__(self) -> None:
        super().__init__()
        self.code = ""

    def show(self, code: str) -> None:
        if code != self.code:
            self.code = code
            self.refresh()

    def render(self) -> Content:
        width, height = self.size
        rows = [WRITTEN(words=wide_apart(self.code))]
        drawn = draw(self.code)
        if height > len(drawn) and len(drawn[0]) <= width:
            rows = [*drawn, *rows]
        centred = "\n".join(row.center(width).rstrip() for row in rows)
        return Content.styled(centred, "bold $primary")


def draw(text: str) -> list[str]:
    """Three rows of blocks.

    >>> print("\\n".join(row.rstrip() for row in draw("tip")))
    ▀█▀ █ █▀▄
     █  █ █▀
     ▀  ▀ ▀
    """
    letters = [[*_LETTERS[letter].split(), ""] for letter in text.lower() if letter in _LETTERS]
    rows = [
        " ".join(letter[row].ljust(len(letter[0]), ".") for letter in letters) for row in range(6)
    ]
    return [
        "".join(_HALVES[f"{up}{down}".replace(" ", ".")] for up, down in zip(*pair, strict=True))
        for pair in (rows[0:2], rows[2:4], rows[4:6])
    ]


def wide_apart(text: str) -> str:
    """
    >>> wide_apart("tango kiwi")
    'T A N G O   K I W I'
    """
    return "   ".join(" ".join(word) for word in text.upper().split())
