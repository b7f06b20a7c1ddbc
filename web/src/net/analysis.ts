/** What the server's solver found at each turn of a finished game. */
import type { TurnView } from "../wire";
import { api } from "./api";

/** Keyed by the event of the record. */
export async function analysis(table: string, number: number): Promise<Map<number, TurnView>> {
  return new Map((await api.analysis(table, number)).map((turn) => [turn.event, turn]));
}
