/**
 * The result of a game as one typed line: `7 A 0 B 35 C no D 12`, as docs/tournament-desk.md describes it. The program
 * reads the same words; whether a result is possible, and what it scores, is for the server to say.
 */

export type GameName = { kind: "round"; round: number | null; table: number; game: number | null } | { kind: "play-off"; rank: number; table: number };
export type Player = { seat: number } | { number: number };
export type Opened = "yes" | "no" | "could-not" | "could";

export interface TypedRack {
  player: Player;
  sum: number | null;
  tiles: string[];
  lastDrawn: string[];
  opened: Opened;
  pushed: boolean;
}
export interface ResultLine {
  game: GameName;
  /** How the game ended if nobody is out. */
  unfinished: "pool" | "time" | null;
  racks: TypedRack[];
}
export type LineFault =
  | { fault: "empty" | "no-racks" | "ended-twice" | "nobody-out" }
  | { fault: "game" | "no-player"; word: string }
  | { fault: "word" | "contradiction"; word: string; player: string }
  | { fault: "nothing-left" | "twice"; player: string }
  | { fault: "somebody-out"; player: string; word: string };

export interface RackFields {
  number: number;
  tiles?: string;
  sum?: number;
  opened?: boolean;
  last_drawn?: string;
  could?: boolean;
  pushed?: boolean;
}
export interface ResultFields {
  round?: number;
  table: number;
  game?: number;
  play_off?: number;
  ended: "out" | "pool" | "time";
  racks: RackFields[];
}

const SEATS = "ABCD";
const HIGHEST_TILE = 13;
/** The penalties of an unopened rack, as a judge writes them on the sheet. */
const COULD_NOT_OPEN = 100;
const COULD_HAVE_OPENED = 200;

export const seatLetter = (seat: number): string => SEATS[seat] ?? "?";
const nameOf = (player: Player): string => ("seat" in player ? seatLetter(player.seat) : String(player.number));

/** Digits only, so that `+5` is not a number. */
function readNumber(word: string): number | null {
  return /^\d{1,9}$/.test(word) ? Number(word) : null;
}
const positive = (word: string): number | null => readNumber(word) || null;

function readGame(word: string): GameName | null {
  const playOff = /^p(\d+)(?:\.(\d+))?$/i.exec(word);
  if (playOff) {
    const [rank, table] = [positive(playOff[1] ?? ""), positive(playOff[2] ?? "1")];
    return rank !== null && table !== null ? { kind: "play-off", rank, table } : null;
  }
  const found = /^(?:(\d+)\/)?(\d+)(?:\.(\d+))?$/.exec(word);
  if (!found) return null;
  const optional = (part: string | undefined) => (part === undefined ? null : positive(part));
  const [round, table, game] = [optional(found[1]), positive(found[2] ?? ""), optional(found[3])];
  if (table === null || (found[1] !== undefined && round === null) || (found[3] !== undefined && game === null)) return null;
  return { kind: "round", round, table, game };
}

export function readPlayer(word: string): Player | null {
  const number = readNumber(word);
  if (number !== null) return { number };
  const seat = word.length === 1 ? SEATS.indexOf(word.toUpperCase()) : -1;
  return seat < 0 ? null : { seat };
}

/** A tile of the number game in the notation of commands; `j` is a joker. */
export function readTile(word: string): string | null {
  const low = word.toLowerCase();
  if (low === "j" || low === "*") return "*";
  const found = /^([rbky])([1-9]\d?)$/.exec(low);
  return found && Number(found[2]) <= HIGHEST_TILE ? low : null;
}

const samePlayer = (one: Player, other: Player) => nameOf(one) === nameOf(other);
const isBlank = (rack: TypedRack) => rack.sum === null && rack.tiles.length === 0 && rack.lastDrawn.length === 0 && rack.opened === "yes" && !rack.pushed;
const hasTiles = (rack: TypedRack) => rack.tiles.length > 0 || rack.lastDrawn.length > 0;

/** Adds a word to a rack; what is said twice, or against what was said, is a fault. */
function addWord(before: TypedRack, word: string): TypedRack | LineFault {
  const player = nameOf(before.player);
  const low = word.toLowerCase();
  const rack: TypedRack = { ...before, tiles: [...before.tiles], lastDrawn: [...before.lastDrawn] };
  const sum = low === "out" ? 0 : (readNumber(low) ?? (low.startsWith("=") ? readNumber(low.slice(1)) : null));
  const unopenedSum = low.length > 1 && low.endsWith("u") ? readNumber(low.slice(0, -1)) : null;
  if (sum !== null || unopenedSum !== null) rack.sum = sum ?? unopenedSum;
  if (unopenedSum !== null || low === "u") rack.opened = "no";
  else if (low === "no") rack.opened = "could-not";
  else if (low === "could") rack.opened = "could";
  else if (low === "pushed") rack.pushed = true;
  else if (sum === null) {
    const drawn = word.startsWith("+");
    for (const text of (drawn ? word.slice(1) : word).split(",").filter((part) => part !== "")) {
      const tile = readTile(text);
      if (tile === null) return { fault: "word", word, player };
      (drawn ? rack.lastDrawn : rack.tiles).push(tile);
    }
  }
  const unchanged = JSON.stringify(rack) === JSON.stringify(before);
  const resaid = (before.sum !== null && rack.sum !== before.sum) || (before.opened !== "yes" && before.opened !== rack.opened) || unchanged;
  const lone = rack.sum === 0 || rack.pushed;
  const others = hasTiles(rack) || rack.opened !== "yes" || (rack.pushed && rack.sum !== null);
  return resaid || (lone && others) ? { fault: "contradiction", word, player } : rack;
}

/** What may be typed right after a seat's letter, as in `a35`. */
const LEFT = "\\d+u?|no|could|out|pushed";
const GLUED = new RegExp(`^([a-d])(${LEFT})$`, "i");
/** `b12` is a tile as well: it is read as seat B only if another seat of the line is written like this. */
const GLUED_SURELY = new RegExp(`^(?:[acd](?:${LEFT})|b(?:0|1[4-9]|[2-9]\\d|\\d{3,}|\\d+u|no|could|out|pushed))$`, "i");

function splitWords(text: string): string[] {
  const words = text.trim().split(/\s+/).filter((word) => word !== "");
  if (!words.slice(1).some((word) => GLUED_SURELY.test(word))) return words;
  return words.flatMap((word, at) => {
    const glued = at > 0 ? GLUED.exec(word) : null;
    return glued ? [glued[1] ?? "", glued[2] ?? ""] : [word];
  });
}

export function readResultLine(text: string): ResultLine | LineFault {
  const [first, ...words] = splitWords(text);
  if (first === undefined) return { fault: "empty" };
  const game = readGame(first);
  if (!game) return { fault: "game", word: first };
  let unfinished: ResultLine["unfinished"] = null;
  const racks: TypedRack[] = [];
  for (const word of words) {
    const low = word.toLowerCase();
    if (low === "pool" || low === "time") {
      if (unfinished !== null && unfinished !== low) return { fault: "ended-twice" };
      unfinished = low;
      continue;
    }
    const last = racks.at(-1);
    const player = readPlayer(word);
    const isSum = last !== undefined && isBlank(last) && readNumber(low) !== null;
    if (player && !isSum) {
      if (racks.some((rack) => samePlayer(rack.player, player))) return { fault: "twice", player: nameOf(player) };
      racks.push({ player, sum: null, tiles: [], lastDrawn: [], opened: "yes", pushed: false });
    } else if (last === undefined) {
      return { fault: "no-player", word };
    } else {
      const rack = addWord(last, word);
      if ("fault" in rack) return rack;
      racks[racks.length - 1] = rack;
    }
  }
  if (racks.length === 0) return { fault: "no-racks" };
  for (const rack of racks) {
    if (rack.sum === null && !hasTiles(rack) && !rack.pushed && (rack.opened === "yes" || rack.opened === "no")) {
      return { fault: "nothing-left", player: nameOf(rack.player) };
    }
  }
  const out = racks.find((rack) => rack.sum === 0);
  if (!out && unfinished === null) return { fault: "nobody-out" };
  if (out && unfinished !== null) return { fault: "somebody-out", player: nameOf(out.player), word: unfinished };
  return { game, unfinished, racks };
}

function rackFields(rack: TypedRack, number: number, isOut: boolean): RackFields {
  if (rack.pushed) return { number, pushed: true };
  const fields: RackFields = { number };
  if (hasTiles(rack)) fields.tiles = [...rack.tiles, ...rack.lastDrawn].join(" ");
  if (rack.lastDrawn.length > 0) fields.last_drawn = rack.lastDrawn.join(" ");
  // When somebody is out, an unopened rack counts 100 or 200 whatever its tiles, and that is what a sheet has.
  const penalty = isOut && rack.opened === "no" && rack.tiles.length === 0 && (rack.sum === COULD_NOT_OPEN || rack.sum === COULD_HAVE_OPENED);
  const opened: Opened = penalty ? (rack.sum === COULD_NOT_OPEN ? "could-not" : "could") : rack.opened;
  if (rack.sum !== null && !penalty) fields.sum = rack.sum;
  if (opened !== "yes") fields.opened = false;
  if (opened === "could") fields.could = true;
  if (opened === "could-not") fields.could = false;
  return fields;
}

/** The fields of `result` or `correct`; a seat at which nobody sits is a fault of its own. */
export function toFields(line: ResultLine, round: number, seats: readonly number[]): ResultFields | { noSeat: string } {
  const racks: RackFields[] = [];
  for (const rack of line.racks) {
    const number = "number" in rack.player ? rack.player.number : seats[rack.player.seat];
    if (number === undefined) return { noSeat: nameOf(rack.player) };
    racks.push(rackFields(rack, number, line.unfinished === null));
  }
  const ended = line.unfinished ?? "out";
  if (line.game.kind === "play-off") return { play_off: line.game.rank, table: line.game.table, ended, racks };
  return { round: line.game.round ?? round, table: line.game.table, game: line.game.game ?? 1, ended, racks };
}
