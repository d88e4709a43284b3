"""Frames come out as they went in, however the stream was split; bad lengths are refused early."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.protocol.framing import BadFrame, FrameReader, to_frame


LIMIT = 300
PAYLOADS = st.lists(st.binary(min_size=1, max_size=LIMIT), max_size=20)


def frames_of(reader: FrameReader) -> list[bytes]:
    frames = []
    while (payload := reader.next_frame()) is not None:
        frames.append(payload)
    return frames


@given(PAYLOADS, st.lists(st.integers(0, 7000)))
def test_any_split_gives_the_same_frames(payloads: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(to_frame(payload) for payload in payloads)
    edges = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    reader = FrameReader(LIMIT)
    read = []
    for start, end in pairwise(edges):
        reader.feed(stream[start:end])
        read += frames_of(reader)
    assert read == payloads
    assert not reader.inside


def test_single_bytes() -> None:
    reader = FrameReader(LIMIT)
    read = []
    for byte in to_frame(b"one") + to_frame(b"two"):
        reader.feed(bytes([byte]))
        read += frames_of(reader)
    assert read == [b"one", b"two"]


def test_five_hundred_frames_in_one_read() -> None:
    payloads = [b"%d" % number for number in range(500)]
    reader = FrameReader(LIMIT)
    reader.feed(b"".join(to_frame(payload) for payload in payloads))
    assert frames_of(reader) == payloads


@pytest.mark.parametrize("length", [0, LIMIT + 1, 0xFFFFFFFF])
def test_a_bad_length_is_refused_from_the_header_alone(length: int) -> None:
    reader = FrameReader(LIMIT)
    reader.feed(length.to_bytes(4, "big"))
    with pytest.raises(BadFrame):
        reader.next_frame()


def test_the_longest_frame_is_accepted() -> None:
    reader = FrameReader(LIMIT)
    reader.feed(to_frame(b"x" * LIMIT))
    assert frames_of(reader) == [b"x" * LIMIT]


@given(st.lists(st.binary(max_size=400), max_size=10))
def test_junk_gives_frames_within_the_limit_or_one_error(chunks: list[bytes]) -> None:
    reader = FrameReader(LIMIT)
    for chunk in chunks:
        reader.feed(chunk)
        try:
            assert all(0 < len(payload) <= LIMIT for payload in frames_of(reader))
        except BadFrame:
            return


def test_the_limit_may_rise_between_two_frames_of_one_read() -> None:
    reader = FrameReader(4)
    reader.feed(to_frame(b"tiny") + to_frame(b"larger"))
    assert reader.next_frame() == b"tiny"
    reader.limit = 6
    assert reader.next_frame() == b"larger"


def test_an_unfinished_frame_shows() -> None:
    reader = FrameReader(LIMIT)
    reader.feed(to_frame(b"word")[:2])
    assert reader.inside
    assert reader.next_frame() is None
    reader.feed(to_frame(b"word")[2:])
    assert reader.next_frame() == b"word"
    assert not reader.inside
