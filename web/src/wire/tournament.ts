// Generated from crates/tournament by a test (TRINTA_WRITE=1 cargo test -p trinta-tournament --test typescript).
// Do not edit.

/**
 * A player's number, from 1. It is what tables, sheets and results know a player by.
 */
export type PlayerNumber = number;

/**
 * A time of the day in the hall, to the second.
 */
export type HallTime = string;

/**
 * A day of the calendar (A01).
 */
export type CalendarDate = string;

/**
 * The seed of an event: any number of hexadecimal digits.
 */
export type Seed = string;

/**
 * Points or wins in the standings, as an exact fraction.
 */
export type Points = string;

/**
 * A web address without a slash at its end, such as `http://192.168.1.20:3930`.
 */
export type Address = string;

/**
 * A table in a round.
 */
export type Seat = { 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, };

/**
 * A game of the tournament: round, table and game, each from 1.
 */
export type GameId = { 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game of the round.
 */
game: number, };

/**
 * Who gives a command (A11, A12).
 */
export type Role = "organiser" | "head-judge" | "judge" | "staff";

/**
 * Where a player stands with the event.
 */
export type Status = "entered" | "present" | "barred" | "withdrawn" | "forfeit" | "disqualified";

/**
 * Somebody to be entered.
 */
export type Person = { 
/**
 * The full name, for staff and prints (X21).
 */
name: string, 
/**
 * The school, club or team.
 */
school?: string, };

/**
 * How much of a player's name the public sees (X21).
 */
export type Publicity = "short" | "full" | "number";

/**
 * What a viewer may see.
 */
export type View = { "as": "organiser" } & DirectorView | { "as": "head-judge" } & DirectorView | { "as": "judge" } & JudgeView | { "as": "staff" } & StaffView | { "as": "player" } & PlayerView | { "as": "public" } & PublicView;

/**
 * The role of a viewer.
 */
export type ViewerRole = "organiser" | "head-judge" | "judge" | "staff" | "player" | "public";

/**
 * What everybody may know about the day.
 */
export type Notice = { 
/**
 * The title.
 */
title: string, 
/**
 * The day.
 */
date: CalendarDate, 
/**
 * The day of the week: 1 is Monday.
 */
weekday: number, 
/**
 * The venue (A02).
 */
venue?: string, 
/**
 * Where the tables stand in it.
 */
hall_map?: string, 
/**
 * What the organiser announces.
 */
notice?: string, 
/**
 * The timetable.
 */
agenda: Agenda, 
/**
 * Whether players may still check in.
 */
check_in_open: boolean, 
/**
 * The newest round that has started; 0 before the first.
 */
round: number, 
/**
 * When its play ends, without the credit of single tables.
 */
deadline?: HallTime, 
/**
 * The newest round whose seating is published or started; 0 before the first.
 */
published: number, 
/**
 * Whether all results of all rounds are in.
 */
complete: boolean, 
/**
 * Whether the tournament is postponed. The reason is for those who run it.
 */
postponed: boolean, 
/**
 * Whether the final list stands.
 */
finished: boolean, };

/**
 * The timetable of the day.
 */
export type Agenda = { 
/**
 * Check-in opens (A03).
 */
check_in: HallTime, 
/**
 * Players sit down (A04).
 */
seating: HallTime, 
/**
 * The briefing begins (A05).
 */
briefing: HallTime, 
/**
 * Each round begins (A06).
 */
rounds: Array<HallTime>, 
/**
 * The last round ends, and scores are compiled (A07).
 */
counting: HallTime, 
/**
 * The scores are compiled.
 */
ends: HallTime, 
/**
 * When and where prizes are given; none is "to be announced" (A09).
 */
prize_giving?: string, };

/**
 * What the public sees.
 */
export type PublicView = { 
/**
 * The rounds that are published or started.
 */
rounds: Array<RoundView>, 
/**
 * The standings.
 */
standings: Array<StandingView>, 
/**
 * How many win (B10).
 */
cut: number, 
/**
 * What players are ranked by, the most important first.
 */
keys: Array<RankingKey>, 
/**
 * The play-offs, with the names that the public may know.
 */
play_offs?: Array<PlayOffView>, 
/**
 * The winners in the order of their ranks, once the final list stands.
 */
winners?: Array<PlayerNumber>, 
/**
 * Whether the winners have an order: all ties among them are decided (B10).
 */
ordered: boolean, 
/**
 * The edition that is played.
 */
edition: string, 
/**
 * What differs from it.
 */
rules: Record<string, string | number>, 
/**
 * The minutes of play in a round.
 */
play: number, 
/**
 * The seed of everything that was drawn, once nothing will be drawn any more; not while it tells codes that open names.
 */
seed?: Seed, 
/**
 * The title.
 */
title: string, 
/**
 * The day.
 */
date: CalendarDate, 
/**
 * The day of the week: 1 is Monday.
 */
weekday: number, 
/**
 * The venue (A02).
 */
venue?: string, 
/**
 * Where the tables stand in it.
 */
hall_map?: string, 
/**
 * What the organiser announces.
 */
notice?: string, 
/**
 * The timetable.
 */
agenda: Agenda, 
/**
 * Whether players may still check in.
 */
check_in_open: boolean, 
/**
 * The newest round that has started; 0 before the first.
 */
round: number, 
/**
 * When its play ends, without the credit of single tables.
 */
deadline?: HallTime, 
/**
 * The newest round whose seating is published or started; 0 before the first.
 */
published: number, 
/**
 * Whether all results of all rounds are in.
 */
complete: boolean, 
/**
 * Whether the tournament is postponed. The reason is for those who run it.
 */
postponed: boolean, 
/**
 * Whether the final list stands.
 */
finished: boolean, };

/**
 * What a player sees.
 */
export type PlayerView = { 
/**
 * The player's number.
 */
number: PlayerNumber, 
/**
 * The player's whole name.
 */
name: string, 
/**
 * The player's school.
 */
school?: string, 
/**
 * The player's status.
 */
status: Status, 
/**
 * The table in the newest round that is published or started.
 */
table?: Seat, 
/**
 * The table that the player moves to after this round, once that is decided.
 */
next_table?: number, 
/**
 * The player's own games.
 */
games: Array<OwnGame>, 
/**
 * The rounds that are published or started.
 */
rounds: Array<RoundView>, 
/**
 * The standings.
 */
standings: Array<StandingView>, 
/**
 * How many win (B10).
 */
cut: number, 
/**
 * What players are ranked by, the most important first.
 */
keys: Array<RankingKey>, 
/**
 * The play-offs, with the names that the public may know.
 */
play_offs?: Array<PlayOffView>, 
/**
 * The winners in the order of their ranks, once the final list stands.
 */
winners?: Array<PlayerNumber>, 
/**
 * Whether the winners have an order: all ties among them are decided (B10).
 */
ordered: boolean, 
/**
 * The edition that is played.
 */
edition: string, 
/**
 * What differs from it.
 */
rules: Record<string, string | number>, 
/**
 * The minutes of play in a round.
 */
play: number, 
/**
 * The seed of everything that was drawn, once nothing will be drawn any more; not while it tells codes that open names.
 */
seed?: Seed, 
/**
 * The title.
 */
title: string, 
/**
 * The day.
 */
date: CalendarDate, 
/**
 * The day of the week: 1 is Monday.
 */
weekday: number, 
/**
 * The venue (A02).
 */
venue?: string, 
/**
 * Where the tables stand in it.
 */
hall_map?: string, 
/**
 * What the organiser announces.
 */
notice?: string, 
/**
 * The timetable.
 */
agenda: Agenda, 
/**
 * Whether players may still check in.
 */
check_in_open: boolean, 
/**
 * The newest round that has started; 0 before the first.
 */
round: number, 
/**
 * When its play ends, without the credit of single tables.
 */
deadline?: HallTime, 
/**
 * The newest round whose seating is published or started; 0 before the first.
 */
published: number, 
/**
 * Whether all results of all rounds are in.
 */
complete: boolean, 
/**
 * Whether the tournament is postponed. The reason is for those who run it.
 */
postponed: boolean, 
/**
 * Whether the final list stands.
 */
finished: boolean, };

/**
 * What the staff sees (A17).
 */
export type StaffView = { 
/**
 * The rounds that are published or started, with whole names.
 */
rounds: Array<RoundView>, 
/**
 * Tables that stand still, with the time since when.
 */
paused: Array<PausedView>, 
/**
 * Tables whose scores are recorded and whose players still sit: to be dismissed in this order.
 */
to_dismiss: Array<Seat>, 
/**
 * The title.
 */
title: string, 
/**
 * The day.
 */
date: CalendarDate, 
/**
 * The day of the week: 1 is Monday.
 */
weekday: number, 
/**
 * The venue (A02).
 */
venue?: string, 
/**
 * Where the tables stand in it.
 */
hall_map?: string, 
/**
 * What the organiser announces.
 */
notice?: string, 
/**
 * The timetable.
 */
agenda: Agenda, 
/**
 * Whether players may still check in.
 */
check_in_open: boolean, 
/**
 * The newest round that has started; 0 before the first.
 */
round: number, 
/**
 * When its play ends, without the credit of single tables.
 */
deadline?: HallTime, 
/**
 * The newest round whose seating is published or started; 0 before the first.
 */
published: number, 
/**
 * Whether all results of all rounds are in.
 */
complete: boolean, 
/**
 * Whether the tournament is postponed. The reason is for those who run it.
 */
postponed: boolean, 
/**
 * Whether the final list stands.
 */
finished: boolean, };

/**
 * What a judge sees of the own table (A11).
 */
export type JudgeView = { 
/**
 * The table.
 */
table: number, 
/**
 * The game that is on, or the last one of the round.
 */
game_on?: GameId, 
/**
 * The state of that round: `published` or `started`.
 */
round_state?: "published" | "started", 
/**
 * The figures of the rules.
 */
rules: RulesView, 
/**
 * The device that has this screen (A11).
 */
device?: string, 
/**
 * The judge's name.
 */
judge?: string, 
/**
 * The newest round that is published or started at this table.
 */
seating?: TableView, 
/**
 * The players' offences so far: they travel with the player (G09, X18).
 */
players: Array<PlayerLine>, 
/**
 * The games of that round.
 */
games: Array<GameView>, 
/**
 * Incidents at this table in that round.
 */
incidents: Array<Incident>, 
/**
 * Whether a call for the head judge is open.
 */
called: boolean, 
/**
 * When the oldest of them was made, if that was said.
 */
called_at?: HallTime, 
/**
 * Whether the result waits for the head judge, under protest or with a second one beside it (G17).
 */
contested: boolean, 
/**
 * The draws that wait for tiles.
 */
draws: Array<DrawView>, 
/**
 * The play-offs, with the names that the public may know.
 */
play_offs?: Array<PlayOffView>, 
/**
 * Who moves to which table.
 */
moves: { [key in PlayerNumber]: number }, 
/**
 * Who has to draw for moving on.
 */
to_draw: Array<PlayerNumber>, 
/**
 * The title.
 */
title: string, 
/**
 * The day.
 */
date: CalendarDate, 
/**
 * The day of the week: 1 is Monday.
 */
weekday: number, 
/**
 * The venue (A02).
 */
venue?: string, 
/**
 * Where the tables stand in it.
 */
hall_map?: string, 
/**
 * What the organiser announces.
 */
notice?: string, 
/**
 * The timetable.
 */
agenda: Agenda, 
/**
 * Whether players may still check in.
 */
check_in_open: boolean, 
/**
 * The newest round that has started; 0 before the first.
 */
round: number, 
/**
 * When its play ends, without the credit of single tables.
 */
deadline?: HallTime, 
/**
 * The newest round whose seating is published or started; 0 before the first.
 */
published: number, 
/**
 * Whether all results of all rounds are in.
 */
complete: boolean, 
/**
 * Whether the tournament is postponed. The reason is for those who run it.
 */
postponed: boolean, 
/**
 * Whether the final list stands.
 */
finished: boolean, };

/**
 * What the organiser and the head judge see.
 */
export type DirectorView = { 
/**
 * The reason of a postponement.
 */
postponed_because?: string, 
/**
 * The settings.
 */
settings: Settings, 
/**
 * The figures of the rules.
 */
rules: RulesView, 
/**
 * The seed of everything that is drawn.
 */
seed: Seed, 
/**
 * All rounds, also those only proposed, with whole names.
 */
rounds: Array<RoundView>, 
/**
 * The standings, with whole names.
 */
standings: Array<StandingView>, 
/**
 * How many win (B10).
 */
cut: number, 
/**
 * The games of all tables of rounds that have started.
 */
games: Array<TableGames>, 
/**
 * Everybody who was entered.
 */
players: Array<PlayerLine>, 
/**
 * Names on the waiting list.
 */
waiting: Array<string>, 
/**
 * Tables of the newest round without a result.
 */
missing: Array<number>, 
/**
 * Tables of that round with an open draw.
 */
draws: Array<number>, 
/**
 * The draws of that round that wait for tiles.
 */
to_draw: Array<DrawView>, 
/**
 * Ties that need deciding and are not decided (B11).
 */
ties: Array<Tie>, 
/**
 * The play-offs with their tables and results.
 */
play_offs: Array<PlayOffView>, 
/**
 * The winners in the order of their ranks, once the final list stands.
 */
winners: Array<PlayerNumber>, 
/**
 * The devices that have the judges' screens, by table (A11).
 */
devices: { [key in number]: string }, 
/**
 * The addresses that were printed in QR codes, each once.
 */
printed: Array<string>, 
/**
 * The newest entries of the log that can be taken back, the newest first.
 */
undoable: Array<Undoable>, 
/**
 * The judges of that round, by table, or of the first one.
 */
judges: { [key in number]: string }, 
/**
 * Tables without a judge (A16).
 */
without_judge: Array<number>, 
/**
 * The staff.
 */
staff: Array<StaffMember>, 
/**
 * Cases for the head judge.
 */
cases: Array<CaseView>, 
/**
 * Calls that wait for the head judge, with the time of the call.
 */
calls: Array<CallView>, 
/**
 * All incidents.
 */
incidents: Array<Incident>, 
/**
 * Tables that stand still.
 */
paused: Array<PausedView>, 
/**
 * Tables to be dismissed.
 */
to_dismiss: Array<Seat>, 
/**
 * The title.
 */
title: string, 
/**
 * The day.
 */
date: CalendarDate, 
/**
 * The day of the week: 1 is Monday.
 */
weekday: number, 
/**
 * The venue (A02).
 */
venue?: string, 
/**
 * Where the tables stand in it.
 */
hall_map?: string, 
/**
 * What the organiser announces.
 */
notice?: string, 
/**
 * The timetable.
 */
agenda: Agenda, 
/**
 * Whether players may still check in.
 */
check_in_open: boolean, 
/**
 * The newest round that has started; 0 before the first.
 */
round: number, 
/**
 * When its play ends, without the credit of single tables.
 */
deadline?: HallTime, 
/**
 * The newest round whose seating is published or started; 0 before the first.
 */
published: number, 
/**
 * Whether all results of all rounds are in.
 */
complete: boolean, 
/**
 * Whether the tournament is postponed. The reason is for those who run it.
 */
postponed: boolean, 
/**
 * Whether the final list stands.
 */
finished: boolean, };

/**
 * A player at a table.
 */
export type SeatView = { 
/**
 * The number.
 */
number: PlayerNumber, 
/**
 * The name that the viewer may know; none is the number alone.
 */
name?: string, };

/**
 * A round.
 */
export type RoundView = { 
/**
 * The round.
 */
round: number, 
/**
 * `proposed`, `published`, `started` or `stale`.
 */
state: "proposed" | "published" | "started" | "stale", 
/**
 * Its tables.
 */
tables: Array<TableView>, 
/**
 * Who moves to which table, as far as it is decided and nobody has moved.
 */
moves: { [key in PlayerNumber]: number }, };

/**
 * A table of a round.
 */
export type TableView = { 
/**
 * The table.
 */
table: number, 
/**
 * Who sits there, clockwise.
 */
players: Array<SeatView>, 
/**
 * The numbers of those who were seated there, from seat A on: a seat keeps its letter when somebody leaves.
 */
seats: Array<PlayerNumber>, 
/**
 * How far it is.
 */
state?: TableState, 
/**
 * The same for the board, where what needs a person stands out.
 */
status?: TableStatus, 
/**
 * Since when it is in that state, if the times were said.
 */
since?: HallTime, 
/**
 * Whether it is played at the server.
 */
online?: boolean, 
/**
 * When its play ends, with the credit of its pauses.
 */
deadline?: HallTime, };

/**
 * How far a table is.
 */
export type TableState = "seated" | "playing" | "paused" | "finished" | "recorded" | "released";

/**
 * How far a table is, for the board.
 */
export type TableStatus = "waiting" | "playing" | "paused" | "counting" | "final" | "flagged";

/**
 * The figures of the rules, for the screens of a table.
 */
export type RulesView = { 
/**
 * The edition that is played.
 */
edition: string, 
/**
 * The seconds of a turn; none without a limit (E01).
 */
turn_seconds?: number, 
/**
 * The minutes of play in a round (A06).
 */
play: number, 
/**
 * How many games a table plays in this round (X04).
 */
games_per_round: number, 
/**
 * What an opening needs (D02).
 */
opening_points: number, 
/**
 * What a joker left on a rack counts.
 */
joker_left: number, 
/**
 * How many of each number tile the box has.
 */
copies: number, 
/**
 * How many jokers it has.
 */
jokers: number, 
/**
 * What a rack counts that never opened.
 */
unopened: UnopenedView, 
/**
 * Whether a player with three pairs may ask for a new deal (C07).
 */
new_deal: boolean, 
/**
 * What a joker is worth when players draw a tile (C02).
 */
drawn_joker: DrawnJoker, 
/**
 * What happens when time is up (E09).
 */
time_up: TimeUp, 
/**
 * How often a player is warned before an offence becomes a case (G09).
 */
warnings: number, 
/**
 * Tiles drawn for a turn that took too long: without and with a move that has to be taken back (E04, E05).
 */
timeout_draws: [number, number], 
/**
 * The reasons for a warning that need only be named, with their points of the code of conduct.
 */
reasons: Array<ReasonView>, };

/**
 * What a rack counts that never opened (F03 to F07).
 */
export type UnopenedView = { 
/**
 * Whether it counts 100, or 200 if it could have opened, instead of its sum.
 */
fixed: boolean, 
/**
 * Whether that also holds when the pool is empty and nobody is out.
 */
always: boolean, 
/**
 * Whether the tiles that were drawn in the last turn are left out of the question (N23).
 */
before_last_turn: boolean, };

/**
 * A reason for a warning.
 */
export type ReasonView = { 
/**
 * Its name, which may stand in `why`.
 */
why: Reason, 
/**
 * The point of the code of conduct (G18).
 */
point: number, };

/**
 * A draw in which somebody has to draw a tile now.
 */
export type DrawView = { "for": "start", 
/**
 * Those who draw now.
 */
numbers: Array<PlayerNumber>, 
/**
 * How many places they draw for.
 */
places: number, 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game of the round.
 */
game: number, } | { "for": "move", 
/**
 * Those who draw now.
 */
numbers: Array<PlayerNumber>, 
/**
 * How many places they draw for.
 */
places: number, 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, };

/**
 * A play-off (B11).
 */
export type PlayOffView = { 
/**
 * The rank that its players share, which names it.
 */
rank: number, 
/**
 * Its players.
 */
players: Array<SeatView>, 
/**
 * Its tables, from table 1.
 */
tables: Array<PlayOffTable>, 
/**
 * Those who draw a tile now.
 */
to_draw?: Array<PlayerNumber>, 
/**
 * How many places they draw for.
 */
places?: number, 
/**
 * The rank of each player, once it is decided.
 */
ranks?: { [key in PlayerNumber]: number }, };

/**
 * A table of a play-off.
 */
export type PlayOffTable = { 
/**
 * The table of the play-off.
 */
table: number, 
/**
 * Its players.
 */
players: Array<PlayerNumber>, 
/**
 * The scores, once it has a result.
 */
scores?: { [key in PlayerNumber]: string }, 
/**
 * The racks, for those who may see them.
 */
racks?: Array<ScoredRack>, };

/**
 * An entry that can be taken back.
 */
export type Undoable = { 
/**
 * Its place in the log.
 */
seq: number, 
/**
 * The role that gave the command.
 */
by: Role, 
/**
 * The time, if it was said.
 */
at?: HallTime, 
/**
 * The command as it was given.
 */
command: Request, };

/**
 * A line of the standings for everybody.
 */
export type StandingView = { 
/**
 * The rank; none for whoever is not ranked, for whatever reason.
 */
rank: number | null, 
/**
 * Games won.
 */
wins: Points, 
/**
 * The average score.
 */
average: string, 
/**
 * The sum of all scores.
 */
total: Points, 
/**
 * Games played.
 */
games: number, 
/**
 * Whether a result of the player is under protest (G17).
 */
provisional: boolean, 
/**
 * Whether the rank is a winning one (B10).
 */
wins_a_place: boolean, 
/**
 * The round after which the player did not go on (X20).
 */
out_after?: number, 
/**
 * Whether the player is one of the house (B13).
 */
house?: boolean, 
/**
 * The number.
 */
number: PlayerNumber, 
/**
 * The name that the viewer may know; none is the number alone.
 */
name?: string, };

/**
 * A game of the viewer's own.
 */
export type OwnGame = { 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game of the round.
 */
game: number, 
/**
 * The way it ended.
 */
ended: Ended, 
/**
 * The scores of all who played it.
 */
scores: { [key in PlayerNumber]: string }, 
/**
 * The viewer's own rack, with the verdict on it.
 */
rack: ScoredRack, };

/**
 * A table that stands still.
 */
export type PausedView = { 
/**
 * Since when.
 */
since: HallTime, 
/**
 * Players who are being accompanied.
 */
escorted: Array<PlayerNumber>, 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, };

/**
 * A player, for those who watch over the players.
 */
export type PlayerLine = { 
/**
 * The number.
 */
number: PlayerNumber, 
/**
 * The whole name.
 */
name: string, 
/**
 * The school.
 */
school?: string, 
/**
 * The status.
 */
status: Status, 
/**
 * Warnings so far (G09).
 */
warnings: number, 
/**
 * The offences, in order.
 */
offences: Array<Offence>, 
/**
 * How the public sees the player (X21).
 */
publicity: Publicity, 
/**
 * Whether the player is one of the house (B13).
 */
house?: boolean, };

/**
 * A game, for its judge.
 */
export type GameView = { 
/**
 * The game of the round.
 */
game: number, 
/**
 * The players clockwise from the starter on, once the starter is known (C03).
 */
order?: Array<PlayerNumber>, 
/**
 * The steps so far (C10).
 */
steps: Array<StepTaken>, 
/**
 * The next step, while there is no result.
 */
next_step?: Step, 
/**
 * The way it ended, once there is a result.
 */
ended?: Ended, 
/**
 * Those who asked for a new deal (C08).
 */
redeals: Array<PlayerNumber>, 
/**
 * Whether it was annulled.
 */
annulled: boolean, 
/**
 * The racks with their scores, once there is a result.
 */
racks?: Array<ScoredRack>, 
/**
 * What people should look at.
 */
flags: Array<Flag>, 
/**
 * Those who have not agreed with the result (X17).
 */
unsigned: Array<PlayerNumber>, };

/**
 * The games of a table.
 */
export type TableGames = { 
/**
 * Its games.
 */
games: Array<GameView>, 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, };

/**
 * A case, for those who decide on it.
 */
export type CaseView = { 
/**
 * The case, from 1.
 */
case: number, 
/**
 * The decision, once there is one.
 */
decision?: Decision, 
/**
 * The name of the player whom it is about, if the number is somebody else's now.
 */
former?: string, } & ({ "kind": "conduct", 
/**
 * The player.
 */
number: PlayerNumber, } | { "kind": "cheating", 
/**
 * The player.
 */
number: PlayerNumber, 
/**
 * A description of the aid.
 */
why: string, } | { "kind": "protest", 
/**
 * The objection.
 */
why: string, 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, } | { "kind": "conflict", 
/**
 * The game of the round.
 */
game: number, 
/**
 * The result that is not stored, as the command that would have entered it.
 */
result: { do: "result" } & ResultCommand, 
/**
 * The device that it came from.
 */
device?: string, 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, });

/**
 * What a case is about.
 */
export type CaseSubject = { "kind": "conduct", 
/**
 * The player.
 */
number: PlayerNumber, } | { "kind": "cheating", 
/**
 * The player.
 */
number: PlayerNumber, 
/**
 * A description of the aid.
 */
why: string, } | { "kind": "protest", 
/**
 * The objection.
 */
why: string, 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, } | { "kind": "conflict", 
/**
 * The game of the round.
 */
game: number, 
/**
 * The result that is not stored, as the command that would have entered it.
 */
result: { do: "result" } & ResultCommand, 
/**
 * The device that it came from.
 */
device?: string, 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, };

/**
 * A call that waits for the head judge (G08).
 */
export type CallView = { 
/**
 * The call, from 1.
 */
call: number, 
/**
 * When it called, if that was said.
 */
at?: HallTime, 
/**
 * The question, if it was said.
 */
why?: string, 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, };

/**
 * Players with equal wins and averages.
 */
export type Tie = { 
/**
 * The rank they share.
 */
rank: number, 
/**
 * The players, in the order of their numbers.
 */
numbers: Array<PlayerNumber>, };

/**
 * An offence of a player's (G09).
 */
export type Offence = { 
/**
 * The player.
 */
number: PlayerNumber, 
/**
 * The table at which it happened.
 */
seat?: Seat, 
/**
 * The offence, in the judge's words.
 */
why: string, };

/**
 * A game as it was scored.
 */
export type GameResult = { 
/**
 * The way it ended.
 */
ended: Ended, 
/**
 * The racks with their scores, in the order of the players' numbers.
 */
racks: Array<ScoredRack>, };

/**
 * A rack as it was written down, and what it was worth.
 */
export type ScoredRack = { 
/**
 * The player's number.
 */
number: PlayerNumber, 
/**
 * What was left on it, if that was written down.
 */
tiles?: string, 
/**
 * What that adds up to, if it is known.
 */
sum?: number, 
/**
 * Whether the player had opened.
 */
opened: boolean, 
/**
 * Whether the rack was pushed over on purpose (F12).
 */
pushed?: boolean, 
/**
 * Whether it could have opened, where that counts (F04, F05).
 */
verdict?: Verdict, 
/**
 * The score of the game.
 */
score: string, 
/**
 * The wins that the game counts as: 1, 0 or a share (B08).
 */
wins: string, 
/**
 * Whether the player won it, alone or with others.
 */
winner: boolean, };

/**
 * Whether an unopened rack could have opened (F05, F07).
 */
export type Verdict = { 
/**
 * Whether it could.
 */
could: boolean, 
/**
 * What the sets found are worth; none if it could not, or the judge decided without the tiles.
 */
points?: number, 
/**
 * Sets that would have opened, as proof.
 */
sets?: Array<string>, };

/**
 * Something about a result that people should look at.
 */
export type Flag = "short" | "unopened-winner";

/**
 * A step that a game has taken.
 */
export type StepTaken = { 
/**
 * The step.
 */
step: Step, 
/**
 * When it was taken, if that was said.
 */
at?: HallTime, };

/**
 * The steps of a game, in their order (C04 to C06, C10, G15).
 */
export type Step = "shuffle" | "stack" | "take" | "arrange" | "play" | "end";

/**
 * Something that happened at a table or elsewhere in the hall.
 */
export type Incident = { 
/**
 * When it happened, if that was said.
 */
at?: HallTime, 
/**
 * The table; none if it happened elsewhere.
 */
seat?: Seat, 
/**
 * The game of the round, where that matters.
 */
game?: number, 
/**
 * The judge's own words.
 */
note?: string, 
/**
 * The kind of incident, with its players.
 */
what: IncidentKind, };

/**
 * The kinds of incidents.
 */
export type IncidentKind = { "kind": "exposed-tile", 
/**
 * The player whose tile it was, and who may take another one.
 */
number: PlayerNumber, 
/**
 * Who turned it over; it is not punished.
 */
turned_by?: PlayerNumber, 
/**
 * Whether the player took another tile.
 */
swapped: boolean, } | { "kind": "touched-pool", 
/**
 * The player.
 */
number: PlayerNumber, } | { "kind": "pool-knocked-over", 
/**
 * The player who knocked them over, if that is known.
 */
number?: PlayerNumber, } | { "kind": "not-announced", 
/**
 * The player.
 */
number: PlayerNumber, } | { "kind": "timeout", 
/**
 * The player.
 */
number: PlayerNumber, 
/**
 * Whether anything had been played or moved.
 */
moved: boolean, 
/**
 * Table tiles that even the judge could not put back.
 */
unrestorable: number, 
/**
 * Tiles in the pool before, if anybody counted them.
 */
pool?: number, } | { "kind": "restore-helped", 
/**
 * The player whose play it was.
 */
number: PlayerNumber, } | { "kind": "acted-too-soon", 
/**
 * Who acted too soon.
 */
number: PlayerNumber, 
/**
 * Whose turn it was.
 */
turn_of: PlayerNumber, 
/**
 * The seconds of that turn that had passed.
 */
used: number, } | { "kind": "medical", 
/**
 * The player.
 */
number?: PlayerNumber, } | { "kind": "aid-found", 
/**
 * The player.
 */
number: PlayerNumber, } | { "kind": "other", 
/**
 * The player, if it concerns one.
 */
number?: PlayerNumber, };

/**
 * What follows from an incident at once, by the rules of the game.
 */
export type Consequence = { 
/**
 * Tiles that the player draws.
 */
draws?: number, 
/**
 * Tiles in the pool afterwards, if it was counted before.
 */
pool?: number, 
/**
 * Seconds that the interrupted turn has left (E11).
 */
left?: number, 
/**
 * Seconds of the turn after that (E11).
 */
next?: number, };

/**
 * An offence against the code of conduct. Its name may stand in `why` of a warning.
 */
export type Reason = "noise" | "food" | "belongings" | "left-seat" | "instructions" | "spoke-out" | "left-early";

/**
 * What was said about the place and the day after the settings were chosen. It takes their place.
 */
export type Details = { 
/**
 * The venue (A02).
 */
venue?: string, 
/**
 * Where the tables stand in it.
 */
hall_map?: string, 
/**
 * When and where prizes are given; none is "to be announced" (A09).
 */
prize_giving?: string, 
/**
 * What the organiser announces, on the wall and on the pages of players (A13).
 */
notice?: string, 
/**
 * When players sit down.
 */
seating?: HallTime, 
/**
 * When the briefing begins.
 */
briefing?: HallTime, 
/**
 * Minutes to compile the scores.
 */
counting?: number, };

/**
 * Somebody who helps besides the judges (A17).
 */
export type StaffMember = { 
/**
 * The name.
 */
name: string, 
/**
 * What they look after.
 */
task?: string, };

/**
 * The judge of a table.
 */
export type JudgeAt = { 
/**
 * The table.
 */
table: number, 
/**
 * The judge's name; none if the table has no judge any more.
 */
name?: string, };

/**
 * Statistics of all players and schools. Play-offs are not counted: they change no wins and no points.
 */
export type Statistics = { 
/**
 * Everybody who has been present, by number.
 */
players: Array<PlayerStatistics>, 
/**
 * Every school with a player who has been present, by name.
 */
schools: Array<SchoolStatistics>, };

/**
 * What a player has done.
 */
export type PlayerStatistics = { 
/**
 * The player.
 */
number: PlayerNumber, 
/**
 * Games played.
 */
games: number, 
/**
 * Games won (B08).
 */
wins: string, 
/**
 * The sum of all scores.
 */
total: string, 
/**
 * The average score of a game.
 */
average: string, 
/**
 * The best score of a game.
 */
best: string | null, 
/**
 * The worst score of a game.
 */
worst: string | null, 
/**
 * Games that the player ended by emptying the rack.
 */
went_out: number, 
/**
 * Games in which the player opened.
 */
opened: number, 
/**
 * Games in which the player did not open.
 */
unopened: number, 
/**
 * Racks pushed over on purpose (F12).
 */
pushed: number, 
/**
 * Games at tables of fewer than four (B14).
 */
short_tables: number, 
/**
 * Other players met.
 */
opponents: number, 
/**
 * Meetings with somebody met in an earlier round (X14).
 */
repeats: number, 
/**
 * The rating after all games; all begin with 1500 points.
 */
rating: number, };

/**
 * What the players of a school have done together.
 */
export type SchoolStatistics = { 
/**
 * The school.
 */
school: string, 
/**
 * Its players who have been present.
 */
players: number, 
/**
 * Their games.
 */
games: number, 
/**
 * Their wins.
 */
wins: string, 
/**
 * The sum of their scores.
 */
total: string, 
/**
 * Their average score of a game.
 */
average: string, 
/**
 * The best rank of one of them.
 */
best_rank: number | null, };

/**
 * What a player can still reach.
 */
export type Chance = { 
/**
 * The player.
 */
number: PlayerNumber, 
/**
 * Games that the player has left.
 */
games_left: number, 
/**
 * Whether the player can still be among the winners.
 */
possible: boolean, 
/**
 * Whether the player will be, whatever happens.
 */
certain: boolean, };

/**
 * Everything that can be chosen for a tournament.
 */
export type Settings = { 
/**
 * How many numbers there are (A10).
 */
capacity: number, 
/**
 * How many rounds (B02).
 */
rounds: number, 
/**
 * How many games a table plays in a round (X04).
 */
games_per_round: number, 
/**
 * How players are seated.
 */
format: Format, 
/**
 * How many of a table move on in the ring (B03).
 */
move: number, 
/**
 * How many winners the event has (B10).
 */
winners: number, 
/**
 * Which ties need deciding.
 */
play_off: PlayOffs, 
/**
 * The edition of the number game that is played.
 */
edition: string, 
/**
 * What differs from the edition.
 */
rules: Record<string, string | number>, 
/**
 * What the seat of somebody absent becomes.
 */
absent: Absent, 
/**
 * What a game is worth to several winners of it.
 */
co_winners: CoWinners, 
/**
 * When check-in opens (A03).
 */
check_in: HallTime, 
/**
 * When the first round starts (A06).
 */
start: HallTime, 
/**
 * The minutes from the start of a round to the start of the next.
 */
slot: number, 
/**
 * The minutes of play in a round.
 */
play: number, 
/**
 * The stages; none if all rounds belong together (X20).
 */
stages: Array<Stage>, 
/**
 * The dates of a league.
 */
league: League | null, 
/**
 * The distance in the standings between players of a table, for the format `interval`.
 */
interval: number, 
/**
 * What players are ranked by, the most important first (B08, B09, X05).
 */
keys: Array<RankingKey>, 
/**
 * Points for each win on top of the scores.
 */
win_bonus: number, 
/**
 * What a game of three counts (B14).
 */
normalise: Normalise, 
/**
 * What happens at a table whose time is up (E09, X03).
 */
time_up: TimeUp, 
/**
 * Whether somebody who never opened can win (F11).
 */
unopened_wins: UnopenedWins, 
/**
 * Who gets the penalty for a rack that was pushed over (F12).
 */
pushed_rack: PushedRack, 
/**
 * How many new deals a player may ask for in a game; none without a limit (C08).
 */
redeals: number | null, 
/**
 * Where players stand who left before the end (G13).
 */
forfeits: Forfeits, 
/**
 * Whether players of the house are ranked (B13).
 */
substitutes: Substitutes, 
/**
 * How often a player is warned before an offence becomes a case (G09).
 */
warnings: number, 
/**
 * What a joker is worth when players draw a tile (C02).
 */
drawn_joker: DrawnJoker, 
/**
 * How many players of a school count for it.
 */
team_best: number, 
/**
 * The prizes, from the first place on.
 */
prizes: Array<string>, 
/**
 * When players take their seats (A04).
 */
assembly: HallTime, 
/**
 * When the briefing begins (A05).
 */
briefing: HallTime, 
/**
 * The minutes for counting after the last round (A07).
 */
counting: number, 
/**
 * When prizes are given; none while it is to be announced (A09).
 */
prize_giving: string | null, 
/**
 * The hall (A02).
 */
venue: string, 
/**
 * The language of prints (A01, A15).
 */
locale: Locale, };

/**
 * A part of the tournament with its own rounds, after which some players go on.
 */
export type Stage = { 
/**
 * How many rounds it has.
 */
rounds: number, 
/**
 * How many games a table plays in a round; the tournament's `games_per_round` if left out.
 */
games_per_round?: number, 
/**
 * How players are seated; the tournament's `format` if left out.
 */
format?: Format, 
/**
 * How many of a table move on; the tournament's `move` if left out.
 */
move?: number, 
/**
 * Who goes on to the next stage; none in the last one.
 */
advance?: Advance, 
/**
 * What results of the stage before count in this one.
 */
carry_over: CarryOver, };

/**
 * Who goes on to the next stage.
 */
export type Advance = { "best": number } | { "per_table": number };

/**
 * What results of a stage count in the next (X20).
 */
export type CarryOver = "none" | "half" | "all";

/**
 * Several dates, of which only the best count for each player.
 */
export type League = { 
/**
 * How many dates there are.
 */
dates: number, 
/**
 * How many rounds are played on each.
 */
rounds: number, 
/**
 * How many dates count for each player.
 */
best: number, };

/**
 * How players are seated from round to round.
 */
export type Format = "ring" | "no-repeat" | "random" | "swiss" | "interval" | "places" | "knock-out";

/**
 * Which ties need deciding (B10, B11).
 */
export type PlayOffs = "cut" | "ranks";

/**
 * What the seat of somebody absent becomes in the first round of the ring (B13).
 */
export type Absent = "hole" | "close";

/**
 * What a game is worth to several winners of it (B08, X07).
 */
export type CoWinners = "one" | "share";

/**
 * What players are ranked by; more of it is better.
 */
export type RankingKey = "wins" | "average" | "total" | "best-game" | "won-total" | "least-lost";

/**
 * What a game of three counts beside games of four (B14).
 */
export type Normalise = "none" | "four-thirds";

/**
 * What happens at a table whose time is up (E09, X03).
 */
export type TimeUp = "finish-circuit" | "play-on";

/**
 * Whether somebody who never opened can win a game that nobody finished (F11).
 */
export type UnopenedWins = "allowed" | "never";

/**
 * Who gets the penalty for a rack that was pushed over (F12).
 */
export type PushedRack = "to-winner" | "to-nobody";

/**
 * Where players stand who left before the end (G13).
 */
export type Forfeits = "unranked" | "last";

/**
 * Whether players of the house, who fill empty seats, have a rank (B13).
 */
export type Substitutes = "unranked" | "ranked";

/**
 * What a joker is worth when players draw a tile for the start or for a place (C02).
 */
export type DrawnJoker = "again" | "highest";

/**
 * The language of prints and dates, unless another is asked for (A01, A15).
 */
export type Locale = "zh-Hant" | "zh-Hans" | "pt-PT" | "en";

/**
 * What can be asked of an event. Numbers of rounds, tables and players are unchecked: whether
 * they exist is checked when the command is decided.
 */
export type Command = { "do": "new", 
/**
 * The preset it starts from.
 */
preset?: string, 
/**
 * Its title.
 */
title: string, 
/**
 * Its day.
 */
date: CalendarDate, 
/**
 * What differs from the preset.
 */
set?: Record<string, unknown>, 
/**
 * The seed of everything random; if it is left out, the caller generates one.
 */
seed?: Seed, 
/**
 * What printed codes follow from; if it is left out, the seed, which everybody is told after the end.
 */
code_seed?: Seed, } | { "do": "add", 
/**
 * The people to enter.
 */
players: Array<Person>, } | { "do": "numbers", 
/**
 * The order in which they are assigned.
 */
how: Numbering, } | { "do": "check-in", 
/**
 * The players who have come.
 */
numbers: Numbers, } | { "do": "briefing", } | { "do": "admit", 
/**
 * The player.
 */
number: number, } | { "do": "enter-late", 
/**
 * A barred player.
 */
number?: number, 
/**
 * Somebody who was not entered.
 */
player?: Person, } | { "do": "re-enter", 
/**
 * The player.
 */
number: number, } | { "do": "substitute", 
/**
 * Name and school.
 */
player: Person, } | { "do": "sit-out", 
/**
 * The date, from 1.
 */
date: number, 
/**
 * The players.
 */
numbers: Array<number>, } | { "do": "withdraw", 
/**
 * The player.
 */
number: number, } | { "do": "seat", 
/**
 * The round.
 */
round: number, 
/**
 * The organiser's own seating.
 */
tables?: Array<Array<number>>, } | { "do": "publish", 
/**
 * The round.
 */
round: number, } | { "do": "start", 
/**
 * The round.
 */
round: number, } | { "do": "draw" } & DrawCommand | { "do": "redeal", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game of the round; the first if left out.
 */
game?: number, 
/**
 * The player who asks for it.
 */
number: number, 
/**
 * The tiles that were dealt to that player.
 */
tiles: string, } | { "do": "pause", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, } | { "do": "resume", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, } | { "do": "result" } & ResultCommand | { "do": "correct" } & ResultCommand | { "do": "annul", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game of the round; the first if left out.
 */
game?: number, } | { "do": "protest", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, } | { "do": "warn", 
/**
 * The player.
 */
number: number, 
/**
 * The round in which it was given; left out: the newest that has started.
 */
round?: number, } | { "do": "rule", 
/**
 * The case; left out for a disqualification without one.
 */
case?: number, 
/**
 * The player, where there is no case.
 */
number?: number, 
/**
 * The decision.
 */
decision: Decision, } | { "do": "play-off", 
/**
 * The rank of the tie that is decided by a ruling.
 */
rank?: number, 
/**
 * Its players, the best first.
 */
order?: Array<number>, } | { "do": "finish", } | { "do": "printed", 
/**
 * The kinds of sheets, such as `cards`.
 */
what: Array<string>, 
/**
 * The address in their QR codes.
 */
address: Address, };

/**
 * The order in which player numbers are assigned (B01).
 */
export type Numbering = "order" | "draw" | "spread";

/**
 * Players by their numbers, or all who have entered and not checked in yet.
 */
export type Numbers = Array<number> | All;

/**
 * The word `all`, as a type of its own because [`Numbers`] is untagged.
 */
export type All = "all";

/**
 * A draw for places at the next table, for the start of a game, or in a play-off.
 */
export type DrawCommand = { 
/**
 * `start` if players draw for who begins a game (C01); left out for all other draws.
 */
for?: DrawPurpose, 
/**
 * The round.
 */
round?: number, 
/**
 * The table.
 */
table?: number, 
/**
 * The game of the round; the first if left out.
 */
game?: number, 
/**
 * The play-off, by its rank.
 */
play_off?: number, 
/**
 * The tile that each player drew, by the player's number; if left out, the program draws.
 */
tiles?: { [key in string]: string }, };

/**
 * The purpose of a draw that is not for places.
 */
export type DrawPurpose = "start";

/**
 * The result of a game of a round, or of a play-off.
 */
export type ResultCommand = { 
/**
 * The round.
 */
round?: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game of the round; the first if left out.
 */
game?: number, 
/**
 * The play-off, by its rank.
 */
play_off?: number, 
/**
 * How the game ended.
 */
ended: Ended, 
/**
 * What each player has left.
 */
racks: Array<RackEntry>, };

/**
 * How a game ended.
 */
export type Ended = "out" | "pool" | "time";

/**
 * A rack as a judge writes it down.
 */
export type RackEntry = { 
/**
 * The player's number.
 */
number: number, 
/**
 * The tiles left on the rack.
 */
tiles?: string, 
/**
 * The sum of the tiles left on the rack.
 */
sum?: number, 
/**
 * Whether the player has opened.
 */
opened?: boolean, 
/**
 * The tiles of an unopened rack that were drawn in the last turn (N23).
 */
last_drawn?: string, 
/**
 * The judge's own verdict on whether an unopened rack could have opened.
 */
could?: boolean, 
/**
 * Whether the rack was pushed over on purpose (F12).
 */
pushed?: boolean, };

/**
 * What the head judge decides on a case.
 */
export type Decision = "dismiss" | "disqualify" | "uphold";

/**
 * A command about the hall.
 */
export type HallCommand = { "do": "details" } & DetailsChange | { "do": "judges", 
/**
 * The tables with their judges.
 */
judges: Array<JudgeAt>, 
/**
 * The first round in which this holds; left out: the first that these tables have not finished.
 */
round?: number, } | { "do": "staff", 
/**
 * Everybody.
 */
staff: Array<StaffMember>, } | { "do": "claim", 
/**
 * The table.
 */
table: number, 
/**
 * What the device calls itself.
 */
device: string, 
/**
 * Whether another device loses the table by this.
 */
take_over?: boolean, } | { "do": "show", 
/**
 * The player.
 */
number: PlayerNumber, 
/**
 * How much of the name is shown.
 */
as?: Publicity, 
/**
 * A name to be shown in its place.
 */
public_name?: string, } | { "do": "step", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game of the round; the first if left out.
 */
game?: number, 
/**
 * The step.
 */
step: Step, } | { "do": "incident" } & IncidentCommand | { "do": "sign", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game of the round; the first if left out.
 */
game?: number, 
/**
 * Those who agree.
 */
numbers: Array<PlayerNumber>, } | { "do": "call", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, } | { "do": "answer-call", 
/**
 * The call, from 1.
 */
call: number, } | { "do": "escort", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The player.
 */
number: PlayerNumber, 
/**
 * Who accompanies the player.
 */
name?: string, } | { "do": "dismiss", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, } | { "do": "postpone", } | { "do": "continue", 
/**
 * The new day, if it is another one.
 */
date?: CalendarDate, } | { "do": "annul-round", 
/**
 * The round.
 */
round: number, } | { "do": "undo", 
/**
 * The entry.
 */
seq: number, } | { "do": "conflict", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game of the round; the first if left out.
 */
game?: number, 
/**
 * The other result, as the command `result` that would have entered it.
 */
result: { do: "result" } & ResultCommand, 
/**
 * The device that it came from.
 */
device?: string, } | { "do": "online", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * Whether it is.
 */
on: boolean, } | { "do": "forget", };

/**
 * Details of the invitation that change; what is left out stays, and an empty text clears.
 */
export type DetailsChange = { 
/**
 * The venue (A02).
 */
venue?: string, 
/**
 * Where the tables stand in it.
 */
hall_map?: string, 
/**
 * When and where prizes are given (A09).
 */
prize_giving?: string, 
/**
 * A notice at the foot of prints (A13, I12).
 */
notice?: string, 
/**
 * When players sit down (A04).
 */
seating?: HallTime, 
/**
 * When the briefing begins (A05).
 */
briefing?: HallTime, 
/**
 * Minutes to compile the scores (A07).
 */
counting?: number, };

/**
 * An incident with its place.
 */
export type IncidentCommand = { 
/**
 * The round; none if it happened away from the tables.
 */
round?: number, 
/**
 * The table.
 */
table?: number, 
/**
 * The game of the round.
 */
game?: number, 
/**
 * The judge's own words.
 */
note?: string, } & ({ "kind": "exposed-tile", 
/**
 * The player whose tile it was, and who may take another one.
 */
number: PlayerNumber, 
/**
 * Who turned it over; it is not punished.
 */
turned_by?: PlayerNumber, 
/**
 * Whether the player took another tile.
 */
swapped: boolean, } | { "kind": "touched-pool", 
/**
 * The player.
 */
number: PlayerNumber, } | { "kind": "pool-knocked-over", 
/**
 * The player who knocked them over, if that is known.
 */
number?: PlayerNumber, } | { "kind": "not-announced", 
/**
 * The player.
 */
number: PlayerNumber, } | { "kind": "timeout", 
/**
 * The player.
 */
number: PlayerNumber, 
/**
 * Whether anything had been played or moved.
 */
moved: boolean, 
/**
 * Table tiles that even the judge could not put back.
 */
unrestorable: number, 
/**
 * Tiles in the pool before, if anybody counted them.
 */
pool?: number, } | { "kind": "restore-helped", 
/**
 * The player whose play it was.
 */
number: PlayerNumber, } | { "kind": "acted-too-soon", 
/**
 * Who acted too soon.
 */
number: PlayerNumber, 
/**
 * Whose turn it was.
 */
turn_of: PlayerNumber, 
/**
 * The seconds of that turn that had passed.
 */
used: number, } | { "kind": "medical", 
/**
 * The player.
 */
number?: PlayerNumber, } | { "kind": "aid-found", 
/**
 * The player.
 */
number: PlayerNumber, } | { "kind": "other", 
/**
 * The player, if it concerns one.
 */
number?: PlayerNumber, });

/**
 * What can be asked.
 */
export type Question = { "what": "standings", } | { "what": "seating", 
/**
 * The round.
 */
round: number, } | { "what": "where", 
/**
 * The player.
 */
number: number, } | { "what": "moves", 
/**
 * The round.
 */
round: number, } | { "what": "missing", 
/**
 * The round.
 */
round: number, } | { "what": "teams", } | { "what": "players", } | { "what": "cases", } | { "what": "log", } | { "what": "what-if", 
/**
 * The command, as it would be given.
 */
command: Request, } | { "what": "view", 
/**
 * The role.
 */
as: ViewerRole, 
/**
 * The table of a judge.
 */
table?: number, 
/**
 * The number of a player.
 */
number?: PlayerNumber, } | { "what": "chances", } | { "what": "statistics", } | { "what": "details", } | { "what": "judges", 
/**
 * The round.
 */
round: number, } | { "what": "incidents", } | { "what": "calls", } | { "what": "reasons", } | { "what": "last-turns", 
/**
 * The round.
 */
round: number, 
/**
 * The table.
 */
table: number, 
/**
 * The game of the round; the first if left out.
 */
game?: number, 
/**
 * The player whose turn it is.
 */
number: number, };

/**
 * A refusal for programs: its code, its message, and the fields that it is about.
 */
export type RefusalBody = { 
/**
 * Its stable name, one of [`Refusal::CODES`].
 */
code: RefusalCode, 
/**
 * What is wrong and what to do, in English.
 */
message: string, 
/**
 * The field of the command or the setting that is wrong.
 */
field?: string, 
/**
 * The round.
 */
round?: number, 
/**
 * Tables that lack a result or have too few players.
 */
tables?: Array<number>, 
/**
 * Tables with an open draw.
 */
draws?: Array<number>, 
/**
 * Players who should have been named.
 */
missing?: Array<PlayerNumber>, 
/**
 * Players who should not have been named.
 */
extra?: Array<PlayerNumber>, 
/**
 * The player whose rack is wrong.
 */
number?: PlayerNumber, 
/**
 * Cases that wait for the head judge.
 */
cases?: Array<number>, 
/**
 * The entry of the log that is in the way.
 */
seq?: number, 
/**
 * Ties that need deciding.
 */
ties?: Array<Tie>, };

/** The reasons for refusing a command. */
export const REFUSAL_CODES = [
  "bad-json",
  "unknown-command",
  "malformed",
  "no-event",
  "event-exists",
  "finished",
  "role",
  "reason",
  "unknown",
  "bad-setting",
  "closed",
  "barred",
  "no-briefing",
  "status",
  "started",
  "not-started",
  "not-seated",
  "not-published",
  "stale",
  "impossible",
  "too-few",
  "bad-seating",
  "results-missing",
  "result-exists",
  "no-result",
  "wrong-players",
  "bad-tile",
  "too-many-tiles",
  "bad-sum",
  "contradiction",
  "tiles-needed",
  "ended",
  "no-draw",
  "no-right",
  "paused",
  "not-paused",
  "rounds-over",
  "cases-open",
  "ties-open",
  "postponed",
  "not-postponed",
  "not-finished",
  "not-undoable",
  "needed-later",
  "taken",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

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
