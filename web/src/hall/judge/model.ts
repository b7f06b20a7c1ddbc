/** What a judge sees of the table, and how far the table is. */
import type { View } from "../../wire/tournament";
import type { Ended, StoredRack } from "./entry";
import { seatOf } from "../seat";

export interface SeatView {
  readonly number: number;
  readonly name?: string | undefined;
}

export interface PlayerLine {
  readonly number: number;
  readonly name: string;
  readonly school?: string | undefined;
  readonly status: string;
  readonly warnings: number;
  readonly offences: readonly { readonly round?: number | undefined; readonly table?: number | undefined; readonly why: string }[];
}

export interface ScoredRack extends StoredRack {
  readonly score: string;
  readonly winner: boolean;
  readonly pushed?: boolean | undefined;
  readonly verdict?: Verdict | undefined;
}

export interface Verdict {
  readonly could: boolean;
  readonly points?: number | undefined;
  readonly sets?: readonly string[] | undefined;
}

export interface GameView {
  readonly game: number;
  readonly order?: readonly number[] | undefined;
  readonly steps: readonly { readonly step: string; readonly at?: string | undefined }[];
  readonly redeals: readonly number[];
  readonly annulled: boolean;
  readonly ended?: Ended | undefined;
  readonly racks?: readonly ScoredRack[] | undefined;
  readonly unsigned: readonly number[];
}

/** Figures of the rules that the phone shows or counts with. */
export interface RuleFigures {
  readonly turn_seconds?: number | undefined;
  readonly copies: number;
  readonly joker_left: number;
  readonly unopened: { readonly fixed: boolean; readonly always: boolean; readonly before_last_turn: boolean };
  readonly new_deal: boolean;
}

export interface JudgeView {
  readonly title: string;
  readonly table: number;
  readonly round: number;
  readonly judge?: string | undefined;
  readonly finished: boolean;
  readonly postponed: boolean;
  readonly agenda: { readonly rounds: readonly string[] };
  readonly seating?: {
    readonly players: readonly SeatView[];
    readonly state?: string | undefined;
    readonly deadline?: string | undefined;
    /** Whether it is played at the server. */
    readonly online?: boolean;
  } | undefined;
  readonly players: readonly PlayerLine[];
  readonly games: readonly GameView[];
  readonly called: boolean;
  readonly moves: Readonly<Record<string, number>>;
  readonly to_draw: readonly number[];
  readonly draws?: readonly { readonly numbers: readonly number[]; readonly places: number }[] | undefined;
  /** The newest round whose seating is published or started. */
  readonly published?: number | undefined;
  readonly device?: string | null | undefined;
  readonly rules?: RuleFigures | undefined;
}

export interface Figures {
  readonly turnSeconds: number | null;
  readonly copies: number;
  readonly jokerPoints: number;
  /** Whether tiles drawn in the last turn do not count for an unopened rack. */
  readonly lastTurn: boolean;
  /** When an unopened rack counts 100 or 200 in place of its sum. */
  readonly fixedWhen: "never" | "out" | "always";
  readonly hasNewDeal: boolean;
}

/** The figures of the school edition, for a server that does not name them. */
const SCHOOL: RuleFigures = {
  turn_seconds: 60, copies: 2, joker_left: 30, unopened: { fixed: true, always: false, before_last_turn: false }, new_deal: true,
};

export function figuresOf(view: JudgeView): Figures {
  const { turn_seconds, copies, joker_left, unopened, new_deal } = view.rules ?? SCHOOL;
  const fixedWhen = !unopened.fixed ? "never" : unopened.always ? "always" : "out";
  return { turnSeconds: turn_seconds ?? null, copies, jokerPoints: joker_left, lastTurn: unopened.before_last_turn, fixedWhen, hasNewDeal: new_deal };
}

/** The way of a game over the phone. */
export const PHASES = ["people", "draw", "deal", "play", "count", "done"] as const;
export type Phase = (typeof PHASES)[number];

export function later(one: Phase, other: Phase): Phase {
  return PHASES.indexOf(one) >= PHASES.indexOf(other) ? one : other;
}

/** How far a game is, as the server knows. */
export function knownPhase(game: GameView): Phase {
  if (game.racks || game.annulled) return "done";
  const has = (step: string) => game.steps.some((taken) => taken.step === step);
  if (has("end")) return "count";
  if (has("play")) return "play";
  if (game.steps.length > 0 || game.order) return "deal";
  return game.game > 1 ? "draw" : "people";
}

/** The first game without a result, or the last one. */
export function gameOn(games: readonly GameView[]): number {
  const open = games.find((game) => !game.racks && !game.annulled);
  return open?.game ?? games.at(-1)?.game ?? 1;
}

/** The letter of a player's seat. */
export function letterOf(view: JudgeView, number: number): string {
  return seatOf(view.seating, number) ?? String(number);
}

export function nameOf(view: JudgeView, number: number): string {
  return view.seating?.players.find((player) => player.number === number)?.name ?? "";
}

/** Why a result was scored as it is: `out`, or what is left. */
export function endedOf(game: GameView): Ended {
  if (game.ended) return game.ended;
  return game.racks?.some(({ tiles, sum }) => tiles === "" || sum === 0) ? "out" : "pool";
}

/** Whether scores cancel out, as they must. */
export function sumsToZero(scores: Readonly<Record<string, string>>): boolean {
  const [top, bottom] = Object.values(scores).reduce<[number, number]>(
    ([up, down], score) => {
      const [numerator = 0, denominator = 1] = score.split("/").map(Number);
      return [up * denominator + numerator * down, down * denominator];
    },
    [0, 1],
  );
  return top === 0 && bottom !== 0;
}

/** Compiles only while what the server sends has everything that the phone reads. */
type Sent<Wire extends Read, Read> = Wire;
export type SentToJudge = Sent<Extract<View, { as: "judge" }>, JudgeView>;
