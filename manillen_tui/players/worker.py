"""Thinks in a process of its own, so that thinking never delays a frame of the table.

Reads views and answers each with a command, one msgpack map a frame. It ends with its standard
input, and so with the host, however that one ended.
"""

import sys
from typing import BinaryIO

import msgpack

from manillen_tui.players.policy import choose
from manillen_tui.wire import command_to_body, view_from_body
from net.limits import Limits
from net.protocol.framing import FrameReader, to_frame


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every view until the requests end. Whatever is not a view for a seat to move raises.

    `requests` must be unbuffered: a read returns what is there.
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
