/** What survives a reload: the order of the rack, the draft, the log of the game, and who the player is. */
import type { SavedFelt } from "../table/felt";
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

/** A deal in which this device has a part. */
export interface SavedDeal {
  /** The commitment to the server's seed. */
  deal: string;
  /** The number of the game that it is for. */
  game: number;
  entropy: string;
  /** The commitments of all seats, as they were when this device revealed its entropy; null: it has not. */
  shown: readonly (string | null)[] | null;
}
const MAX_DEALS = 40;
/** By table: several players on one device have one part. */
export const saveDeals = (table: string, deals: readonly SavedDeal[]) => write(sessionStorage, `deals.${table}`, deals.slice(-MAX_DEALS));
export const savedDeals = (table: string) => read<SavedDeal[]>(sessionStorage, `deals.${table}`) ?? [];

/** By table, not by seat: on one device, all players have the same log. */
export const saveLog = (table: string, log: GameLog) => write(sessionStorage, `log.${table}`, log);
export const savedLog = (table: string) => read<GameLog>(sessionStorage, `log.${table}`);

/** Where the sets of a game lie. By table: on one device, all players look at the same felt. */
export const saveFelt = (table: string, game: number, felt: SavedFelt) => write(sessionStorage, `felt.${table}`, { game, felt });
export function savedFelt(table: string, game: number): SavedFelt | null {
  const kept = read<{ game: number; felt: SavedFelt }>(sessionStorage, `felt.${table}`);
  return kept?.game === game ? kept.felt : null;
}

/** The number of failed loads in a row. */
export const saveFailures = (failures: number) => write(sessionStorage, "trinta.failures", failures);
export const savedFailures = () => read<number>(sessionStorage, "trinta.failures") ?? 0;

/** Who the player said they are. It outlives the session, and the next guest session starts with it. */
export interface SavedIdentity {
  name: string;
  face?: string;
}
export function saveIdentity({ name, face }: SavedIdentity) {
  write(localStorage, "trinta.name", name);
  if (face !== undefined) write(localStorage, "trinta.face", face);
}
export function savedIdentity(): SavedIdentity | null {
  const name = read<string>(localStorage, "trinta.name");
  const face = read<string>(localStorage, "trinta.face");
  return name === null ? null : { name, ...(face === null ? {} : { face }) };
}

/** Those who last played on this one device. */
export const saveFamily = (family: SavedIdentity[]) => write(localStorage, "trinta.family", family);
export const savedFamily = () => read<SavedIdentity[]>(localStorage, "trinta.family") ?? [];

/** Tables that the player left for good: a bot plays on there, and nothing leads back to them. */
const MAX_LEFT_TABLES = 50;
export const savedLeftTables = () => read<string[]>(localStorage, "trinta.left") ?? [];
export const saveLeftTable = (table: string) => write(localStorage, "trinta.left", [table, ...savedLeftTables()].slice(0, MAX_LEFT_TABLES));

/** The table as it lay when a seat's last turn ended, so that the player can be shown what has changed since. */
export function saveSeenTable(table: string, seat: number, game: number, sets: readonly string[]) {
  write(sessionStorage, `seen.${seatKey(table, seat)}`, { game, sets });
}
export function savedSeenTable(table: string, seat: number, game: number): string[] | null {
  const seen = read<{ game: number; sets: string[] }>(sessionStorage, `seen.${seatKey(table, seat)}`);
  return seen?.game === game ? seen.sets : null;
}
