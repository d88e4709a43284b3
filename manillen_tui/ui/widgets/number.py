"""A number that is chosen by arrows or typed."""


class Number:
    """Arrows keep within `low` and `high`. What is typed may lie beyond: it is seen, and whoever
    is asked for it refuses it."""

    def __init__(self, low: int, high: int, value: int) -> None:
        self.low = low
        self.high = high
        self.value = value
        self._typed = ""

    @property
    def fits(self) -> bool:
        return self.low <= self.value <= self.high

    def step(self, step: int) -> None:
        self._typed = ""
        self.value = max(self.low, min(self.value + step, self.high))

    def type(self, digit: int) -> None:
        """One digit more; a number with as many as the highest has is complete."""
        begun = self._typed if len(self._typed) < len(str(self.high)) else ""
        self._typed = f"{begun}{digit}"
        self.value = int(self._typed)

    def done(self) -> None:
        """The next digit begins anew."""
        self._typed = ""
