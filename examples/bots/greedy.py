#!/usr/bin/env python3
"""A bot for the number game. It lays sets from its rack and adds tiles to the ends of sets on the table.

It speaks the protocol of docs/bot-protocol.md: one JSON object per line. Try it with

    trinta bot check -- python3 examples/bots/greedy.py
    trinta arena --bots "level1,cmd:python3 examples/bots/greedy.py" --pairs 20
"""
import json
import sys

COLOURS = "krby"


def read_tile(text):
    """`r7` is ("r", 7)."""
    return text[0], int(text[1:])


def write_set(tiles):
    return " ".join(f"{colour}{number}" for colour, number in tiles)


def longest_set(rack):
    """The set of rack tiles that is worth most, or None. Jokers stay on the rack."""
    found = []
    tiles = set(rack)
    for number in range(1, 14):
        group = [(colour, number) for colour in COLOURS if (colour, number) in tiles]
        if len(group) >= 3:
            found.append(group)
    for colour in COLOURS:
        run = []
        for number in range(1, 15):
            if (colour, number) in tiles:
                run.append((colour, number))
                continue
            if len(run) >= 3:
                found.append(run)
            run = []
    return max(found, key=lambda tiles: sum(number for _, number in tiles), default=None)


def fits(tiles, tile):
    """The set with the tile added at one of its ends, or None. `tiles` contains no joker."""
    colour, number = tile
    numbers = [number for _, number in tiles]
    if len(set(numbers)) == 1:  # a group
        new = number == numbers[0] and all(colour != other for other, _ in tiles)
        return tiles + [tile] if new else None
    if colour != tiles[0][0]:
        return None
    if number == numbers[-1] + 1:
        return tiles + [tile]
    if number == numbers[0] - 1:
        return [tile] + tiles
    return None


def choose(view, rules):
    """The command to answer a turn with."""
    rack = [read_tile(text) for text in view["rack"].split() if text != "*"]
    table = list(view["table"])
    laid, points = 0, 0
    while tiles := longest_set(rack):
        table.append(write_set(tiles))
        for tile in tiles:
            rack.remove(tile)
        laid += len(tiles)
        points += sum(number for _, number in tiles)
        if rules.get("opening_sets") == "one" and not view["opened"]:
            break
    if not view["opened"]:
        # An opening uses only rack tiles and needs enough points.
        enough = laid > 0 and points >= rules["opening_points"]
        return {"command": "play", "layout": table} if enough else draw(view)
    for tile in list(rack):
        for index, text in enumerate(table):
            if "*" in text:
                continue
            longer = fits([read_tile(part) for part in text.split()], tile)
            if longer:
                table[index] = write_set(longer)
                laid += 1
                break
    return {"command": "play", "layout": table} if laid else draw(view)


def draw(view):
    return {"command": "draw" if view["pool"] > 0 else "pass"}


def say(message):
    print(json.dumps(message), flush=True)


def main():
    rules = {}
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "hello":
            if message["protocol"] != 1:
                sys.exit("this program speaks version 1 of the protocol")
            say({"type": "hello", "protocol": 1, "name": "greedy.py"})
        elif kind == "start":
            if message["game"] != "numbers":
                sys.exit("this program knows the number game only")
            rules = message["rules"]
        elif kind == "turn":
            say({"type": "answer", "id": message["id"], "command": choose(message["view"], rules)})
        elif kind == "challenge":
            say({"type": "verdict", "id": message["id"], "challenge": False})
        elif kind == "bye":
            return
        # `event`, `refused` and `end` need no answer; this program keeps no state between turns.


if __name__ == "__main__":
    main()
