#!/usr/bin/env python3
"""A second implementation of the shuffle that docs/shuffle.md specifies, in plain Python without any package.

    python3 docs/shuffle.py                       checks the test vectors of docs/shuffle.md
    python3 docs/shuffle.py SEED N BOX [ENTROPY…] shuffle number N of BOX (106, 160 or letters), entropy by seat as hex
"""
import hashlib
import pathlib
import struct
import sys

LETTERS = "A10 B2 C4 D4 E10 F2 G3 H3 I7 J1 K2 L7 M3 N6 O8 P4 Q1 R7 S7 T8 U4 V1 W2 X1 Y2 Z1"


def box(name):
    """The initial order of the tiles, from which a shuffle starts."""
    if name == "letters":
        return [part[0] for part in LETTERS.split() for _ in range(int(part[1:]))] + ["*"] * 2
    copies, jokers = (2, 2) if name == "106" else (3, 4)
    numbers = [f"{colour}{number}" for colour in "krby" for number in range(1, 14) for _ in range(copies)]
    return numbers + ["*"] * jokers


def commitment(seed):
    return hashlib.sha256(b"trinta-seed-1" + seed).digest()


def entropy_commitment(deal, entropy):
    """What a seat commits to, in the deal with this commitment to the seed."""
    return hashlib.sha256(b"trinta-entropy-1" + deal + entropy).digest()


def key(seed, entropy):
    parts = b"".join(bytes([len(part)]) + part for part in entropy)
    return hashlib.sha256(b"trinta-key-1" + seed + parts).digest()


def words(key, nonce):
    """The ChaCha20 key stream as 32-bit words: a 64-bit block counter from 0, a 64-bit nonce."""
    def rotate(value, by):
        return (value << by | value >> (32 - by)) & 0xFFFFFFFF

    def quarter(state, a, b, c, d):
        for one, two, three, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            state[one] = (state[one] + state[two]) & 0xFFFFFFFF
            state[three] = rotate(state[three] ^ state[one], by)

    counter = 0
    while True:
        start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(struct.unpack("<8I", key))
        start += list(struct.unpack("<4I", struct.pack("<QQ", counter, nonce)))
        state = start[:]
        for _ in range(10):
            for column in range(4):
                quarter(state, column, 4 + column, 8 + column, 12 + column)
            for column in range(4):
                quarter(state, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
        yield from ((one + two) & 0xFFFFFFFF for one, two in zip(start, state))
        counter += 1


def shuffle(tiles, key, number):
    tiles, stream = tiles[:], words(key, number)
    for last in range(len(tiles) - 1, 0, -1):
        limit = last + 1
        word = next(stream)
        while word >= 2**32 - 2**32 % limit:
            word = next(stream)
        other = word % limit
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return tiles


def text(tiles):
    return ("" if any(tile in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for tile in tiles) else " ").join(tiles)


def vectors():
    seed = bytes(range(32))
    plain = key(seed, [b""] * 4)
    mixed = key(seed, [part.encode() for part in ("Ana", "", "陳大文", "🙂")])
    deal = commitment(seed)
    yield "commitment", deal.hex()
    yield "commitment to the entropy 07 07 … 07", entropy_commitment(deal, bytes([7] * 32)).hex()
    yield "key, four players without entropy", plain.hex()
    yield "key, entropy `Ana`, nothing, `陳大文`, `🙂`", mixed.hex()
    yield "106 tiles, first key, shuffle 0", text(shuffle(box("106"), plain, 0)[:14])
    yield "106 tiles, first key, shuffle 1", text(shuffle(box("106"), plain, 1)[:14])
    yield "106 tiles, second key, shuffle 0", text(shuffle(box("106"), mixed, 0)[:14])
    yield "160 tiles, second key, shuffle 1", text(shuffle(box("160"), mixed, 1)[:14])
    yield "letters, second key, shuffle 1", text(shuffle(box("letters"), mixed, 1)[:14])


def main(arguments):
    if arguments:
        seed, number, name, *entropy = arguments
        parts = [bytes.fromhex(part) for part in entropy]
        print(text(shuffle(box(name), key(bytes.fromhex(seed), parts), int(number))))
        return 0
    document = pathlib.Path(__file__).with_name("shuffle.md").read_text(encoding="utf-8")
    wrong = [name for name, value in vectors() if f"`{value}`" not in document]
    for name, value in vectors():
        print(f"| {name} | `{value}` |{' WRONG' if name in wrong else ''}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
