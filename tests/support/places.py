"""The paths of the project's own files."""

from pathlib import Path
from typing import Final


TESTS: Final = Path(__file__).parents[1]
ROOT: Final = TESTS.parent
DOCS: Final = ROOT / "docs"
README: Final = ROOT / "README.md"
