// Generated from crates/server/src/bodies.rs by a test (TRINTA_WRITE=1 cargo test -p trinta-server typescript).
// Do not edit.

/**
 * What a server is and has.
 */
export type ServerView = { 
/**
 * The version of the program.
 */
version: string, 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The editions that can be played.
 */
editions: Array<EditionView>, 
/**
 * The bots that can be seated.
 */
bots: Array<BotView>, 
/**
 * The word lists, smallest first.
 */
lexicons: Array<string>, 
/**
 * The themes of the word game.
 */
themes: Array<string>, 
/**
 * The server's time, in milliseconds since 1970.
 */
now: number, };

/**
 * An edition.
 */
export type EditionView = { 
/**
 * Its name.
 */
name: string, 
/**
 * `numbers` or `words`.
 */
game: string, 
/**
 * The fewest and the most players.
 */
players: [number, number], 
/**
 * Every setting, by name.
 */
settings: Record<string, string | number>, };

/**
 * A bot.
 */
export type BotView = { 
/**
 * Its name.
 */
level: string, 
/**
 * Whether it plays with numbers.
 */
numbers: boolean, 
/**
 * Whether it plays with words.
 */
words: boolean, };

/**
 * A new account for the guest who asks.
 */
export type AccountBody = { 
/**
 * 3 to 24 letters, digits, `-` or `_`.
 */
account: string, 
/**
 * 10 to 200 characters.
 */
password: string, };

/**
 * Name and password.
 */
export type LoginBody = { 
/**
 * The name of the account.
 */
account: string, 
/**
 * The password.
 */
password: string, };

/**
 * What lists say about a table.
 */
export type TableSummary = { 
/**
 * The name of the table.
 */
table: string, 
/**
 * What the host calls it.
 */
name: string, 
/**
 * The edition.
 */
edition: string, 
/**
 * The number of seats.
 */
players: number, 
/**
 * The names of the occupants, by seat.
 */
seats: Array<string | null>, 
/**
 * Whether a match is on.
 */
playing: boolean, 
/**
 * Whether anybody may sit down.
 */
open: boolean, 
/**
 * Whether anybody may watch.
 */
watch: boolean, 
/**
 * When something happened last, in milliseconds since 1970.
 */
at: number, };

/**
 * A table at which you have a seat.
 */
export type SeatedTable = { 
/**
 * The table.
 */
table: TableSummary, 
/**
 * The faces of the people, by seat; none: a bot, or nobody.
 */
faces: (string | null)[], 
/**
 * Your seats: several where people share a device.
 */
seats: number[], 
/**
 * The player on turn; none: no game is on.
 */
turn: number | null, 
/**
 * Whether turns have a time limit.
 */
timed: boolean, };

/**
 * A code that somebody typed.
 */
export type CodeBody = { 
/**
 * The code.
 */
code: string, };

/**
 * An invitation to be made.
 */
export type InviteBody = { 
/**
 * None: any seat that is free.
 */
seat?: number, 
/**
 * Whether it is for a judge, where the plan has judges; then there is no seat.
 */
judge?: boolean, };

/**
 * An invitation.
 */
export type InviteView = { 
/**
 * The secret. In a link it stands behind `#`, where no server logs it.
 */
invite: string, 
/**
 * When it expires, in milliseconds since 1970.
 */
until: number, };

/**
 * An invitation to judge that somebody brings.
 */
export type JudgeInvite = { 
/**
 * The secret.
 */
invite: string, };

/**
 * A judge of a table.
 */
export type AppointedView = { 
/**
 * The name of the table.
 */
table: string, 
/**
 * The name by which the others know the judge.
 */
name: string, };

/**
 * A play to be judged, without a table.
 */
export type JudgeBody = { 
/**
 * The edition.
 */
edition: string, 
/**
 * What differs from it.
 */
settings: Record<string, string | number>, 
/**
 * The number of players.
 */
players: number, 
/**
 * Whether the player has opened.
 */
opened: boolean, 
/**
 * The table at the start of the turn.
 */
before: string[], 
/**
 * The rack at the start of the turn.
 */
rack: string, 
/**
 * The table as the player wants to leave it.
 */
after: string[], };

/**
 * A turn of a finished game, and what could have been played.
 */
export type TurnView = { 
/**
 * The index of its event in the record.
 */
event: number, 
/**
 * The player on turn.
 */
seat: number, 
/**
 * The number of tiles that were laid.
 */
played: number, 
/**
 * A play with the most tiles; none: there was none.
 */
best: BestView | null, 
/**
 * Whether that is proved.
 */
proved: boolean, 
/**
 * What the strongest bot would have done in the player's place; none: no bot plays this game.
 */
bot: BotTurnView | null, };

/**
 * A play of a turn: the one with the most tiles, or a bot's.
 */
export type BestView = { 
/**
 * The number of tiles that it lays.
 */
tiles: number, 
/**
 * The tiles from the rack.
 */
placed: string, 
/**
 * The table afterwards.
 */
table: string[], };

/**
 * What a bot would have done in a turn, seeing only what the player saw.
 */
export type BotTurnView = { 
/**
 * The name of the bot.
 */
level: string, 
/**
 * What it would have done.
 */
action: BotActionView, };

/**
 * The action of a bot in a turn.
 */
export type BotActionView = { "do": "play" } & BestView | { "do": "draw" } | { "do": "pass" } | { "do": "new-deal" } | { "do": "challenge" };

/**
 * A finished game in somebody's history.
 */
export type FinishedGame = { 
/**
 * The table.
 */
table: string, 
/**
 * The number of the game there.
 */
number: number, 
/**
 * When it ended, in milliseconds since 1970.
 */
at: number, 
/**
 * The edition.
 */
edition: string, 
/**
 * The names of the players, by seat.
 */
players: Array<string>, 
/**
 * The scores.
 */
scores: string[], 
/**
 * The seats that won.
 */
winners: number[], 
/**
 * Your seat.
 */
seat: number, 
/**
 * Your rating after it; none: it did not count for it.
 */
rating: number | null, };

/**
 * The form of a record.
 */
export type RecordKind = "text" | "jsonl";
