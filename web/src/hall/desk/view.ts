/** What the desk reads of a tournament: the views of those who run it, and answers to its commands. */
import type { View } from "../../wire/tournament";

export type TableStateName = "seated" | "playing" | "paused" | "finished" | "recorded" | "released";
export type PlayerStatus = "entered" | "present" | "barred" | "withdrawn" | "forfeit" | "disqualified";

export interface SeatView {
  number: number;
  name?: string;
}
export interface TableView {
  table: number;
  players: SeatView[];
  seats?: number[];
  state?: TableStateName;
  deadline?: string;
  online?: boolean;
}
export interface RoundView {
  round: number;
  state: string;
  tables: TableView[];
  moves?: Record<string, number>;
}
export interface StandingView {
  rank: number | null;
  number: number;
  name?: string;
  wins: string;
  average: string;
  total: string;
  games: number;
  provisional: boolean;
}
export interface Verdict {
  could: boolean;
  points?: number;
  sets?: string[];
}
export interface RackView {
  number: number;
  tiles?: string;
  sum?: number;
  opened: boolean;
  pushed?: boolean;
  score: string;
  winner: boolean;
  wins: string;
  verdict?: Verdict;
}
export interface StepView {
  step: string;
  at?: string;
}
export interface GameView {
  game: number;
  order?: number[];
  steps: StepView[];
  redeals: number[];
  annulled: boolean;
  ended?: "out" | "pool" | "time";
  racks?: RackView[];
  flags: string[];
  unsigned: number[];
}
export interface PlaceView {
  round: number;
  table: number;
}
export interface TableGames extends PlaceView {
  games: GameView[];
}
export interface OffenceView {
  number: number;
  seat?: PlaceView;
  why: string;
}
export interface PlayerLine {
  number: number;
  name: string;
  school?: string;
  status: PlayerStatus;
  warnings: number;
  offences: OffenceView[];
}
export interface CaseView {
  case: number;
  kind: string;
  number?: number;
  round?: number;
  table?: number;
  game?: number;
  why?: string;
  result?: unknown;
  decision?: string;
  /** The name of whom it is about, if the number is somebody else's now. */
  former?: string;
}
export interface CallView extends PlaceView {
  call: number;
  at?: string;
  why?: string;
}
export interface PausedView extends PlaceView {
  since: string;
  escorted: number[];
}
export interface AgendaView {
  check_in: string;
  seating: string;
  briefing: string;
  rounds: string[];
  counting: string;
  ends: string;
  prize_giving?: string;
}
export interface NoticeView {
  title: string;
  date: string;
  weekday: number;
  venue?: string;
  hall_map?: string;
  notice?: string;
  agenda: AgendaView;
  check_in_open: boolean;
  round: number;
  deadline?: string;
  postponed: boolean;
  finished: boolean;
}
export interface StaffMember {
  name: string;
  task?: string;
}
export interface Undoable {
  seq: number;
  command: { do: string; [field: string]: unknown };
}
export interface DirectorView extends NoticeView {
  as: "organiser" | "head-judge";
  postponed_because?: string;
  seed: string;
  rounds: RoundView[];
  standings: StandingView[];
  cut: number;
  games: TableGames[];
  players: PlayerLine[];
  waiting: string[];
  missing: number[];
  draws: number[];
  judges: Record<string, string>;
  without_judge: number[];
  staff: StaffMember[];
  cases: CaseView[];
  calls: CallView[];
  paused: PausedView[];
  to_dismiss: PlaceView[];
  play_offs?: PlayOffState[];
}
export interface PlayOffState {
  rank: number;
  players: SeatView[];
  tables: { table: number; players: number[]; scores?: Record<string, string> }[];
  /** Left out while nobody draws. */
  to_draw?: number[];
  /** How many places they draw for. */
  places?: number;
  ranks?: Record<string, number>;
}
export interface StaffView extends NoticeView {
  as: "staff";
  rounds: RoundView[];
  paused: PausedView[];
  to_dismiss: PlaceView[];
}

export interface RefusalFields {
  code: string;
  message: string;
  [field: string]: unknown;
}
export type Answer = { ok: true; error?: undefined; [field: string]: unknown } | { error: RefusalFields };
export interface LogEntry {
  seq: number;
  by: string;
  at?: string;
  why?: string;
  command: { do: string; [field: string]: unknown };
}

/** Compiles only while what the server sends has everything that the desk reads. */
type Sent<Wire extends Read, Read> = Wire;
export type SentToDesk = Sent<Extract<View, { as: "organiser" | "head-judge" }>, DirectorView>;
export type SentToStaff = Sent<Extract<View, { as: "staff" }>, StaffView>;
