/** A result as it is filled in at the desk, rack by rack, and the fields of the command that come of it. */
import { readTile, type RackFields, type ResultFields } from "./result-line";
import type { GameView, SeatView } from "./view";

export interface RackForm {
  number: number;
  /** A sum, tiles, or nothing: what is typed is read as either. */
  left: string;
  opened: boolean;
  verdict: "auto" | "could-not" | "could";
  pushed: boolean;
}
export interface ResultForm {
  ended: "out" | "pool" | "time";
  out: number | null;
  racks: RackForm[];
}

export function emptyForm(players: readonly SeatView[]): ResultForm {
  return { ended: "out", out: null, racks: players.map(({ number }) => ({ number, left: "", opened: true, verdict: "auto", pushed: false })) };
}

/** What belongs to players, in the order of their seats, however it was entered; those who left the table come last. */
export function inSeatOrder<T extends { number: number }>(racks: readonly T[], players: readonly SeatView[]): T[] {
  const seat = ({ number }: T) => {
    const at = players.findIndex((player) => player.number === number);
    return at < 0 ? players.length : at;
  };
  return [...racks].sort((one, other) => seat(one) - seat(other));
}

/** The form with a stored result in it. */
export function formOf(game: GameView, players: readonly SeatView[]): ResultForm {
  if (!game.racks) return emptyForm(players);
  const out = game.racks.find((rack) => rack.opened && rack.sum === 0 && !rack.pushed);
  return {
    ended: game.ended ?? (out ? "out" : "pool"),
    out: out?.number ?? null,
    racks: inSeatOrder(game.racks, players).map((rack) => ({
      number: rack.number,
      left: rack.tiles !== undefined && rack.tiles !== "" ? rack.tiles.replaceAll("*", "j") : rack.sum === undefined ? "" : String(rack.sum),
      opened: rack.opened,
      verdict: rack.opened || (rack.tiles !== undefined && rack.tiles !== "") || rack.verdict === undefined ? "auto" : rack.verdict.could ? "could" : "could-not",
      pushed: rack.pushed === true,
    })),
  };
}

/** Tiles or a sum as they were typed; null if it is neither. */
export function readLeft(text: string): { tiles: string } | { sum: number } | "nothing" | null {
  const trimmed = text.trim();
  if (trimmed === "") return "nothing";
  if (/^\d+$/.test(trimmed)) return { sum: Number(trimmed) };
  const tiles = trimmed.split(/[\s,]+/).map(readTile);
  return tiles.every((tile) => tile !== null) ? { tiles: tiles.join(" ") } : null;
}

/** The command's fields, or the players for whom something is missing or not understood. */
export function fieldsOfForm(form: ResultForm, at: Pick<ResultFields, "round" | "table" | "game" | "play_off">): ResultFields | { missing: number[] } {
  const missing: number[] = [];
  const racks = form.racks.map((rack): RackFields => {
    const { number } = rack;
    if (form.ended === "out" && form.out === number) return { number, sum: 0 };
    if (rack.pushed) return { number, pushed: true };
    const left = readLeft(rack.left);
    const judged = !rack.opened && rack.verdict !== "auto";
    if (left === null || (left === "nothing" && !judged)) missing.push(number);
    const fields: RackFields = { number };
    if (left !== null && left !== "nothing") Object.assign(fields, left);
    if (!rack.opened) fields.opened = false;
    if (judged) fields.could = rack.verdict === "could";
    return fields;
  });
  if (form.ended === "out" && form.out === null) missing.push(...form.racks.map(({ number }) => number));
  return missing.length > 0 ? { missing: [...new Set(missing)] } : { ...at, ended: form.ended, racks };
}
