/**
 * Bots as characters: a name, a face, and a temper that shows in a word now and then. Everything is chosen from the table
 * and its events, so that all players at the table see the same.
 */
import { faceOfName } from "../parts/faces";
import type { NewsItem } from "./news";

export type Temper = "cheerful" | "dry" | "dreamy" | "eager";

/** The characters, with their tempers. */
export const CHARACTERS = {
  bento: "cheerful", ines: "dry", mei: "eager", hugo: "dreamy", olive: "cheerful", jun: "dry",
  rosa: "eager", otto: "dreamy", lin: "cheerful", tome: "dry", nina: "dreamy", kit: "eager",
} as const satisfies Record<string, Temper>;
export type CharacterId = keyof typeof CHARACTERS;
const IDS = Object.keys(CHARACTERS) as CharacterId[];

export type Occasion = "opened" | "bigPlay" | "drew" | "almostOut" | "admires" | "won";

/** The number of lines that each temper has for an occasion. */
export const LINES: Record<Occasion, number> = { opened: 1, bigPlay: 2, drew: 2, almostOut: 1, admires: 1, won: 1 };

export interface Remark {
  readonly temper: Temper;
  readonly occasion: Occasion;
  readonly line: number;
}

/** FNV-1a. */
function hash(text: string): number {
  let sum = 2166136261;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16777619);
  // The low bits of FNV alone are too regular for texts that differ in their last letter.
  sum ^= sum >>> 15;
  sum = Math.imul(sum, 2246822519);
  return (sum ^ (sum >>> 13)) >>> 0;
}

/**
 * Who sits at a seat of a table if it is a bot. No two seats of a table have the same character, nor, with up to six
 * seats, the same colour: a colour is how one tells players apart at a glance.
 */
export function characterAt(table: string, seat: number): CharacterId {
  const shuffled = [...IDS].sort((a, b) => hash(`${table}/${a}`) - hash(`${table}/${b}`));
  const colours = new Set<number>();
  const repeated: CharacterId[] = [];
  const distinct = shuffled.filter((id) => {
    const { colour } = faceOfName(id);
    const isNew = !colours.has(colour);
    colours.add(colour);
    if (!isNew) repeated.push(id);
    return isNew;
  });
  const order = [...distinct, ...repeated];
  return order[seat % order.length] ?? "bento";
}

const BIG_PLAY = 5;
const ALMOST_OUT = 2;
/** In how many of a hundred cases something is said. */
const CHANCE: Record<Occasion, number> = { opened: 50, bigPlay: 60, drew: 10, almostOut: 60, admires: 30, won: 100 };

export interface Situation {
  readonly table: string;
  readonly game: number;
  /** Whether each seat is a bot's. */
  readonly bots: readonly boolean[];
  /** Tiles on each rack, after what happened. */
  readonly counts: readonly number[];
  /** Turns that each seat has had. */
  readonly turns: readonly number[];
}

function occasionOf(item: NewsItem, { counts }: Situation): { seat: number; occasion: Occasion } | null {
  switch (item.kind) {
    case "opened":
    case "openedWord":
      return { seat: item.seat, occasion: "opened" };
    case "played":
      if (item.count >= BIG_PLAY) return { seat: item.seat, occasion: "bigPlay" };
      return (counts[item.seat] ?? 0) <= ALMOST_OUT ? { seat: item.seat, occasion: "almostOut" } : null;
    case "drew":
      return { seat: item.seat, occasion: "drew" };
    case "ended":
      return item.winners[0] === undefined ? null : { seat: item.winners[0], occasion: "won" };
    default:
      return null;
  }
}

/** What a bot says about something that happened, if any does. */
export function remarkOn(item: NewsItem, situation: Situation): { seat: number; remark: Remark } | null {
  const { table, game, bots, turns } = situation;
  const found = occasionOf(item, situation);
  if (!found) return null;
  const moment = hash(`${table}/${game}/${found.seat}/${turns[found.seat] ?? 0}/${found.occasion}`);
  const speak = (seat: number, occasion: Occasion) => {
    if (moment % 100 >= CHANCE[occasion]) return null;
    const remark = { temper: CHARACTERS[characterAt(table, seat)], occasion, line: Math.floor(moment / 100) % LINES[occasion] };
    return { seat, remark };
  };
  if (bots[found.seat]) return speak(found.seat, found.occasion);
  if (found.occasion !== "bigPlay" && found.occasion !== "opened") return null;
  // A person did something remarkable: one of the bots may say so.
  const others = bots.flatMap((bot, seat) => (bot ? [seat] : []));
  const admirer = others[moment % Math.max(1, others.length)];
  return admirer === undefined ? null : speak(admirer, "admires");
}
