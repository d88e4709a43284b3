"""The computer players' worker process, so that thinking never delays the table.

It reads views and answers each with a command, one msgpack map per frame. It exits when its
standard input closes, and so always together with the host.
"""

import sys
from typing import BinaryIO

import msgpack

from manillen_tui.players.policy import choose
from manillen_tui.wire import command_to_body, view_from_body
from net.limits import Limits
from net.protocol.framing import FrameReader, to_frame


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every view until the requests end. Raises on a view whose seat is not to act.

    `requests` must be unbuffered, so that a read returns what is there.
    """
    reader = FrameReader(Limits().host_frame_bytes)
    while data := requests.read(64 * 1024):
        reader.feed(data)
        while (payload := reader.next_frame()) is not None:
            request = msgpack.unpackb(payload)
            command = command_to_body(choose(view_from_body(request["view"])))
            answers.write(to_frame(msgpack.packb({"id": request["id"], "command": command})))
            answers.flush()


if __name__ == "__main__":
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as requests:
        serve(requests, sys.stdout.buffer)
