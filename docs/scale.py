#!/usr/bin/env python3
"""How a number of tables loads nodes, bus and database: a small simulation of the queues that a move passes.

    python3 docs/scale.py                     # the table of docs/scale.md
    python3 docs/scale.py --tables 5000 --nodes 3 --elsewhere 0.5
    trinta bench cluster --json > measured.json && python3 docs/scale.py --measured measured.json

A move arrives at the node of its player. If another node owns the table, it is relayed. The owner decides, the database
commits whatever has gathered while it was flushing, and each node with people at the table gets one text. Costs are the
constants below; docs/scale.md says where they come from.
"""

import argparse
import dataclasses
import heapq
import json
import random

CORES = 2  # of each node
FLUSH = 2e-3  # seconds of the database for each commit, however much is in it
SECONDS_PER_MOVE = 12  # between two moves at a table


@dataclasses.dataclass
class Costs:
    """What a move costs; docs/scale.md says where each number comes from."""

    decide: float = 121e-6  # seconds of one core at the owner: rules, entry, messages to four people
    relay: float = 17e-6  # seconds of one core at each of the four queues that a relayed move passes for its texts
    row: float = 115e-6  # seconds of the database for each entry
    bytes: float = 1892  # on the bus for a relayed move: command, batches of what came of it, deals

    @staticmethod
    def measured(file):
        """The costs in the figures of `trinta bench cluster --json`."""
        with open(file, encoding="utf-8") as text:
            setups = json.load(text)["setups"]
        owner, half = setups["all_at_owner"], setups["half_elsewhere"]
        # Half of the people are elsewhere there, so half of the moves are relayed. Each of those passes four queues below
        # for its texts: two nodes on the way there, and two on the way back.
        relay = (half["node_micros_per_move"] - owner["node_micros_per_move"]) / 2
        return Costs(
            decide=owner["node_micros_per_move"] * 1e-6,
            relay=max(relay, 0) * 1e-6,
            row=(owner["postgres_micros_per_move"] or Costs.row * 1e6) * 1e-6,
            bytes=2 * half["bus_bytes_per_move"],
        )


class Queue:
    """Servers of equal speed with one queue before them."""

    def __init__(self, servers):
        self.free = [0.0] * servers
        self.busy = 0.0

    def serve(self, now, work):
        start = max(now, heapq.heappop(self.free))
        heapq.heappush(self.free, start + work)
        self.busy += work
        return start + work


class Database:
    """Commits what has gathered, then flushes once."""

    def __init__(self, row):
        self.row = row
        self.next_commit = 0.0
        self.commit_end = 0.0
        self.entries = 0

    def append(self, now):
        if now > self.next_commit:
            start = max(now, self.commit_end)
            self.next_commit, self.commit_end = start, start + FLUSH
        self.commit_end += self.row
        self.entries += 1
        return self.commit_end


def move(dice, costs, cpus, database, elsewhere):
    """The way of one move: at each stop the function that takes the time of arrival and gives that of departure."""
    owner = dice.randrange(len(cpus))
    far = len(cpus) > 1 and dice.random() < elsewhere
    home = dice.choice([node for node in range(len(cpus)) if node != owner]) if far else owner
    relay = [lambda at, node=node: cpus[node].serve(at, costs.relay) for node in (home, owner)]
    decide = dice.expovariate(1 / costs.decide)
    there = relay if far else []
    return [*there, lambda at: cpus[owner].serve(at, decide), database.append, *reversed(there)]


def simulate(costs, tables, nodes, elsewhere, seconds, seed=1):
    dice = random.Random(seed)
    cpus, database = [Queue(CORES) for _ in range(nodes)], Database(costs.row)
    rate, arrival, took, relayed = tables / SECONDS_PER_MOVE, 0.0, [], 0
    # Events in the order of time: when, a number that no other has, when the move began, and what is left of its way.
    events, number = [], 0
    while arrival < seconds:
        arrival += dice.expovariate(rate)
        way = move(dice, costs, cpus, database, elsewhere)
        relayed += len(way) > 2
        number += 1
        events.append((arrival, number, arrival, way))
    heapq.heapify(events)
    while events:
        at, number, began, way = heapq.heappop(events)
        if not way:
            took.append(at - began)
            continue
        heapq.heappush(events, (way[0](at), number, began, way[1:]))
    took.sort()
    return {
        "moves a second": rate,
        "p50 ms": 1000 * took[len(took) // 2],
        "p99 ms": 1000 * took[len(took) * 99 // 100],
        "node": max(cpu.busy for cpu in cpus) / (CORES * seconds),
        "database": database.entries * costs.row / seconds,
        "bus KB/s": relayed * costs.bytes / seconds / 1024,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--elsewhere", type=float, default=0.5, help="share of moves by people at another node")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--measured", metavar="FILE", help="figures of `trinta bench cluster --json`")
    given = parser.parse_args()
    costs = Costs.measured(given.measured) if given.measured else Costs()
    sizes = [given.tables] if given.tables else [1_000, 10_000, 30_000, 100_000, 200_000]
    print("| tables | moves/s | p50 | p99 | busiest node | database | bus |\n|---|---|---|---|---|---|---|")
    for tables in sizes:
        seconds = min(given.seconds, 200_000 * SECONDS_PER_MOVE / tables)
        found = simulate(costs, tables, given.nodes, given.elsewhere, seconds)
        print(
            f"| {tables:,} | {found['moves a second']:,.0f} | {found['p50 ms']:.1f} ms | {found['p99 ms']:.1f} ms "
            f"| {found['node']:.0%} | {found['database']:.0%} | {found['bus KB/s']:,.0f} KB/s |"
        )


if __name__ == "__main__":
    main()
