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

/**
 * How far a tournament is.
 */
export type TournamentState = "setup" | "running" | "finished";

/**
 * What lists say of a tournament.
 */
export type TournamentSummary = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Its day, such as `2027-01-18`.
 */
date: string, 
/**
 * The newest round that has started; 0 before the first.
 */
round: number, 
/**
 * How many rounds it has.
 */
rounds: number, 
/**
 * How far it is.
 */
state: TournamentState, };

/**
 * The tournaments of a server, newest first.
 */
export type TournamentList = { 
/**
 * The tournaments.
 */
tournaments: Array<TournamentSummary>, 
/**
 * The address by which phones in the hall reach this server, if it is known.
 */
address?: string, };

/**
 * A new tournament: the command that makes it, or the file of one that exists.
 */
export type NewTournament = { 
/**
 * The command `new`.
 */
command?: Record<string, unknown>, 
/**
 * The lines of an exported log.
 */
file?: string, 
/**
 * The hall's minutes ahead of UTC.
 */
utc_offset: number, };

/**
 * A tournament that has come to this server.
 */
export type TournamentCreated = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * The organiser's token.
 */
token: string, 
/**
 * The recovery code, to be printed and kept: without it no backup can be read.
 */
recovery: string, 
/**
 * How many entries its log has.
 */
seq: number, };

/**
 * A printed code, as it was scanned or typed.
 */
export type HallCodeBody = { 
/**
 * The code.
 */
code: string, };

/**
 * What a printed code stands for.
 */
export type HallCodeTarget = { "kind": "player", 
/**
 * The player's number.
 */
number: number, } | { "kind": "table", 
/**
 * The table.
 */
table: number, } | { "kind": "sheet", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, };

/**
 * The tournament of a printed code.
 */
export type HallCodeView = { 
/**
 * The tournament.
 */
id: string, 
/**
 * Its title.
 */
title: string, 
/**
 * What the code stands for.
 */
target: HallCodeTarget, };

/**
 * The role that a token gives.
 */
export type TokenRole = "organiser" | "head-judge" | "staff";

/**
 * A token to be made.
 */
export type NewToken = { 
/**
 * The role that it gives.
 */
role: TokenRole, 
/**
 * The person or device that it was made for.
 */
name: string, };

/**
 * A token, once.
 */
export type TokenMade = { 
/**
 * The token.
 */
token: string, };

/**
 * A token in the list, without its secret.
 */
export type TokenView = { 
/**
 * What it is taken back by.
 */
key: string, 
/**
 * The role that it gives.
 */
role: TokenRole, 
/**
 * The person or device that it was made for.
 */
name: string, };

/**
 * The error of a request about a tournament: those of `ErrorBody`, and those of the tournament's own refusals.
 */
export type HallErrorBody = { 
/**
 * The name of the error, for programs.
 */
code: string, 
/**
 * The error, for people.
 */
message: string, };

/**
 * Who wants to go to a table that is played at the server.
 */
export type OnlineBody = { 
/**
 * The code of the player's card or of the judge's sheet.
 */
code?: string | null, 
/**
 * The token of organiser or head judge, if there is no code.
 */
token?: string | null, 
/**
 * The table, for those who run the tournament.
 */
table?: number | null, 
/**
 * Whether another device loses the seat by this.
 */
take_over?: boolean, };

/**
 * A table that is played at the server.
 */
export type OnlineView = { 
/**
 * The name of the table in addresses.
 */
table: string, 
/**
 * Whether the visitor is one of its judges, and not a player.
 */
judge: boolean, };

/**
 * A preset of tournaments.
 */
export type PresetView = { 
/**
 * Its name.
 */
name: string, 
/**
 * What it is for, in English.
 */
about: string, 
/**
 * Its settings.
 */
settings: Record<string, unknown>, };

/**
 * The presets of tournaments.
 */
export type PresetsView = { 
/**
 * The presets.
 */
presets: Array<PresetView>, };

/**
 * The sheets to print, and on what.
 */
export type PrintBody = { 
/**
 * The kinds of sheets, such as `cards`.
 */
documents: Array<string>, 
/**
 * The language: `en`, `pt-PT`, `zh-Hant` or `zh-Hans`.
 */
language: string, 
/**
 * The paper: `a4` or `letter`.
 */
paper: string, 
/**
 * The round of sheets that belong to one; none: the newest that fits.
 */
round?: number | null, 
/**
 * The address in QR codes; none: no QR codes.
 */
address?: string | null, 
/**
 * The head judge's name.
 */
head_judge?: string | null, };

/**
 * A backup to be restored.
 */
export type RestoreBody = { 
/**
 * The backup, in base64.
 */
backup: string, 
/**
 * The recovery code that was printed.
 */
recovery: string, 
/**
 * The hall's minutes ahead of UTC; none: as before.
 */
utc_offset?: number | null, };

/**
 * What the format advisor is asked.
 */
export type AdviceBody = { 
/**
 * The preset; none: the usual one.
 */
preset?: string | null, 
/**
 * What differs from it.
 */
set: Record<string, unknown>, 
/**
 * How many players there are.
 */
players: number, 
/**
 * The mean time of a turn in seconds; none: as usual.
 */
seconds?: number | null, };

/**
 * What the format advisor answers.
 */
export type AdviceView = { 
/**
 * Minutes for all rounds.
 */
available: number, 
/**
 * Minutes after which nine in ten tournaments have ended.
 */
nine_in_ten: number, 
/**
 * The share of tournaments that run over.
 */
overrun: number, 
/**
 * How many of the best players are among the winners, on average.
 */
best: number, 
/**
 * The number of winners.
 */
winners: number, };
