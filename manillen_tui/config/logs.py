"""The log: what no player should have to read goes to a file, never to the screen."""

import logging
import logging.handlers
from pathlib import Path
from typing import Final

from manillen_tui.config.paths import log_dir


_BYTES: Final = 1_000_000


def log_file(name: str) -> Path:
    return log_dir() / f"{name}.log"


def start_logging(name: str) -> Path | None:
    """Send all logging to this file from now on; returns its path, or None if impossible."""
    root = logging.getLogger()
    logging.raiseExceptions = False  # if the disk fills up later: no traceback on the screen
    logging.captureWarnings(True)
    root.setLevel(logging.INFO)
    path = log_file(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=_BYTES, backupCount=1, encoding="utf-8"
        )
    except OSError:  # a read-only or full disk: go on without a log
        root.addHandler(logging.NullHandler())
        return None
    handler.setFormatter(
        logging.Formatter("%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s")
    )
    root.addHandler(handler)
    return path
