/** What the server's solver found at each turn of a finished game. */
import type { TurnView } from "../wire";

/** Keyed by the event of the record; empty if the server does not answer. */
export async function analysis(table: string, number: number): Promise<Map<number, TurnView>> {
  const answer = await fetch(`/api/v1/tables/${encodeURIComponent(table)}/games/${number}/analysis`).catch(() => null);
  if (!answer?.ok) return new Map();
  const turns = (await answer.json()) as TurnView[];
  return new Map(turns.map((turn) => [turn.event, turn]));
}
