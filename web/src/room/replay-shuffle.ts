/**
 * Repeats the shuffles of a finished game from its record, as docs/shuffle.md specifies them, so that a player can check the
 * deal in the page: that the seed is the one that was committed to, and that the tiles follow from it.
 */
import { readTiles } from "../tiles/face";
import { commitmentTo, entropyCommitment, fromHex, keyOf, toHex } from "./hashes";
import { ownPart, type OwnPart } from "./own-part";
import type { SavedDeal } from "./saved";

const LETTERS = "A10 B2 C4 D4 E10 F2 G3 H3 I7 J1 K2 L7 M3 N6 O8 P4 Q1 R7 S7 T8 U4 V1 W2 X1 Y2 Z1";

export type Box = "106" | "160" | "letters";

/** The order of the tiles from which a shuffle starts. */
export function boxOf(name: Box): string[] {
  if (name === "letters") {
    return [...LETTERS.split(" ").flatMap((part) => Array.from({ length: Number(part.slice(1)) }, () => part.charAt(0))), "*", "*"];
  }
  const [copies, jokers] = name === "106" ? [2, 2] : [3, 4];
  const numbers = [..."krby"].flatMap((colour) => Array.from({ length: 13 * copies }, (_, at) => `${colour}${Math.floor(at / copies) + 1}`));
  return [...numbers, ...Array.from({ length: jokers }, () => "*")];
}

const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by));
const QUARTERS = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]] as const;

/** The ChaCha20 key stream as 32-bit words: a 64-bit block counter from 0, and the number of the shuffle as nonce. */
function* keyStream(key: Uint8Array, number: number): Generator<number> {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const start = Uint32Array.from([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...Array.from({ length: 8 }, (_, at) => view.getUint32(at * 4, true)), 0, 0, number, 0]);
  for (let counter = 0; ; counter++) {
    start[12] = counter;
    const state = Uint32Array.from(start);
    const at = (index: number) => state[index] ?? 0;
    const mix = (one: number, two: number, three: number, by: number) => {
      state[one] = at(one) + at(two);
      state[three] = rotate(at(three) ^ at(one), by);
    };
    for (let round = 0; round < 10; round++) {
      for (const [a, b, c, d] of QUARTERS) {
        mix(a, b, d, 16);
        mix(c, d, b, 12);
        mix(a, b, d, 8);
        mix(c, d, b, 7);
      }
    }
    for (let index = 0; index < 16; index++) yield (at(index) + (start[index] ?? 0)) >>> 0;
  }
}

export function shuffle(tiles: readonly string[], key: Uint8Array, number: number): string[] {
  const shuffled = [...tiles];
  const words = keyStream(key, number);
  const next = () => Number(words.next().value);
  for (let last = shuffled.length - 1; last > 0; last--) {
    const limit = last + 1;
    let word = next();
    while (word >= 2 ** 32 - (2 ** 32 % limit)) word = next();
    const other = word % limit;
    [shuffled[last], shuffled[other]] = [shuffled[other] ?? "", shuffled[last] ?? ""];
  }
  return shuffled;
}

interface Header {
  players: string[];
  commitment?: string;
  committed?: (string | null)[];
  seed?: string;
  entropy?: string[];
  aborted?: { commitment: string }[];
}
interface Line {
  event: string;
  racks?: string[];
  pool?: string;
}

export interface FairCheck extends OwnPart {
  /** Whether the seed is the one that was committed to. */
  readonly seed: boolean;
  /** Whether everybody's entropy is what they committed to; null if the game was dealt without commitments of players. */
  readonly entropy: boolean | null;
  /** Whether every deal follows from the seed and the entropy; null if the box is not known. */
  readonly deal: boolean | null;
  /** How many deals of the game came to nothing before. */
  readonly aborted: number;
}

const sorted = (tiles: readonly string[]) => [...tiles].sort().join(" ");

/** The box that has exactly these tiles, with or without jokers. */
function boxWith(tiles: readonly string[]): string[] | null {
  const jokers = tiles.includes("*");
  const boxes = (["106", "160", "letters"] as const).map((name) => boxOf(name).filter((tile) => jokers || tile !== "*"));
  return boxes.find((box) => sorted(box) === sorted(tiles)) ?? null;
}

/** Whether each seat added the entropy that it committed to, and nobody added any without. */
function checkEntropy(deal: string, committed: readonly (string | null)[], entropy: readonly string[]): boolean | null {
  if (committed.length === 0) return null;
  const seats = Math.max(committed.length, entropy.length);
  return Array.from({ length: seats }, (_, seat) => [committed[seat] ?? null, entropy[seat] ?? ""] as const).every(([commitment, bytes]) =>
    commitment === null ? bytes === "" : entropyCommitment(deal, bytes) === commitment,
  );
}

/**
 * Checks a record in JSON lines against itself, and against what this device did and saw before the deal of that game;
 * null if it has no seed.
 */
export function checkShuffle(record: string, game: number, deals: readonly SavedDeal[]): FairCheck | null {
  const [head, ...lines] = record.trim().split("\n");
  const { players, commitment, committed = [], seed: hex, entropy = [], aborted = [] } = JSON.parse(head ?? "{}") as Header;
  if (!hex || !commitment) return null;
  const seed = fromHex(hex);
  const key = keyOf(seed, players.map((_, seat) => fromHex(entropy[seat] ?? "")));
  return {
    seed: toHex(commitmentTo(seed)) === commitment,
    entropy: checkEntropy(commitment, committed, entropy),
    deal: checkDeals(lines.map((line) => JSON.parse(line) as Line), key),
    aborted: aborted.length,
    ...ownPart(deals, game, { commitment, committed, entropy, aborted }),
  };
}

function checkDeals(events: readonly Line[], key: Uint8Array): boolean | null {
  let number = 0;
  let deal: boolean | null = null;
  for (const event of events) {
    if (event.event === "dealt") {
      const racks = (event.racks ?? []).map(readTiles);
      const pool = readTiles(event.pool ?? "");
      const box = boxWith([...racks.flat(), ...pool]);
      if (!box) return null;
      const order = shuffle(box, key, number);
      let from = 0;
      const same = racks.every((rack) => sorted(order.slice(from, (from += rack.length))) === sorted(rack));
      deal = (deal ?? true) && same && order.slice(from).join(" ") === pool.join(" ");
    }
    if (["lot", "dealt", "returned"].includes(event.event)) number += 1;
  }
  return deal;
}
