// Generated from crates/table/src/wire by a test (TRINTA_WRITE=1 cargo test -p trinta-table --test typescript).
// Do not edit.

/** The version of the protocol. */
export const PROTOCOL = 3;

/**
 * A message of a client.
 */
export type ClientMessage = { "type": "hello", 
/**
 * The version of the protocol that the client speaks.
 */
protocol: number, 
/**
 * As which seat; none: as a spectator.
 */
seat?: number, 
/**
 * The last version that the client has; it gets what is missing, or a fresh view.
 */
since?: number, 
/**
 * The code of the table, for those who watch one that is not open.
 */
code?: string, 
/**
 * As a judge of the table, who sees every rack.
 */
judge?: boolean, } | { "type": "command", 
/**
 * Chosen by the client, up to 40 letters and digits, new for each command.
 */
id: string, 
/**
 * The version that the client saw when it decided.
 */
version: number, 
/**
 * The action to take.
 */
action: Action, } | { "type": "draft", 
/**
 * The client's number for it, which comes back.
 */
number: number, 
/**
 * The whole table; none: nothing begun.
 */
table?: string[], } | { "type": "resync" } | { "type": "hint", 
/**
 * 1, 2 or 3.
 */
step: number, } | { "type": "arrange" } | { "type": "chat", 
/**
 * Free text.
 */
text?: string, 
/**
 * Or a ready phrase, which each client says in its own language.
 */
phrase?: Phrase, } | { "type": "mute", 
/**
 * The seat of the player.
 */
seat: number, 
/**
 * Whether they may not speak.
 */
muted: boolean, } | { "type": "ping", 
/**
 * The client's number for it, which comes back.
 */
number: number, };

/**
 * Something to do.
 */
export type Action = { "do": "play", 
/**
 * The whole table, set by set.
 */
table: string[], } | { "do": "draw" } | { "do": "pass" } | { "do": "new-deal" } | { "do": "challenge" } | { "do": "accept" } | { "do": "begin" } | { "do": "ready" } | { "do": "rematch" } | { "do": "pause" } | { "do": "unpause" } | { "do": "commit-entropy", 
/**
 * The deal, by the commitment to the server's seed.
 */
deal: string, 
/**
 * The commitment to 32 bytes of entropy, see `docs/shuffle.md`.
 */
commitment: string, } | { "do": "reveal-entropy", 
/**
 * The deal, by the commitment to the server's seed.
 */
deal: string, 
/**
 * The 32 bytes to which the seat has committed.
 */
entropy: string, } | { "do": "leave" } | { "do": "seat-bot", 
/**
 * A free seat.
 */
seat: number, 
/**
 * The name of the bot.
 */
level: string, } | { "do": "unseat", 
/**
 * The seat to free.
 */
seat: number, } | { "do": "close" } | { "do": "restore", 
/**
 * The whole table as far as it could be restored, set by set.
 */
table: string[], } | { "do": "push-rack", 
/**
 * The player's seat.
 */
seat: number, };

/**
 * A message of the server.
 */
export type ServerMessage = { "type": "welcome", 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The name of the table.
 */
table: string, 
/**
 * The short code, for players.
 */
code?: string, 
/**
 * Who you are at this table.
 */
you: You, 
/**
 * The version that the client has after this message and `missed`.
 */
version: number, 
/**
 * The server's time in milliseconds since 1970.
 */
now: number, 
/**
 * The table; none when the client has it and gets what it missed instead.
 */
state: TableView | null, 
/**
 * Which seats are connected.
 */
connected: Array<boolean>, 
/**
 * The votes that are open.
 */
votes: Votes, 
/**
 * What was said lately.
 */
chat: Array<ChatLine>, } | { "type": "view", 
/**
 * The version that the client has now.
 */
version: number, 
/**
 * The server's time in milliseconds since 1970.
 */
now: number, 
/**
 * The table as the viewer may see it.
 */
state: TableView, } | { "type": "happened", 
/**
 * The version of the table after it.
 */
version: number, 
/**
 * The time of the entry, in milliseconds since 1970.
 */
at: number, 
/**
 * Everything that one command caused.
 */
events: Array<SeenTableEvent>, 
/**
 * The clock after it.
 */
clock: ClockView | null, 
/**
 * Where the game stands after it; none: no game has begun.
 */
phase: Phase | null, 
/**
 * How many tiles each rack has after it, by seat.
 */
counts: Array<number>, } | { "type": "done", 
/**
 * Its id.
 */
id: string, 
/**
 * The version that it made.
 */
version: number, } | { "type": "refused", 
/**
 * The id of the command, if it was one.
 */
id?: string, 
/**
 * The reason, for programs.
 */
code: Code, 
/**
 * The reason, in English.
 */
message: string, 
/**
 * The rule that forbids a command; set with the code `rules` if the rules of the game refuse it.
 */
rule?: RuleCode, 
/**
 * The faults of an illegal play.
 */
faults?: Array<FaultView>, 
/**
 * The version of the table.
 */
version: number, } | { "type": "judgement", 
/**
 * The client's number for it.
 */
number: number, 
/**
 * The judgement of the rules.
 */
judgement: JudgementView, } | { "type": "arranged", 
/**
 * The sets that are on it.
 */
sets: string[], 
/**
 * The tiles in none of them.
 */
rest: string, } | { "type": "draft", 
/**
 * The seat of the player who makes it.
 */
seat: number, 
/**
 * The whole table; none: nothing begun.
 */
table: string[] | null, } | { "type": "hint", 
/**
 * The hint, as far as it was asked for.
 */
hint: HintView, } | { "type": "said", 
/**
 * The line.
 */
line: ChatLine, } | { "type": "presence", 
/**
 * The player's seat.
 */
seat: number, 
/**
 * Whether they are connected.
 */
connected: boolean, } | { "type": "votes", 
/**
 * All votes that are open.
 */
votes: Votes, } | { "type": "pong", 
/**
 * The client's number for it.
 */
number: number, 
/**
 * The server's time.
 */
now: number, } | { "type": "bye", 
/**
 * The reason, for programs.
 */
code: Code, 
/**
 * The reason, in English.
 */
message: string, };

/**
 * Who this connection is at the table.
 */
export type You = { 
/**
 * The seat that this connection looks from; none: a spectator.
 */
seat: number | null, 
/**
 * All seats of this player.
 */
seats: number[], 
/**
 * Whether they are the host.
 */
host: boolean, 
/**
 * Whether this connection is a judge's, and sees every rack.
 */
judge?: boolean, };

/**
 * Who wants what, by seat.
 */
export type Votes = { 
/**
 * Who wants the clock stopped.
 */
pause: number[], 
/**
 * Who wants a new match.
 */
rematch: number[], 
/**
 * Who is ready for the next game.
 */
ready?: number[], };

/**
 * A line of the chat.
 */
export type ChatLine = { 
/**
 * Who said it, if they sit at the table.
 */
seat: number | null, 
/**
 * Their name.
 */
name: string, 
/**
 * Free text.
 */
text?: string, 
/**
 * Or a ready phrase.
 */
phrase?: Phrase, 
/**
 * When it was said, in milliseconds since 1970.
 */
at: number, };

/**
 * A ready phrase.
 */
export type Phrase = "hello" | "good-luck" | "well-played" | "nice" | "oops" | "take-your-time" | "your-turn" | "one-moment" | "thank-you" | "again" | "good-game" | "goodbye";

/**
 * The clock.
 */
export type ClockView = { 
/**
 * Whose time it is.
 */
seat: number, 
/**
 * The whole time of the turn in milliseconds; none: no limit.
 */
limit: number | null, 
/**
 * What is left of it as this is sent, in milliseconds.
 */
left: number | null, 
/**
 * Whether it is running.
 */
running: boolean, };

/**
 * One thing that is wrong with a play.
 */
export type FaultView = { 
/**
 * Its name, for programs.
 */
fault: FaultCode, 
/**
 * The proposed set it is in, counted from 0.
 */
set?: number, 
/**
 * What is wrong, in English.
 */
message: string, 
/**
 * What keeps a set or a word from being one, for programs.
 */
why?: SetFaultCode | WordFaultCode, 
/**
 * The word that is meant.
 */
word?: string, 
/**
 * The tiles that are meant.
 */
tiles?: string, 
/**
 * The points or letters of an opening that has too few.
 */
reached?: number, 
/**
 * The points or letters that it needs.
 */
needed?: number, };

/**
 * What the rules say about a play.
 */
export type JudgementView = { 
/**
 * Whether it could be played.
 */
legal: boolean, 
/**
 * The tiles from the rack.
 */
placed?: string, 
/**
 * The opening's points so far, or the letters of its longest word.
 */
opening?: number, 
/**
 * The faults of the draft.
 */
faults?: Array<FaultView>, 
/**
 * Every proposed set by itself, in the order in which they were sent.
 */
sets: Array<SetView>, };

/**
 * What the rules say about one set.
 */
export type SetView = { 
/**
 * Whether nothing is wrong with it.
 */
ok: boolean, 
/**
 * How it is laid: in order, its jokers read. A list of this one set.
 */
laid?: string[], };

/**
 * A hint, as much of it as was asked for.
 */
export type HintView = { 
/**
 * The step that was asked for.
 */
step: number, 
/**
 * The version it is about.
 */
version: number, 
/**
 * Whether there is a play.
 */
found: boolean, 
/**
 * Whether it is proved that there is none better (or none at all).
 */
proved: boolean, 
/**
 * From the second step: the sets of the table that it touches, counted from 0.
 */
sets?: Array<number>, 
/**
 * In the third: the tiles from the rack.
 */
placed?: string, 
/**
 * In the third: the table afterwards.
 */
table?: string[], 
/**
 * In the third: how to get there, step by step.
 */
steps?: Array<StepView>, };

/**
 * One step of a play.
 */
export type StepView = { 
/**
 * What a person would call it.
 */
action: string, 
/**
 * The tiles that move.
 */
moves: Array<MoveView>, 
/**
 * What lies on the table after the step, set by set; not all of it need be sets yet.
 */
table: string[], 
/**
 * The step in English.
 */
text: string, };

/**
 * One tile that goes from one spot to another.
 */
export type MoveView = { 
/**
 * The tile.
 */
tile: string, 
/**
 * Where it lies before the step; none: on the rack.
 */
from: SpotView | null, 
/**
 * Where it lies after the step.
 */
to: SpotView | null, };

/**
 * A position on the table.
 */
export type SpotView = { 
/**
 * The index of the set before the step.
 */
set: number, 
/**
 * The index in the set.
 */
at: number, };

/**
 * Something that happened at a table.
 */
export type SeenTableEvent = { "table": "deal-announced", 
/**
 * The commitment to the server's seed, which is also the name of the deal.
 */
deal: string, 
/**
 * The seats that bots play in this game, because their players have withheld their entropy too often.
 */
sits_out?: number[], } | { "table": "entropy-committed", 
/**
 * The seat.
 */
seat: number, 
/**
 * The commitment.
 */
commitment: string, } | { "table": "commitments-closed", 
/**
 * The commitment to the server's seed.
 */
deal: string, 
/**
 * The commitments by seat; none: the seat adds nothing.
 */
commitments: Array<string | null>, } | { "table": "entropy-revealed", 
/**
 * The seat.
 */
seat: number, 
/**
 * The entropy, which fits the commitment.
 */
entropy: string, } | { "table": "deal-aborted", 
/**
 * The commitment to the server's seed.
 */
deal: string, 
/**
 * The stage in which it ended.
 */
stage: "commit" | "reveal", 
/**
 * The seats from which it was missing, and others of the same players: bots play them in this game. None: the
 * server gave the deal up.
 */
missing: number[], 
/**
 * The seed of that deal, which is not used.
 */
seed: string, 
/**
 * The commitment to the seed of the deal that follows, for which everybody commits anew; none: too many were
 * aborted, and the table is closed.
 */
next: string | null, } | { "table": "sat", 
/**
 * The seat.
 */
seat: number, 
/**
 * Its occupant from now on.
 */
who: SitterView, } | { "table": "rose", 
/**
 * The seat.
 */
seat: number, } | { "table": "renamed", 
/**
 * The player's seat.
 */
seat: number, 
/**
 * The player as they are known now.
 */
who: SitterView, } | { "table": "match-begun" } | { "table": "game-begun" } | { "table": "game", 
/**
 * The event, as the core shows it to the viewer.
 */
event: SeenEvent, } | { "table": "revealed", 
/**
 * The number of the game at this table, counted from 1.
 */
number: number, 
/**
 * The seed, as hexadecimal digits.
 */
seed: string, 
/**
 * What each seat added, as hexadecimal digits.
 */
entropy: Array<string>, } | { "table": "judge-appointed", 
/**
 * The name that others see.
 */
name: string, } | { "table": "rack-pushed", 
/**
 * The player's seat.
 */
seat: number, 
/**
 * The scores of the game from now on, by seat.
 */
scores: string[], 
/**
 * The seats that have won it.
 */
winners: number[], } | { "table": "paused" } | { "table": "unpaused" } | { "table": "resumed", 
/**
 * The time that was given back, in milliseconds.
 */
lost: number, } | { "table": "away", 
/**
 * The player's seat.
 */
seat: number, } | { "table": "back", 
/**
 * The player's seat.
 */
seat: number, } | { "table": "closed" };

/**
 * An event, over what is known of hands (`H`) and pool (`P`).
 */
export type SeenEvent = { "event": "lot", 
/**
 * One draw for each seat that takes part in the round.
 */
draws: Array<LotDraw>, } | { "event": "dealt", 
/**
 * The seat that begins.
 */
starter: number, 
/**
 * Each seat's first tiles.
 */
racks: Array<Seen>, 
/**
 * The tiles that were not dealt.
 */
pool: UnseenPool, } | { "event": "new-deal", 
/**
 * The player who asks.
 */
seat: number, 
/**
 * The pairs, shown to all.
 */
pairs: string, } | { "event": "played", 
/**
 * The player.
 */
seat: number, 
/**
 * The whole table afterwards.
 */
table: string[], 
/**
 * The tiles that came from the rack.
 */
placed: string, 
/**
 * The opening's points (N10), or the letters of its longest word (W4).
 */
opening?: number, 
/**
 * The score of the turn (W9).
 */
score?: number, 
/**
 * Whether time ran out on a play that lay there complete (N17).
 */
time_up?: boolean, } | { "event": "refused", 
/**
 * The player.
 */
seat: number, 
/**
 * The table as it was proposed.
 */
layout: string[], 
/**
 * The misspelt words.
 */
misspelt: Array<string>, } | { "event": "drew", 
/**
 * The player.
 */
seat: number, 
/**
 * The tiles drawn.
 */
tiles: Seen, 
/**
 * The reason for the draw.
 */
why: DrawReason, } | { "event": "passed", 
/**
 * The player.
 */
seat: number, 
/**
 * The reason for the pass.
 */
why: PassReason, } | { "event": "returned", 
/**
 * The player on turn.
 */
seat: number, 
/**
 * The table as it could be restored.
 */
table: string[], 
/**
 * The tiles that could not be restored.
 */
tiles: string, 
/**
 * The pool with these tiles, in its new order.
 */
pool: UnseenPool, } | { "event": "challenged", 
/**
 * The challenger.
 */
by: number, 
/**
 * The words that are misspelt. If there are none, the challenge fails.
 */
misspelt: Array<string>, } | { "event": "taken-back", 
/**
 * The player who takes it back.
 */
seat: number, } | { "event": "accepted", 
/**
 * The opponent.
 */
seat: number, } | { "event": "stood", 
/**
 * The player whose play stands.
 */
seat: number, } | { "event": "ended", 
/**
 * The reason for the end.
 */
reason: EndReason, 
/**
 * What is left on each rack, shown to all.
 */
racks: Array<Seen>, 
/**
 * For each seat, whether an unopened player could have opened, where that counts (N23).
 */
could_open?: Array<boolean | null>, 
/**
 * The scores.
 */
scores: string[], 
/**
 * The seats with the highest score.
 */
winners: number[], };

/**
 * One seat's lot (N6): jokers don't count, so there may be several tiles, of which the last one counts.
 */
export type LotDraw = { 
/**
 * The seat that drew.
 */
seat: number, 
/**
 * The tiles in the order drawn.
 */
tiles: string[], };

/**
 * Why tiles are drawn.
 */
export type DrawReason = "choice" | "time-up" | "penalty" | "misspelt" | "failed-challenge" | "fill";

/**
 * Why a turn ends without play or draw.
 */
export type PassReason = "choice" | "time-up";

/**
 * Why a game is over.
 */
export type EndReason = "out" | "blocked" | "passes" | "pool-empty" | "last-turns";

/**
 * A table.
 */
export type TableView = { 
/**
 * What the table was opened with.
 */
plan: PlanView, 
/**
 * By seat.
 */
seats: Array<SeatView>, 
/**
 * The match and its sheet.
 */
match: MatchView, 
/**
 * The deal that is being prepared.
 */
deal: DealView | null, 
/**
 * The game that is on, or the last one.
 */
game: GameView | null, 
/**
 * The clock, while a game is on.
 */
clock: ClockView | null, 
/**
 * Whether the clock is stopped.
 */
paused: boolean, 
/**
 * Whether the table is closed for good.
 */
closed: boolean, 
/**
 * The names of those who judge, and see every rack.
 */
judges?: Array<string>, };

/**
 * What a table was opened with.
 */
export type PlanView = { 
/**
 * What the host calls it.
 */
name: string, 
/**
 * The edition.
 */
edition: string, 
/**
 * `numbers` or `words`.
 */
game: string, 
/**
 * The version of the rules that the table was opened with, and keeps.
 */
rules: number, 
/**
 * Every setting in force, by name.
 */
settings: Record<string, string | number>, 
/**
 * The names of the settings that differ from the edition.
 */
changed: Array<string>, 
/**
 * The number of seats.
 */
players: number, 
/**
 * Whether anybody may sit down.
 */
open: boolean, 
/**
 * Whether spectators are admitted, and which.
 */
spectators: Spectators, 
/**
 * Whether players may ask the solver.
 */
hints: boolean, 
/**
 * Whether others see a play while it is being made.
 */
open_drafts: boolean, 
/**
 * Whether one player may take several seats.
 */
hot_seat: boolean, 
/**
 * The seconds after which a bot stands in for an absent player.
 */
stand_in_after: number | null, 
/**
 * What may be said.
 */
chat: Chat, 
/**
 * Who may begin, pause, seat and rule; left out if nothing differs from the defaults.
 */
powers?: Powers, };

/**
 * A seat.
 */
export type SeatView = { 
/**
 * Its occupant.
 */
who: SitterView | null, 
/**
 * Whether a bot plays for them.
 */
away: boolean, 
/**
 * Whether a bot plays the current game for them, because they did not take part in its deal.
 */
sits_out?: boolean, };

/**
 * The player or bot at a seat.
 */
export type SitterView = { 
/**
 * The name; of a bot, its level.
 */
name: string, 
/**
 * Whether it is a bot.
 */
bot: boolean, 
/**
 * Whether they are the host.
 */
host: boolean, 
/**
 * The face of a person: three digits for shape, colour and something worn; none: a bot.
 */
face?: string, };

/**
 * A match and its sheet.
 */
export type MatchView = { 
/**
 * The number of games; none: as many as the players like.
 */
length: number | null, 
/**
 * The scores of each game so far.
 */
games: string[][], 
/**
 * Each seat's sum.
 */
totals: string[], 
/**
 * The games that each seat has won.
 */
wins: Array<number>, 
/**
 * Who leads or has won.
 */
winners: Array<number>, 
/**
 * Whether it is over.
 */
over: boolean, };

/**
 * A game.
 */
export type GameView = { 
/**
 * Its number at this table.
 */
number: number, 
/**
 * What the viewer may know of it. With the plan of the table it is a view that folds on by itself.
 */
state: SeenState, 
/**
 * N9: whether you may ask for a new deal now.
 */
new_deal: boolean, 
/**
 * The commitment to its seed.
 */
commitment: string, 
/**
 * The commitments of the seats to their entropy; left out in games of early versions.
 */
commitments?: Array<string | null>, 
/**
 * The entropy of each seat; left out in games of early versions.
 */
entropy?: Array<string | null>, 
/**
 * The deals of this game that came to nothing before it was dealt.
 */
aborted?: Array<AbortedView>, 
/**
 * Its seed, once it is over.
 */
seed: string | null, 
/**
 * What a judge made of its scores, if one did.
 */
ruling?: RulingView, };

/**
 * The scores of a game after a ruling.
 */
export type RulingView = { 
/**
 * The seats whose racks were pushed over (F12).
 */
pushed: number[], 
/**
 * The scores, by seat.
 */
scores: string[], 
/**
 * The seats that won.
 */
winners: number[], };

/**
 * A deal that is being prepared.
 */
export type DealView = { 
/**
 * The commitment to the server's seed, which is also the name of the deal.
 */
deal: string, 
/**
 * What the deal waits for.
 */
stage: "commit" | "reveal", 
/**
 * The commitments by seat, as far as they have come.
 */
commitments: Array<string | null>, 
/**
 * The entropy by seat, as far as it has been revealed.
 */
entropy: Array<string | null>, 
/**
 * The deals of the same game that came to nothing before.
 */
aborted?: Array<AbortedView>, };

/**
 * A deal that came to nothing.
 */
export type AbortedView = { 
/**
 * The commitment to the server's seed.
 */
deal: string, 
/**
 * The stage in which it ended.
 */
stage: "commit" | "reveal", 
/**
 * The seats from which it was missing; none: the server gave the deal up.
 */
missing: number[], };

/**
 * Everything of a game but its rules, over what is known of hands (`H`) and pool (`P`).
 */
export type SeenState = { 
/**
 * The seats, clockwise.
 */
seats: Array<SeenSeat>, 
/**
 * The pool, as far as it is known.
 */
pool: UnseenPool, 
/**
 * The sets on the table.
 */
table: string[], 
/**
 * The phase of the game.
 */
phase: Phase, 
/**
 * Passes one after another with the pool empty (N15).
 */
passes: number, 
/**
 * Turns left when everybody has just one more (N15, the setting `last-turn`).
 */
last_turns: number | null, 
/**
 * The number of shuffles so far, which is the index of the next.
 */
shuffles: number, 
/**
 * The last play, while it can be challenged (W8).
 */
contest: Contest | null, 
/**
 * The number of events applied.
 */
version: number, };

/**
 * A seat and its player, over what is known of hands.
 */
export type SeenSeat = { 
/**
 * The rack.
 */
rack: Seen, 
/**
 * Whether the player has opened (N10, W4).
 */
opened: boolean, 
/**
 * The number of turns that the player has had.
 */
turns: number, 
/**
 * The points of the player's turns (W9).
 */
points: number, 
/**
 * What the player drew since the start of the last own turn (N23).
 */
drawn_last: Seen, 
/**
 * W12: turns, this one included, until the player may play again; 1 is the turn in which to draw only.
 */
draw_only?: number, };

/**
 * Tiles that a viewer knows or can only count.
 */
export type Seen = { 
/**
 * The number of tiles.
 */
count: number, 
/**
 * The tiles, if the viewer may know them.
 */
tiles?: string, };

/**
 * A pool of which only the size is known.
 */
export type UnseenPool = number;

/**
 * The phase of a game.
 */
export type Phase = { "phase": "lots", 
/**
 * After a round of lots, the seats that drew highest.
 */
seats: number[], } | { "phase": "turn", 
/**
 * The player on turn.
 */
seat: number, } | { "phase": "provisional", 
/**
 * The player whose play it is.
 */
seat: number, } | { "phase": "over", 
/**
 * The reason for the end.
 */
reason: EndReason, 
/**
 * For each seat, whether an unopened player could have opened, where that counts.
 */
could_open?: Array<boolean | null>, 
/**
 * The scores, exact: `"15/2"` where they are not whole.
 */
scores: string[], 
/**
 * The seats that won.
 */
winners: number[], };

/**
 * The last play, while it can be challenged (W8), and what there is to restore.
 */
export type Contest = { 
/**
 * The player who made it.
 */
seat: number, 
/**
 * The table before it.
 */
before: string[], 
/**
 * The tiles it placed.
 */
placed: string, 
/**
 * Whether the player had opened before it.
 */
opened_before: boolean, 
/**
 * The score of its turn (W9).
 */
score: number, 
/**
 * The passes in a row before it.
 */
passes_before: number, 
/**
 * The opponents who will not challenge it.
 */
accepted: number[], };

/**
 * What a table is opened with: edition, changed settings, seats, who may do what.
 */
export type Plan = { 
/**
 * What the host calls it; may be empty.
 */
name: string, 
/**
 * The edition.
 */
edition: string, 
/**
 * What differs from the edition, by the names of `docs/rules.md`.
 */
settings: Record<string, string | number>, 
/**
 * The number of seats.
 */
players: number, 
/**
 * Who may sit down.
 */
access: Access, 
/**
 * Whether spectators are admitted, and which.
 */
spectators: Spectators, 
/**
 * Whether players may ask the solver.
 */
hints: boolean, 
/**
 * Whether others see a play while it is being made.
 */
open_drafts: boolean, 
/**
 * Whether one player may take several seats, to play on one device.
 */
hot_seat: boolean, 
/**
 * The seconds after which a bot plays for an absent player; none: none ever does.
 */
stand_in_after: number | null, 
/**
 * What may be said.
 */
chat: Chat, 
/**
 * Who may begin, pause, seat and rule.
 */
powers?: Powers, };

/**
 * Who may sit down.
 */
export type Access = "invited" | "open";

/**
 * Whether spectators are admitted, and which.
 */
export type Spectators = { 
/**
 * Whether anybody may.
 */
allowed: boolean, 
/**
 * By how many seconds they see what happens later than the players.
 */
delay: number, };

/**
 * What may be said at a table.
 */
export type Chat = "free" | "phrases" | "off";

/**
 * Who may do what at a table. A plan that says nothing of it has the defaults.
 */
export type Powers = { 
/**
 * Who begins games. `host`: the host begins a match, and any player its next games.
 */
begin: Authority, 
/**
 * Who stops the clock and lets it run again. `players`: all who are here must want it stopped, and any of them lets
 * it run again.
 */
pause: Authority, 
/**
 * Who seats bots and removes people from their seats before a match.
 */
seat: Authority, 
/**
 * Who makes rulings on games.
 */
rule: Ruler, };

/**
 * Who may do something at a table. The house always may.
 */
export type Authority = "host" | "players" | "judge" | "house";

/**
 * Who rules on what the server can't know: tiles that could not be put back, a rack that was pushed over.
 */
export type Ruler = "house" | "judge";

/**
 * The names of refusals.
 */
export type Code = "bad-message" | "bad-order" | "protocol" | "no-session" | "wrong-origin" | "too-many" | "not-found" | "host-only" | "judge-only" | "house-only" | "no-judges" | "not-seated" | "seat-taken" | "seat-empty" | "table-full" | "already-seated" | "not-invited" | "game-on" | "no-game" | "match-over" | "paused" | "not-paused" | "closed" | "stale" | "rules" | "illegal-play" | "no-spectators" | "no-hints" | "no-chat" | "bad-plan" | "bad-name" | "bad-password" | "wrong-password" | "name-taken" | "bad-bot" | "bad-entropy" | "no-deal" | "sits-out" | "not-stored" | "stopping" | "internal";

/**
 * Why a request was refused.
 */
export type ErrorBody = { 
/**
 * The reason, for programs.
 */
code: Code, 
/**
 * The reason, in English.
 */
message: string, 
/**
 * The faults of an illegal play.
 */
faults?: Array<FaultView>, };

/**
 * A signed-in person.
 */
export type SessionView = { 
/**
 * The name that others see.
 */
name: string, 
/**
 * The name of the account; none: a guest.
 */
account: string | null, 
/**
 * The rating of the account, once a game has counted for it.
 */
rating: number | null, 
/**
 * The face that others see: three digits for shape, colour and something worn. One that was not chosen follows
 * from who they are.
 */
face?: string, };

/**
 * A name to be known by.
 */
export type NameBody = { 
/**
 * 1 to 24 characters.
 */
name: string, 
/**
 * A face to be known by; none: as before.
 */
face?: string, };

/**
 * A new table.
 */
export type CreateTable = { 
/**
 * The plan of the table.
 */
plan: Plan, 
/**
 * Whether whoever opens it takes the first free seat.
 */
sit: boolean, 
/**
 * Bots to seat, by seat.
 */
bots: Record<string, string>, 
/**
 * Whether the first game begins at once.
 */
begin: boolean, };

/**
 * A table that was opened.
 */
export type TableCreated = { 
/**
 * The name of the table.
 */
table: string, 
/**
 * Its short code.
 */
code: string, 
/**
 * The seat of whoever opened it.
 */
seat: number | null, };

/**
 * How somebody comes to a seat.
 */
export type JoinBody = { 
/**
 * Which seat; none: any.
 */
seat?: number, 
/**
 * The secret of an invitation.
 */
invite?: string, 
/**
 * The code of the table.
 */
code?: string, 
/**
 * The name to be known by at this seat, where one device plays for several.
 */
name?: string, 
/**
 * The face to be known by at this seat, where one device plays for several.
 */
face?: string, };

/**
 * A seat that was taken.
 */
export type JoinedView = { 
/**
 * The name of the table.
 */
table: string, 
/**
 * The seat.
 */
seat: number, };

/** The rule that forbids a command. */
export const RULE_CODES = [
  "no-such-seat",
  "host-only",
  "players-only",
  "not-dealt",
  "already-dealt",
  "game-over",
  "not-your-turn",
  "draw-only",
  "pool-empty",
  "pool-not-empty",
  "must-play",
  "no-time-limit",
  "no-new-deal",
  "new-deal-too-late",
  "too-few-pairs",
  "must-restore",
  "restored-invalid",
  "restored-foreign",
  "nothing-to-challenge",
  "own-play",
  "already-accepted",
  "awaiting-challenge",
  "challenge-still-open",
] as const;
export type RuleCode = (typeof RULE_CODES)[number];

/** What can be wrong with a play. */
export const FAULT_CODES = [
  "not-a-set",
  "not-a-word",
  "not-in-list",
  "off-theme",
  "word-twice",
  "joker-fixed",
  "joker-in-filled-set",
  "table-tile-missing",
  "not-on-rack",
  "nothing-played",
  "table-touched",
  "below-opening",
  "opening-too-many-sets",
  "opening-too-short",
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** Why tiles are not a run or a group. */
export const SET_FAULT_CODES = [
  "too-short",
  "jokers-alone",
  "group-too-large",
  "colour-twice",
  "number-twice",
  "gap",
  "out-of-range",
  "neither",
  "joker-misread",
  "letters",
] as const;
export type SetFaultCode = (typeof SET_FAULT_CODES)[number];

/** Why letters are not a word. */
export const WORD_FAULT_CODES = [
  "word-too-short",
  "joker-unread",
  "numbers",
] as const;
export type WordFaultCode = (typeof WORD_FAULT_CODES)[number];
