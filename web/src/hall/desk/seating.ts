/** A seating before it is published: what to look at, and the organiser's own changes. */
import { roundOf } from "./needs";
import type { DirectorView, PlayerLine, RoundView } from "./view";

export interface SeatingReview {
  /** Tables with fewer than four. */
  short: number[];
  /** Pairs who sat together in an earlier round. */
  repeats: { table: number; pair: [number, number]; round: number }[];
  /** The tables with players of one school, and which players those are. */
  mates: { table: number; groups: number[][] }[];
  /** Numbers that were given out and have no seat in the first round. */
  absent: PlayerLine[];
}

export type Tables = number[][];

export const tablesOf = (round: RoundView): Tables => {
  const highest = Math.max(0, ...round.tables.map(({ table }) => table));
  return Array.from({ length: highest }, (_, at) => round.tables.find(({ table }) => table === at + 1)?.players.map(({ number }) => number) ?? []);
};

const pairsOf = (numbers: readonly number[]): [number, number][] => numbers.flatMap((one, at) => numbers.slice(at + 1).map((other): [number, number] => [one, other]));

export function reviewSeating(view: DirectorView, round: number, tables: Tables): SeatingReview {
  const met = new Map<string, number>();
  const key = ([one, other]: [number, number]) => (one < other ? `${one}-${other}` : `${other}-${one}`);
  for (const earlier of view.rounds.filter((one) => one.round < round)) {
    for (const numbers of tablesOf(earlier)) for (const pair of pairsOf(numbers)) met.set(key(pair), earlier.round);
  }
  // Where everybody is from one school, that is no news.
  const isOneSchool = new Set(view.players.map((player) => player.school)).size < 2;
  const school = new Map(view.players.map((player) => [player.number, isOneSchool ? undefined : player.school]));
  const mates = (numbers: readonly number[], table: number) => {
    const groups = new Map<string, number[]>();
    for (const number of numbers) {
      const name = school.get(number);
      if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), number]);
    }
    const together = [...groups.values()].filter((group) => group.length > 1);
    return together.length > 0 ? [{ table, groups: together }] : [];
  };
  const seated = new Set(tables.flat());
  return {
    short: tables.flatMap((numbers, at) => (numbers.length > 0 && numbers.length < 4 ? [at + 1] : [])),
    repeats: tables.flatMap((numbers, at) =>
      pairsOf(numbers).flatMap((pair) => {
        const earlier = met.get(key(pair));
        return earlier === undefined ? [] : [{ table: at + 1, pair, round: earlier }];
      }),
    ),
    mates: tables.flatMap((numbers, at) => mates(numbers, at + 1)),
    absent: round === 1 ? view.players.filter((player) => !seated.has(player.number) && player.status === "barred") : [],
  };
}

export interface Move {
  table: number;
  goes: { number: number; name?: string; to: number }[];
  stays: { number: number; name?: string }[];
}

/** A round as a difference from the one before: who goes from each table to which, and who stays. */
export function movesInto(view: DirectorView, round: number): Move[] {
  const [before, after] = [roundOf(view, round - 1), roundOf(view, round)];
  if (!before || !after) return [];
  const seat = new Map(after.tables.flatMap(({ table, players }) => players.map(({ number }) => [number, table] as const)));
  return before.tables.map(({ table, players }) => {
    const going = players.flatMap((player) => {
      const to = seat.get(player.number);
      return to === undefined || to === table ? [] : [{ ...player, to }];
    });
    return { table, goes: going, stays: players.filter(({ number }) => seat.get(number) === table) };
  });
}

/** The tables with two players swapped, or one moved to another table. */
export function swapPlayers(tables: Tables, one: number, other: number): Tables {
  return tables.map((numbers) => numbers.map((number) => (number === one ? other : number === other ? one : number)));
}

export function movePlayer(tables: Tables, number: number, table: number): Tables {
  const without = tables.map((numbers) => numbers.filter((one) => one !== number));
  return without.map((numbers, at) => (at + 1 === table ? [...numbers, number] : numbers));
}

/** What is wrong with a typed seating, one table a line: `1 2 7 8`. */
export type SeatingFault = { fault: "twice" | "unknown" | "missing"; numbers: number[] } | { fault: "size"; tables: number[] };

export function readTables(text: string, playing: readonly number[]): Tables | SeatingFault {
  const tables = text.split("\n").map((line) => (line.match(/\d+/g) ?? []).map(Number)).filter((numbers) => numbers.length > 0);
  return checkTables(tables, playing) ?? tables;
}

export function checkTables(tables: Tables, playing: readonly number[]): SeatingFault | null {
  const all = tables.flat();
  const unknown = all.filter((number) => !playing.includes(number));
  if (unknown.length > 0) return { fault: "unknown", numbers: unknown };
  const twice = all.filter((number, at) => all.indexOf(number) !== at);
  if (twice.length > 0) return { fault: "twice", numbers: twice };
  const missing = playing.filter((number) => !all.includes(number));
  if (missing.length > 0) return { fault: "missing", numbers: missing };
  const wrong = tables.flatMap((numbers, at) => (numbers.length === 1 || numbers.length > 4 ? [at + 1] : []));
  return wrong.length > 0 ? { fault: "size", tables: wrong } : null;
}
