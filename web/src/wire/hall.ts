// Generated from crates/server/src/hall/ by a test (TRINTA_WRITE=1 cargo test -p trinta-server typescript).
// Do not edit.

import type { View } from "./tournament";

/** A command with its name in `do`, without `by`, `at` and `id`. */
export type HallCommand = { do: string; [field: string]: unknown }

/** What became of a command or a question. */
export type HallAnswer =
  | {
      ok: true
      /** The entry of the log. */
      seq?: number
      /** It was done before. */
      again?: true
      /** What it asks for was already so. */
      merged?: true
      /** The case that it opened. */
      case?: number
      [field: string]: unknown
    }
  | { error: { code: string; message: string; [field: string]: unknown } }

/**
 * A command with the device that gave it.
 */
export type Envelope = { 
/**
 * The device's public key (Ed25519), in base64url.
 */
device: string, 
/**
 * The number of the command: each device counts its own, from 1.
 */
n: number, 
/**
 * The time in the hall by the device's estimate; none: the server's time of arrival.
 */
at: string | null, 
/**
 * The printed code from which the right to give the command comes; none: the token of the connection.
 */
code: string | null, 
/**
 * The command, without `by`.
 */
command: HallCommand, 
/**
 * The signature, in base64url.
 */
signature: string, };

/**
 * By what right a device comes.
 */
export type Credentials = { 
/**
 * The token.
 */
token: string, } | { 
/**
 * The code.
 */
code: string, };

/**
 * What a device says.
 */
export type HallClientMessage = { "type": "hello", 
/**
 * The protocol that the device speaks.
 */
protocol: number, 
/**
 * By what right it comes; none: as anybody.
 */
as: Credentials | null, 
/**
 * Its public key, if it will give commands.
 */
device?: string | null, 
/**
 * The newest backup that it keeps.
 */
backup_seq?: number | null, } | { "type": "command", 
/**
 * The command with its signature.
 */
envelope: Envelope, } | { "type": "deliver", 
/**
 * The commands with that device's signatures.
 */
envelopes: Array<Envelope>, } | { "type": "ask", 
/**
 * What the answer is to be known by.
 */
id: number, 
/**
 * The question, with its name in `what`.
 */
question: Record<string, unknown>, } | { "type": "screen", 
/**
 * Its state.
 */
screen: Screen, };

/**
 * As whom a device is connected.
 */
export type HallViewer = { "role": "organiser" } | { "role": "head-judge" } | { "role": "staff" } | { "role": "public" } | { "role": "judge", 
/**
 * The table.
 */
table: number, 
/**
 * The round.
 */
round: number, } | { "role": "player", 
/**
 * The player's number.
 */
number: number, };

/**
 * The state of the projector.
 */
export type Screen = { 
/**
 * The picture shown now.
 */
show: Show, 
/**
 * The order of lists of players.
 */
order: ListOrder, 
/**
 * The page of a long list; none: the pages turn by themselves.
 */
page: number | null, 
/**
 * How many of the winners are revealed, from the fourth to the first.
 */
revealed: number, 
/**
 * The language; none: that of the device.
 */
language: string | null, 
/**
 * Whether the lists stand still while results come in.
 */
frozen: boolean, };

/**
 * What the projector shows.
 */
export type Show = "auto" | "clock" | "seats" | "moves" | "standings" | "rules" | "ceremony" | "notice";

/**
 * The order of a list of players.
 */
export type ListOrder = "number" | "name";

/**
 * What the server says. Views are written apart, because one text serves all who see the same.
 */
export type HallServerMessage = { "type": "welcome", 
/**
 * The protocol.
 */
protocol: number, 
/**
 * The tournament.
 */
id: string, 
/**
 * As whom the device is connected.
 */
viewer: HallViewer, 
/**
 * The time in the hall.
 */
now: string, 
/**
 * The time in milliseconds since 1970.
 */
now_ms: number, 
/**
 * The hall's minutes ahead of UTC.
 */
utc_offset: number, 
/**
 * The highest number of this device's commands that are done.
 */
last_n: number | null, 
/**
 * What the projector shows.
 */
screen: Screen, } | { "type": "view", 
/**
 * How many entries the log has.
 */
seq: number, 
/**
 * The time in the hall.
 */
now: string, 
/**
 * The view.
 */
view: View, } | { "type": "answer", 
/**
 * The device that gave it.
 */
device: string, 
/**
 * Its number.
 */
n: number, 
/**
 * The answer.
 */
answer: HallAnswer, } | { "type": "answered", 
/**
 * The question.
 */
id: number, 
/**
 * The answer.
 */
answer: HallAnswer, } | { "type": "screen", 
/**
 * Its state.
 */
screen: Screen, } | { "type": "backup", 
/**
 * The entries that it holds.
 */
seq: number, 
/**
 * The backup, in base64.
 */
data: string, } | { "type": "bye", 
/**
 * The reason, for programs.
 */
code: string, 
/**
 * The reason, for people.
 */
message: string, };
