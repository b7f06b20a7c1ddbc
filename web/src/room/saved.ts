/** What survives a reload: the order of the rack, the draft, the log of the game, and the player's name. */
import type { GameLog } from "./log";

function read<T>(store: Storage, key: string): T | null {
  try {
    return JSON.parse(store.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function write(store: Storage, key: string, value: unknown) {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // If the storage is full or forbidden, nothing is saved.
  }
}

const seatKey = (table: string, seat: number) => `${table}.${seat}`;

export const saveRack = (table: string, seat: number, faces: string[]) => write(sessionStorage, `rack.${seatKey(table, seat)}`, faces);
export const savedRack = (table: string, seat: number) => read<string[]>(sessionStorage, `rack.${seatKey(table, seat)}`);

export function saveDraft(table: string, seat: number, turn: string, draft: string[] | null) {
  write(sessionStorage, `draft.${seatKey(table, seat)}`, draft && { turn, draft });
}
export function savedDraft(table: string, seat: number, turn: string): string[] | null {
  const kept = read<{ turn: string; draft: string[] }>(sessionStorage, `draft.${seatKey(table, seat)}`);
  return kept?.turn === turn ? kept.draft : null;
}

/** By table, not by seat: on one device, all players have the same log. */
export const saveLog = (table: string, log: GameLog) => write(sessionStorage, `log.${table}`, log);
export const savedLog = (table: string) => read<GameLog>(sessionStorage, `log.${table}`);

/** The number of failed loads in a row. */
export const saveFailures = (failures: number) => write(sessionStorage, "trinta.failures", failures);
export const savedFailures = () => read<number>(sessionStorage, "trinta.failures") ?? 0;

export const saveName = (name: string) => write(localStorage, "trinta.name", name);
export const savedName = () => read<string>(localStorage, "trinta.name");
