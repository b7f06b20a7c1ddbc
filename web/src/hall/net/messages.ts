/** The messages between a hall screen and the server. */

/** A command without `by`, which the server sets. */
export interface Command {
  readonly do: string;
  readonly [field: string]: unknown;
}

/** A command as a device signs it. */
export interface Envelope {
  readonly device: string;
  readonly n: number;
  readonly at: string | null;
  readonly code: string | null;
  readonly command: Command;
  readonly signature: string;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

export interface Done {
  readonly ok: true;
  readonly error?: undefined;
  /** The step was taken before, by this device or another. */
  readonly merged?: boolean;
  /** True if the envelope had been answered before, and the full answer is gone; of a draw, who draws again. */
  readonly again?: unknown;
  /** A conflict that the head judge has to decide. */
  readonly case?: number;
  readonly [field: string]: unknown;
}

export interface Refused {
  readonly error: Refusal;
}

export type Answer = Done | Refused;

export function isRefused(answer: Answer): answer is Refused {
  return answer.error !== undefined;
}

export type Credentials = { readonly token: string } | { readonly code: string } | null;

export type Viewer =
  | { readonly role: "organiser" | "head-judge" | "staff" | "public" }
  | { readonly role: "judge"; readonly table: number; readonly round: number }
  | { readonly role: "player"; readonly number: number };

export interface Screen {
  readonly show: "auto" | "clock" | "seats" | "moves" | "standings" | "rules" | "ceremony" | "notice";
  readonly order: "number" | "name";
  readonly page: number | null;
  readonly revealed: number;
  readonly language: string | null;
  readonly frozen: boolean;
}

/** A question of the contract, without `do`. */
export interface Question {
  readonly what: string;
  readonly [field: string]: unknown;
}

export type ClientMessage =
  | { type: "hello"; protocol: 1; as: Credentials; device: string | null; backup_seq: number | null }
  | { type: "command"; envelope: Envelope }
  | { type: "deliver"; envelopes: readonly Envelope[] }
  | { type: "ask"; id: number; question: Question }
  | { type: "screen"; screen: Screen };

export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  readonly id: string;
  readonly viewer: Viewer;
  readonly now: string;
  readonly now_ms: number;
  readonly utc_offset: number;
  readonly last_n: number | null;
  readonly screen: Screen;
}

export type ServerMessage<View> =
  | Welcome
  | { readonly type: "view"; readonly seq: number; readonly now: string; readonly view: View }
  | { readonly type: "answer"; readonly device: string; readonly n: number; readonly answer: Answer }
  | { readonly type: "answered"; readonly id: number; readonly answer: Answer }
  | { readonly type: "screen"; readonly screen: Screen }
  | { readonly type: "backup"; readonly seq: number; readonly data: string }
  | { readonly type: "bye"; readonly code: string; readonly message: string };
