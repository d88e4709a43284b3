"""`python -m manillen_tui` is `manillen`."""

import sys

from manillen_tui.cli import main


sys.exit(main())
