/** What every command may have beside its own fields. `by` is set by the server. */
export type Common = { at?: HallTime; why?: string; id?: unknown };

/** A command as it is sent. */
export type Request = (Command | HallCommand) & Common;

/** Who draws a number tile now, and for how many places. */
export type DrawNumbers = { numbers: PlayerNumber[]; places: number };

/** A table with its players. */
export type TablePlayers = { table: number; players: PlayerNumber[] };

/** What became of the seating of the next round. */
export type SeatingAfter = "none" | "kept" | "stale" | "started";

/** A row of the standings in an answer. */
export type StandingRow = {
  rank: number | null;
  number: PlayerNumber;
  name: string;
  school?: string;
  wins: string;
  average: string;
  total: string;
  games: number;
  status: Status;
  provisional: boolean;
  best_game?: string;
  won_total?: string;
  lost_total?: string;
  out_after?: number;
  house?: boolean;
};

/** A play-off in an answer. */
export type PlayOffAnswer = {
  rank: number;
  numbers: PlayerNumber[];
  tables: TablePlayers[];
  draw?: DrawNumbers;
  ranks?: Record<PlayerNumber, number>;
};

/** The answer to a command that was done; each command has some of these fields. */
export type Done = {
  ok: true;
  id?: unknown;
  settings?: Settings;
  weekday?: number;
  plan?: HallTime[];
  ends?: HallTime;
  seed?: Seed;
  numbers?: (PlayerNumber | null)[];
  waiting?: number | string[];
  players?: { number: PlayerNumber; name: string; school?: string; status?: Status }[];
  present?: number;
  entered?: number;
  early?: PlayerNumber[];
  barred?: PlayerNumber[];
  number?: PlayerNumber;
  status?: Status;
  replaced_by?: string;
  seating?: SeatingAfter;
  date?: number | CalendarDate;
  round?: number;
  state?: string;
  tables?: TablePlayers[] | number[];
  short?: number[];
  repeats?: number;
  without_judge?: number[];
  deadline?: HallTime;
  starts?: PlayerNumber;
  order?: PlayerNumber[];
  again?: DrawNumbers;
  draw?: DrawNumbers;
  drawn?: Record<PlayerNumber, string>[];
  moves?: Record<PlayerNumber, number>;
  go_on?: PlayerNumber[];
  redeals?: number | (GameId & { number: PlayerNumber })[];
  credit?: number;
  alert?: boolean;
  table?: number;
  game?: number;
  scores?: Record<PlayerNumber, string>;
  wins?: Record<PlayerNumber, string>;
  winners?: PlayerNumber[];
  verdicts?: Record<PlayerNumber, Verdict>;
  flags?: Flag[];
  was?: Record<PlayerNumber, string>;
  case?: number;
  decision?: Decision;
  warnings?: number;
  play_offs?: PlayOffAnswer[];
  ranks?: Record<PlayerNumber, number>;
  final?: StandingRow[];
  address?: Address;
  others?: Address[];
  details?: Details;
  venue?: string;
  agenda?: Agenda;
  judges?: Record<number, string>;
  staff?: number;
  shown?: string | null;
  steps?: StepTaken[];
  signed?: PlayerNumber[];
  unsigned?: PlayerNumber[];
  incident?: number;
  draws?: number | number[] | (DrawNumbers & { table: number })[];
  pool?: number;
  left?: number;
  next?: number;
  call?: number;
  waited?: number;
  postponed?: boolean;
  annulled?: number;
  forgotten?: boolean;
  seq?: number;
  online?: boolean;
  standings?: StandingRow[];
  cut?: number;
  keys?: RankingKey[];
  complete?: boolean;
  ties?: Tie[];
  best?: number;
};

/** The answer to the question `what-if`. */
export type WhatIf = {
  ok: true;
  answer: Partial<Done>;
  standings: (Omit<StandingRow, "name"> & { was?: Omit<StandingRow, "name" | "number"> })[];
  seatings: { round: number; was: TablePlayers[]; tables?: TablePlayers[] }[];
};

/** The answer to a command that was refused: nothing has changed. */
export type Refused = { error: RefusalBody; id?: unknown };

/** What a command or question is answered. */
export type Answer = Done | Refused;
