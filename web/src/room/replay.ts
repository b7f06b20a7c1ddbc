/** A finished game, turn by turn, folded from its record. */
import { piece, readTiles } from "../tiles/face";
import type { Settings } from "../wire";

export interface Frame {
  /** The event in the record, counted from 0. */
  event: number;
  seat: number | null;
  what: "dealt" | "played" | "drew" | "passed" | "other" | "ended";
  placed: string[];
  table: string[];
  racks: string[][];
  pool: number;
  scores: string[] | null;
}

interface Line {
  event: string;
  seat?: number;
  racks?: string[];
  pool?: string;
  table?: string[];
  placed?: string;
  tiles?: string;
  scores?: string[];
}

export interface Recorded {
  players: string[];
  edition: string;
  /** The settings that differ from the edition. */
  settings: Settings;
  frames: Frame[];
}

function removeTiles(rack: string[], gone: string[]): string[] {
  const left = [...rack];
  for (const tile of gone) {
    const at = left.indexOf(piece(tile));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

export function readRecord(text: string): Recorded {
  const [head, ...lines] = text.trim().split("\n");
  const header = JSON.parse(head ?? "{}") as { players: string[]; edition: string; settings?: Settings };
  const frames: Frame[] = [];
  let now: Frame = { event: 0, seat: null, what: "other", placed: [], table: [], racks: [], pool: 0, scores: null };
  let before: { table: string[]; placed: string[] } = { table: [], placed: [] };
  lines.forEach((line, index) => {
    const event = JSON.parse(line) as Line;
    const seat = event.seat ?? null;
    const next: Frame = { ...now, event: index, seat, what: "other", placed: [] };
    const rack = seat === null ? [] : (now.racks[seat] ?? []);
    const setRack = (tiles: string[]) => (next.racks = now.racks.map((one, at) => (at === seat ? tiles : one)));
    switch (event.event) {
      case "dealt":
        Object.assign(next, { what: "dealt", seat: null, racks: (event.racks ?? []).map(readTiles), pool: readTiles(event.pool ?? "").length, table: [] });
        break;
      case "played":
        next.placed = readTiles(event.placed ?? "");
        before = { table: now.table, placed: next.placed };
        next.what = "played";
        next.table = event.table ?? [];
        setRack(removeTiles(rack, next.placed));
        break;
      case "drew": {
        const drawn = readTiles(event.tiles ?? "");
        next.what = "drew";
        next.pool = now.pool - drawn.length;
        setRack([...rack, ...drawn]);
        break;
      }
      case "returned":
        next.table = event.table ?? now.table;
        next.pool = readTiles(event.pool ?? "").length;
        break;
      case "taken-back":
        next.table = before.table;
        setRack([...rack, ...before.placed.map(piece)]);
        break;
      case "passed":
        next.what = "passed";
        break;
      case "ended":
        Object.assign(next, { what: "ended", seat: null, scores: event.scores ?? null });
        break;
      default:
        now = next;
        return;
    }
    now = next;
    frames.push(next);
  });
  return { players: header.players, edition: header.edition, settings: header.settings ?? {}, frames };
}
