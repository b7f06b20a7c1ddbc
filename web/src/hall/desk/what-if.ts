/** The effect of a command before it is given. */

export interface ChangedRow {
  number: number;
  rank: number | null;
  wins: string;
  total: string;
  was?: { rank: number | null; wins: string; total: string };
}
export interface WhatIf {
  ok: true;
  answer: Record<string, unknown>;
  standings: ChangedRow[];
  seatings: { round: number; was: SeatedTable[]; tables?: SeatedTable[] }[];
}
export interface SeatedTable {
  table: number;
  players: number[];
}

/** Tables whose players would differ: who comes and who goes. */
export function changedTables(was: readonly SeatedTable[], tables: readonly SeatedTable[]): { table: number; comes: number[]; goes: number[] }[] {
  return tables.flatMap(({ table, players }) => {
    const before = was.find((one) => one.table === table)?.players ?? [];
    const comes = players.filter((number) => !before.includes(number));
    const goes = before.filter((number) => !players.includes(number));
    return comes.length + goes.length > 0 ? [{ table, comes, goes }] : [];
  });
}

/** Rows in which the place or the result changes, the own players first. */
export function rowsThatMatter(rows: readonly ChangedRow[], own: readonly number[]): ChangedRow[] {
  const matters = rows.filter((row) => row.was === undefined || row.was.rank !== row.rank || row.was.total !== row.total || row.was.wins !== row.wins);
  const order = (row: ChangedRow) => (own.includes(row.number) ? 0 : 1);
  return matters.sort((one, other) => order(one) - order(other) || (one.rank ?? 9999) - (other.rank ?? 9999));
}
