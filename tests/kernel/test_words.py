"""Tests of shuffles to which the players have added words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from apps.games import load_games
from apps.kernel.chance import Chance, compute_commitment, encode_words, mix_seed
from apps.kernel.playout import build_transcript, by_bots, play_out_match
from apps.kernel.record import (
    RECORD_VERSION_WITH_WORDS,
    Record,
    Shuffle,
    Unreadable,
    encode_record,
    find_first_difference,
    parse_record,
)
from apps.kernel.verify import Verdict, verify_record

FUSE = load_games()["fuse"]
SECRET = b"h" * 32
WORDS = ("amber", "", "zündelnde Kröte")
SEED = mix_seed(SECRET, WORDS)
PLAYED = build_transcript(FUSE, play_out_match(FUSE, FUSE.setup(3), SEED, by_bots(FUSE)))
RECORD = replace(
    PLAYED,
    header=replace(
        PLAYED.header,
        version=RECORD_VERSION_WITH_WORDS,
        shuffle=Shuffle(compute_commitment(SECRET), SECRET.hex(), WORDS),
    ),
)
Header = dict[str, Any]


def tampered(change: Callable[[Header], object]) -> Verdict:
    header, *lines = encode_record(RECORD)
    fields: Header = msgspec.json.decode(header)
    change(fields)
    return verify_record(FUSE, parse_record([msgspec.json.encode(fields), *lines]))


# -- the seed --------------------------------------------------------------------------------


def test_the_seed_is_the_hash_of_the_secret_and_each_word_after_its_length() -> None:
    by_hand = b"shuffle:" + SECRET + b"\x00\x00\x00\x05amber" + b"\x00\x00\x00\x00"
    by_hand += b"\x00\x00\x00\x11" + "zündelnde Kröte".encode()
    assert hashlib.sha256(by_hand).digest() == SEED
    assert SEED.hex() == "4e398b5d5077f1cff4166c3b4fca0fec45265f22ca1bfa658167a5057b27990d"


@pytest.mark.parametrize("words", [("ambeR", "", WORDS[2]), ("amber", "", "zündelnde Krote"), ("amber", "x", WORDS[2])])
def test_one_changed_letter_of_a_word_changes_the_deck(words: tuple[str, ...]) -> None:
    deck, other = (FUSE.deal(FUSE.setup(3), Chance(seed, 0)) for seed in (SEED, mix_seed(SECRET, words)))
    assert deck != other


def test_a_seed_without_any_word_is_not_the_secret() -> None:
    assert len({SECRET, mix_seed(SECRET, ("", "")), mix_seed(SECRET, ("", "", "")), mix_seed(SECRET, ())}) == 4


_LISTS = st.lists(st.text(max_size=6), max_size=5)


@given(_LISTS, _LISTS)
def test_no_two_lists_of_words_are_encoded_the_same(words: list[str], others: list[str]) -> None:
    assert (encode_words(words) == encode_words(others)) == (words == others)


@given(_LISTS)
def test_the_encoding_of_words_can_be_read_back(words: list[str]) -> None:
    """Check that nothing is lost, so that the encodings of different lists must differ."""
    text, found = encode_words(words), []
    while text:
        end = 4 + int.from_bytes(text[:4])
        found.append(text[4:end].decode())
        text = text[end:]
    assert found == words


@given(_LISTS.filter(any), st.data())
def test_words_cut_elsewhere_are_other_words(words: list[str], data: st.DataObject) -> None:
    """Move the border between two neighbours, which a framing without lengths wouldn't notice."""
    joined = "".join(words)
    at = data.draw(st.integers(0, len(joined)))
    others = [joined[:at], joined[at:]]
    assert (mix_seed(SECRET, words) == mix_seed(SECRET, others)) == (words == others)


# -- the record ------------------------------------------------------------------------------


def test_a_record_with_words_is_read_back_and_right() -> None:
    assert parse_record(encode_record(RECORD)) == RECORD
    verdict = verify_record(FUSE, RECORD)
    assert verdict.right, verdict.wrong
    assert verdict.facts == sum(len(line.facts) for line in RECORD.moves)


def test_a_record_in_which_nobody_gave_a_word_has_an_empty_one_for_each_seat() -> None:
    seed = mix_seed(SECRET, ("", "", ""))
    played = build_transcript(FUSE, play_out_match(FUSE, FUSE.setup(3), seed, by_bots(FUSE)))
    shuffle = Shuffle(compute_commitment(SECRET), SECRET.hex(), ("", "", ""))
    record = replace(played, header=replace(played.header, version=2, shuffle=shuffle))
    assert b'"words":["","",""]' in next(encode_record(record))
    assert verify_record(FUSE, parse_record(encode_record(record))).right


def shuffle(**fields: object) -> Callable[[Header], object]:
    return lambda header: header["shuffle"].update(fields)


OTHER = b"i" * 32


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (shuffle(secret=OTHER.hex()), "The secret does not match the commitment shown before the players gave"),
        (shuffle(commitment=compute_commitment(OTHER)), "The secret does not match the commitment shown before"),
        (shuffle(secret=OTHER.hex(), commitment=compute_commitment(OTHER)), "The seed does not follow from the secret"),
        (shuffle(words=["ambes", *WORDS[1:]]), "The seed does not follow from the secret and the players' words"),
        (shuffle(words=["", "amber", WORDS[2]]), "in the order of their seats"),
        (shuffle(words=WORDS[::-1]), "in the order of their seats"),
        (shuffle(words=["amber" + WORDS[2], "", ""]), "The seed does not follow"),
        (shuffle(words=WORDS[:2]), "The record has 2 words for 3 seats."),
        (shuffle(words=[*WORDS, ""]), "The record has 4 words for 3 seats."),
        (shuffle(secret=""), "The record has no secret of the shuffle"),
        (shuffle(secret="00"), "The secret of the shuffle cannot be read. It must be 64 hex digits."),
        (lambda header: header.pop("shuffle"), "does not say from which secret and words its seed was made"),
        (lambda header: header.update(version=1), "A record of version 1 has no words of players."),
        (
            lambda header: header.update(seed=SECRET.hex(), commitment=compute_commitment(SECRET)),
            "The seed does not follow from the secret",
        ),
        (lambda header: header.update(commitment=compute_commitment(SECRET)), "The seed does not match the commitment"),
        (lambda header: header.update(seed=""), "The record has no seed"),
    ],
)
def test_each_part_of_the_shuffle_is_checked(change: Callable[[Header], object], wrong: str) -> None:
    verdict = tampered(change)
    assert wrong in verdict.wrong
    assert verdict.facts == 0


def test_a_seed_made_of_other_words_gives_away_that_other_cards_were_dealt() -> None:
    """Change a word and everything that follows from it in the header, but not the cards."""
    words = ("ambes", *WORDS[1:])
    seed = mix_seed(SECRET, words)

    def change(header: Header) -> None:
        header.update(seed=seed.hex(), commitment=compute_commitment(seed))
        header["shuffle"].update(words=words)

    assert "of move 0 should be" in tampered(change).wrong


def test_another_word_is_a_difference_between_records() -> None:
    assert RECORD.header.shuffle is not None
    other = replace(RECORD, header=replace(RECORD.header, shuffle=replace(RECORD.header.shuffle, words=("", "", ""))))
    assert find_first_difference(RECORD, other) == "header"


@pytest.mark.parametrize("half", [b"\\ud800", b"\\udc00", b"\\ud800x"])
def test_half_a_letter_is_no_word(half: bytes) -> None:
    header, *lines = encode_record(RECORD)
    with pytest.raises(Unreadable, match="Line 1"):
        parse_record([header.replace(b"amber", half), *lines])


def test_a_record_of_a_running_match_shows_the_commitment_of_its_secret_only() -> None:
    assert RECORD.header.shuffle is not None
    running = Record(
        replace(RECORD.header, seed="", shuffle=Shuffle(RECORD.header.shuffle.commitment)), RECORD.moves[:1]
    )
    assert msgspec.json.decode(next(encode_record(running)))["shuffle"] == {
        "commitment": RECORD.header.shuffle.commitment
    }
