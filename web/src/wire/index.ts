// What goes over the wire, as crates/server/src/wire has it.

export type Seat = number;
export type Settings = Record<string, string | number>;
export type Code = string;

export interface Spectators { allowed: boolean; delay: number }
export type Chat = "free" | "phrases" | "off";
export type Access = "invited" | "open";

export interface Plan {
  name: string;
  edition: string;
  settings: Settings;
  players: number;
  access: Access;
  spectators: Spectators;
  hints: boolean;
  open_drafts: boolean;
  hot_seat: boolean;
  stand_in_after: number | null;
  chat: Chat;
}

export interface PlanView {
  name: string;
  edition: string;
  game: string;
  settings: Settings;
  changed: string[];
  players: number;
  open: boolean;
  spectators: Spectators;
  hints: boolean;
  open_drafts: boolean;
  hot_seat: boolean;
  stand_in_after: number | null;
  chat: Chat;
}

export interface SitterView { name: string; bot: boolean; host: boolean }
export interface SeatView { who: SitterView | null; away: boolean; mixed: boolean }
export interface MatchView {
  length: number | null;
  games: string[][];
  totals: string[];
  wins: number[];
  winners: number[];
  over: boolean;
}
export type EndReason = "out" | "blocked" | "passes" | "pool-empty" | "last-turns";
export type PhaseView =
  | { phase: "lots" }
  | { phase: "turn"; seat: Seat; draw_only: boolean }
  | { phase: "provisional"; seat: Seat }
  | { phase: "over"; reason: EndReason; scores: string[]; winners: Seat[] };
export interface RackView { count: number; tiles?: string; opened: boolean; turns: number; points: number }
export interface ContestView { seat: Seat; before: string[]; placed: string; accepted: Seat[] }
export interface GameView {
  number: number;
  phase: PhaseView;
  table: string[];
  pool: number;
  racks: RackView[];
  contest: ContestView | null;
  commitment: string;
  seed: string | null;
}
export interface ClockView { seat: Seat; limit: number | null; left: number | null; running: boolean }
export interface TableView {
  plan: PlanView;
  seats: SeatView[];
  match: MatchView;
  commitment: string | null;
  game: GameView | null;
  clock: ClockView | null;
  paused: boolean;
  closed: boolean;
}

export interface Seen { count: number; tiles?: string }
export type DrawReason = "choice" | "time-up" | "penalty" | "misspelt" | "failed-challenge" | "fill";
export type GameEvent =
  | { event: "lot"; draws: { seat: Seat; tiles: string[] }[] }
  | { event: "dealt"; starter: Seat; racks: Seen[]; pool: number }
  | { event: "new-deal"; seat: Seat; pairs: string }
  | { event: "played"; seat: Seat; table: string[]; placed: string; opening?: number; score?: number; time_up?: boolean }
  | { event: "refused"; seat: Seat; layout: string[]; misspelt: string[] }
  | { event: "drew"; seat: Seat; tiles: Seen; why: DrawReason }
  | { event: "passed"; seat: Seat; why: "choice" | "time-up" }
  | { event: "returned"; seat: Seat; table: string[]; tiles: string; pool: number }
  | { event: "challenged"; by: Seat; misspelt: string[] }
  | { event: "taken-back"; seat: Seat }
  | { event: "accepted"; seat: Seat }
  | { event: "stood"; seat: Seat }
  | { event: "ended"; reason: EndReason; racks: Seen[]; could_open?: (boolean | null)[]; scores: string[]; winners: Seat[] };
export type SeenTableEvent =
  | { table: "committed"; commitment: string }
  | { table: "sat"; seat: Seat; who: SitterView }
  | { table: "rose"; seat: Seat }
  | { table: "mixed"; seat: Seat }
  | { table: "match-begun" }
  | { table: "game-begun" }
  | { table: "game"; event: GameEvent }
  | { table: "revealed"; number: number; seed: string; entropy: string[] }
  | { table: "paused" }
  | { table: "unpaused" }
  | { table: "resumed"; lost: number }
  | { table: "away"; seat: Seat }
  | { table: "back"; seat: Seat }
  | { table: "closed" };

export interface You { seat: Seat | null; seats: Seat[]; host: boolean }
export interface Votes { pause: Seat[]; rematch: Seat[] }
export type Phrase =
  | "hello" | "good-luck" | "well-played" | "nice" | "oops" | "take-your-time" | "your-turn" | "one-moment"
  | "thank-you" | "again" | "good-game" | "goodbye";
export interface ChatLine { seat: Seat | null; name: string; text?: string; phrase?: Phrase; at: number }
export interface FaultView {
  fault: string;
  set?: number;
  message: string;
  why?: string;
  points?: number;
  needed?: number;
  letters?: number;
  word?: string;
  tiles?: string;
  sets?: number;
}
export interface SetJudgement { ok: boolean; laid?: string }
export interface SpotView { set: number; at: number }
export interface MoveView { tile: string; from: SpotView | null; to: SpotView | null }
export interface StepView { action: string; moves: MoveView[]; text: string }
export interface HintView {
  step: number;
  version: number;
  found: boolean;
  proved: boolean;
  sets?: number[];
  placed?: string;
  table?: string[];
  steps?: StepView[];
}
export type ServerMessage =
  | { type: "welcome"; protocol: number; table: string; code?: string; you: You; version: number; now: number;
      state: TableView | null; connected: boolean[]; votes: Votes; chat: ChatLine[] }
  | { type: "happened"; version: number; at: number; events: SeenTableEvent[]; clock: ClockView | null }
  | { type: "done"; id: string; version: number }
  | { type: "refused"; id?: string; code: Code; message: string; faults?: FaultView[]; version: number }
  | { type: "judgement"; number: number; legal: boolean; placed?: string; opening?: number; faults?: FaultView[];
      sets?: SetJudgement[] }
  | { type: "draft"; seat: Seat; table: string[] | null }
  | { type: "hint"; hint: HintView }
  | { type: "arranged"; sets: string[]; rest: string }
  | { type: "said"; line: ChatLine }
  | { type: "presence"; seat: Seat; connected: boolean }
  | { type: "votes"; votes: Votes }
  | { type: "pong"; number: number; now: number }
  | { type: "bye"; code: Code; message: string };

export type Action =
  | { do: "play"; table: string[] }
  | { do: "draw" } | { do: "pass" } | { do: "new-deal" } | { do: "challenge" } | { do: "accept" }
  | { do: "begin" } | { do: "rematch" } | { do: "pause" } | { do: "unpause" }
  | { do: "mix"; entropy: string }
  | { do: "leave" }
  | { do: "seat-bot"; seat: Seat; level: string }
  | { do: "unseat"; seat: Seat }
  | { do: "close" };
export type ClientMessage =
  | { type: "hello"; protocol: number; seat?: Seat; since?: number; code?: string }
  | { type: "command"; id: string; version: number; action: Action }
  | { type: "draft"; number: number; table?: string[] }
  | { type: "hint"; step: number }
  | { type: "arrange" }
  | { type: "chat"; text?: string; phrase?: Phrase }
  | { type: "mute"; seat: Seat; muted: boolean }
  | { type: "ping"; number: number };

export interface ErrorBody { code: Code; message: string; faults?: FaultView[] }
export interface EditionView { name: string; game: string; players: [number, number]; settings: Settings }
export interface BotView { level: string; numbers: boolean; words: boolean }
export interface ServerView {
  version: string; protocol: number; editions: EditionView[]; bots: BotView[]; lexicons: string[]; themes: string[];
  now: number;
}
export interface SessionView { name: string; account: string | null; rating: number | null }
export interface CreateTable { plan: Plan; sit: boolean; bots: Record<string, string>; begin: boolean }
export interface TableCreated { table: string; code: string; seat: Seat | null }
export interface TableSummary {
  table: string; name: string; edition: string; players: number; seats: (string | null)[]; playing: boolean;
  open: boolean; watch: boolean; at: number;
}
export interface JoinBody { seat?: Seat; invite?: string; code?: string; name?: string }
export interface JoinedView { table: string; seat: Seat }
export interface InviteView { invite: string; until: number }
export interface FinishedGame {
  table: string; number: number; at: number; edition: string; players: string[]; scores: string[]; winners: Seat[];
  seat: Seat;
}
