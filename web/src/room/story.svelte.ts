/** What happened at the table, for people: shown turn by turn, told as news, noted at the seats, and kept in a log. */
import { play as sound } from "../sound/sound";
import { laidPieces, type Felt } from "../table/draft";
import { movedPieces } from "../table/guide";
import { offTable } from "../table/reconcile";
import type { ChatLine, SeenEvent, SeenTableEvent } from "../wire";
import { Bubbles } from "./bubbles.svelte";
import { remarkOn, type Situation } from "./characters";
import { adopt, append, EMPTY_LOG, tellOf, type GameLog, type Told } from "./log";
import type { News } from "./news";
import { note, standingPenalties, type Notes } from "./notes";
import { saveLog, savedLog } from "./saved";
import { Show, type Scene } from "./show.svelte";

/** Everything that one command caused, and the table before and after it. */
export interface Happening {
  readonly events: readonly SeenTableEvent[];
  /** The table on the screen before. */
  readonly before: Felt;
  readonly after: Felt;
  /** The seat on turn afterwards. */
  readonly next: number | null;
  /** N15: whether one more circle of passes ends the game from now on. */
  readonly lastCircleBegins: boolean;
  /** Whether it happened while the page was not connected. */
  readonly missed: boolean;
  readonly situation: Situation;
}

/** The game that the server reports, as far as the log needs it. */
export interface GameProgress {
  readonly number: number;
  /** The turns that all players have had together. */
  readonly turns: number;
}

/** News that are kept for the status and for screen readers. */
const NEWS_KEPT = 12;
/** More drawn tiles than this do not fly one by one. */
const MAX_DRAWN_SHOWN = 3;
/** When turns are shown again, how long the table before each of them is seen. */
const AGAIN_LEAD_MS = 500;

/** Events after which the table is not made of the plays before; a fresh view tells how it lies. */
const REPLACES_TABLE: ReadonlySet<SeenEvent["event"]> = new Set<SeenEvent["event"]>(["dealt", "new-deal", "taken-back", "returned"]);
const ENDS_TURN: ReadonlySet<SeenEvent["event"]> = new Set<SeenEvent["event"]>(["played", "drew", "passed"]);

/** The seat of the player who caused an event; null if nobody did. */
function actorOf(event: SeenEvent): number | null {
  if (event.event === "challenged") return event.by;
  return "seat" in event ? event.seat : null;
}

export class Story {
  news = $state.raw<News[]>([]);
  /** What each player did last, until their next turn. */
  notes = $state.raw<Notes>(new Map());
  log = $state.raw<GameLog>(EMPTY_LOG);
  /** The opponents' plays since the player's last turn, which can be shown again. */
  lastPlays = $state.raw<readonly Scene[]>([]);
  readonly bubbles = new Bubbles();
  readonly show = new Show({ began: (scene) => this.#began(scene), landed: () => sound("place") });

  readonly #table: string;
  #newsCount = 0;

  constructor(table: string) {
    this.#table = table;
  }

  /** Penalties that are said until the next turn of whom they hit, besides the latest news. */
  get standing() {
    return standingPenalties(this.notes, this.news.at(-1));
  }

  close() {
    this.show.watch(false);
    this.bubbles.clear();
  }

  /** A fresh view. `connected`: it is the first of a connection, so turns may have been missed. */
  viewed(game: GameProgress | null, first: boolean, connected: boolean) {
    if (first) this.log = savedLog(this.#table) ?? EMPTY_LOG;
    if (!game) return;
    if (this.log.game !== null && this.log.game !== game.number) this.#forgetGame();
    this.log = adopt(this.log, game.number, game.turns, connected);
  }

  happened(happening: Happening, own: number | null) {
    const { events, before, after, next, missed, situation } = happening;
    const game = events.flatMap((event) => (event.table === "game" ? [event.event] : []));
    if (events.some((event) => event.table === "game-begun")) {
      this.#forgetGame();
      this.log = EMPTY_LOG;
    }
    const replaced = game.some((event) => REPLACES_TABLE.has(event.event));
    if (replaced) this.lastPlays = [];
    if (game.some((event) => event.event === "dealt")) this.notes = new Map();
    this.log = { ...this.log, turns: situation.turns.reduce((sum, turns) => sum + turns, 0) };

    const told = events.flatMap((event) => tellOf(event, situation.turns) ?? []);
    if (happening.lastCircleBegins) told.push({ item: { kind: "lastCircle" }, round: null, tiles: [], tilesFor: null });
    const actor = game.map(actorOf).find((seat) => seat !== null) ?? null;
    const played = game.some((event) => event.event === "played");
    const laid = played && actor !== own ? offTable(laidPieces(after), before) : [];
    const placed = new Set(laid.map((piece) => piece.id));
    const moved = new Set(laid.length > 0 ? [...movedPieces(before, after)].filter((id) => !placed.has(id)) : []);
    const drawn = game.reduce((sum, event) => sum + (event.event === "drew" && event.seat === actor ? event.tiles.count : 0), 0);
    const remarksOn = (some: readonly Told[]) => (missed ? [] : some.flatMap((one) => remarkOn(one.item, situation) ?? []));
    // What is seen comes before the result.
    const [result, turn] = [told.filter(({ item }) => item.kind === "ended"), told.filter(({ item }) => item.kind !== "ended")];
    const scene: Scene = {
      seat: actor, again: false, before, felt: replaced ? null : after, laid, moved, drawn, told: turn, next,
      remarks: remarksOn(turn),
      tiles: laid.length || Math.min(drawn, MAX_DRAWN_SHOWN),
      bot: actor !== null && situation.bots[actor] === true,
      lead: 0,
    };
    if (game.some((event) => ENDS_TURN.has(event.event)) && actor === own) this.lastPlays = [];
    if (laid.length > 0) this.lastPlays = [...this.lastPlays, { ...scene, again: true, told: [], remarks: [], drawn: 0, lead: AGAIN_LEAD_MS }];
    const ending: Scene | null = result.length > 0
      ? { ...scene, seat: null, before: after, laid: [], moved: new Set(), drawn: 0, told: result, remarks: remarksOn(result), tiles: 0, bot: false, toldOnly: true }
      : null;
    if (actor !== null && actor !== own && !missed) {
      this.show.push(scene);
      if (ending) this.show.push(ending);
      return;
    }
    // The player's own turn, and what was missed, is told at once; what comes first is told first.
    if (game.length > 0) this.show.skip();
    this.#began(scene);
    if (ending) this.#began(ending);
    if (played && actor === own) sound("place");
  }

  said(line: ChatLine) {
    if (line.seat === null) return;
    if (line.phrase) this.bubbles.say(line.seat, { kind: "phrase", phrase: line.phrase });
    else if (line.text) this.bubbles.say(line.seat, { kind: "text", text: line.text });
  }

  again() {
    this.show.skip();
    for (const scene of this.lastPlays) this.show.push(scene);
  }

  #began(scene: Scene) {
    // A turn that is shown again is no news.
    if (scene.again) return;
    this.#tell(scene.told);
    this.notes = note(this.notes, scene.told.map(({ item }) => item), scene.next);
    for (const { seat, remark } of scene.remarks) this.bubbles.say(seat, { kind: "remark", remark });
    if (scene.told.some(({ item }) => item.kind === "drew" || item.kind === "timeUp" || item.kind === "penalty" || item.kind === "fined")) sound("draw");
  }

  #tell(told: readonly Told[]) {
    if (told.length === 0) return;
    this.news = [...this.news, ...told.map(({ item }): News => ({ id: ++this.#newsCount, ...item }))].slice(-NEWS_KEPT);
    this.log = append(this.log, told);
    saveLog(this.#table, this.log);
  }

  /** What was done in an earlier game is over (P11). */
  #forgetGame() {
    this.show.skip();
    this.lastPlays = [];
    this.notes = new Map();
  }
}
