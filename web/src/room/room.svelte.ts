/** A table as this page sees it: what the server said last, and the play in the making. */
import { api, codeOf } from "../net/api";
import { TableSocket, type Door } from "../net/socket";
import { differs, EMPTY, isJoker, lay, move, toWire, type Draft } from "../table/draft";
import { amend, begin, record, redo, reset, undo, type History } from "../table/history";
import { inOrder, reconcileRack, reconcileTable } from "../table/reconcile";
import { colourKey, numberKey, readFace, readTiles, writeSet } from "../tiles/face";
import type {
  Action, ChatLine, HintView, JudgementView, Phrase, SeenEvent, SeenTableEvent, ServerMessage, TableView, Votes, You,
} from "../wire";
import { fold, turnOf } from "./fold";
import { newsOf, type News } from "./news";
import { keepDraft, keepRack, keptDraft, keptRack } from "./keep";
import { show, type Shown } from "./view";
import { play as sound } from "../sound/sound";

/** What somebody else just laid, to be shown again. */
export interface LastPlay {
  seat: number;
  before: Draft;
  after: Draft;
}

/** So many times in a row the connection could not be made. */
const PUZZLED_AFTER = 3;

export class Room {
  status = $state<"connecting" | "here" | "lost" | "refused">("connecting");
  refusal = $state<string | null>(null);
  table = $state("");
  code = $state<string | null>(null);
  you = $state.raw<You>({ seat: null, seats: [], host: false });
  view = $state.raw<Shown | null>(null);
  connected = $state.raw<boolean[]>([]);
  votes = $state.raw<Votes>({ pause: [], rematch: [] });
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  /** Seats that are not to be heard. */
  silenced = $state.raw<ReadonlySet<number>>(new Set());
  version = $state(0);
  history = $state.raw<History>(begin(EMPTY));
  judgement = $state.raw<JudgementView | null>(null);
  /** Whether the judgement is about the draft as it lies now. */
  judged = $state(true);
  hint = $state.raw<HintView | null>(null);
  hintAsked = $state(0);
  news = $state.raw<News[]>([]);
  /** A word that fades: a refusal, a welcome back. */
  notice = $state<string | null>(null);
  lastPlay = $state.raw<LastPlay | null>(null);
  /** Pieces that others laid since the own last turn. */
  recent = $state.raw<ReadonlySet<number>>(new Set());
  /** When the clock runs out, by `performance.now()`. */
  deadline = $state<number | null>(null);
  /** Shown instead of the draft while the last play is shown again. */
  showing = $state.raw<Draft | null>(null);
  busy = $state(false);
  /** The table as somebody else is just making it, where the table is played with open drafts. */
  #watched = $state.raw<Pick<Draft, "sets" | "next"> | null>(null);

  #socket: TableSocket;
  #start: Draft = EMPTY;
  #ids = 0;
  #number = 0;
  #newsCount = 0;
  readonly door: Door;

  constructor(door: Door) {
    this.door = door;
    this.table = door.table;
    this.#socket = new TableSocket(door, {
      message: (message) => this.#hear(message),
      lost: (tries) => {
        if (this.status !== "refused") this.status = this.view ? "lost" : "connecting";
        if (tries === PUZZLED_AFTER) void this.#stillKnown();
      },
    });
  }

  /** The door stays shut: perhaps the server does not know this browser any more, which a websocket is not told. */
  async #stillKnown() {
    try {
      await api.session();
    } catch (error) {
      const code = codeOf(error);
      if (code !== "no-session") return;
      this.status = "refused";
      this.refusal = code;
      this.#socket.close();
    }
  }

  get draft(): Draft {
    return this.showing ?? (this.#watched ? { ...this.#watched, rack: this.history.now.rack } : this.history.now);
  }
  get game() {
    return this.view?.game ?? null;
  }
  get seat() {
    return this.you.seat;
  }
  get turn() {
    return turnOf(this.game);
  }
  get myTurn() {
    return this.seat !== null && this.turn === this.seat && !this.view?.paused;
  }
  get over() {
    return this.game?.phase.phase === "over" ? this.game.phase : null;
  }
  get begun() {
    return differs(this.history.now, this.#start);
  }
  get words() {
    return this.view?.plan.game === "words";
  }
  get myRack() {
    return this.seat === null ? null : (this.game?.racks[this.seat] ?? null);
  }

  close() {
    this.#socket.close();
  }

  // What the server says.

  #hear(message: ServerMessage) {
    switch (message.type) {
      case "welcome":
        this.#welcome(message);
        break;
      case "view":
        this.#resynced(message);
        break;
      case "happened":
        this.#happened(message);
        break;
      case "done":
        this.busy = false;
        break;
      case "refused":
        this.busy = false;
        this.notice = message.code;
        if (message.code === "stale") this.#socket.resync();
        // A hint that was refused is not waited for.
        if (message.id === undefined) this.hintAsked = this.hint?.step ?? 0;
        break;
      case "judgement":
        if (message.number === this.#number) this.#judge(message.judgement);
        break;
      case "hint":
        this.hint = message.hint;
        break;
      case "arranged":
        this.#arranged(message.sets, message.rest);
        break;
      case "said":
        this.chat = [...this.chat, message.line].slice(-60);
        if (message.line.seat !== this.seat && !this.isSilenced(message.line)) {
          this.unread += 1;
          sound("chat");
        }
        break;
      case "presence":
        this.connected = this.connected.map((here, seat) => (seat === message.seat ? message.connected : here));
        break;
      case "votes":
        this.votes = message.votes;
        break;
      case "bye":
        if (message.code === "too-many" || message.code === "stopping" || message.code === "not-stored") break;
        this.status = "refused";
        this.refusal = message.code;
        this.#socket.close();
        break;
      case "draft":
        this.#watch(message.seat, message.table);
        break;
      case "pong":
        break;
    }
  }

  #welcome(message: Extract<ServerMessage, { type: "welcome" }>) {
    const wasLost = this.status === "lost";
    this.status = "here";
    this.you = message.you;
    this.code = message.code ?? null;
    this.connected = message.connected;
    this.votes = message.votes;
    this.chat = message.chat;
    this.version = message.version;
    if (message.state) this.#look(message.state);
    if (wasLost) this.notice = "back";
    this.#sendDraft();
    // A question that was on its way when the connection went.
    if (this.hintAsked > (this.hint?.step ?? 0)) this.#socket.say({ type: "hint", step: this.hintAsked });
  }

  /** A fresh view, on the connection that there is. */
  #resynced(message: Extract<ServerMessage, { type: "view" }>) {
    this.version = message.version;
    this.#look(message.state);
    this.#sendDraft();
  }

  #look(state: TableView) {
    const first = this.view === null;
    this.view = show(state);
    this.#time(this.view);
    this.#rebase(first);
    this.#restore();
    this.#keep();
  }

  #happened(message: Extract<ServerMessage, { type: "happened" }>) {
    this.version = message.version;
    if (!this.view) return;
    const wasMine = this.myTurn;
    const { view, stale } = fold(this.view, message.events, message);
    this.view = view;
    this.#time(view);
    for (const event of message.events) this.#tell(event);
    const game = message.events.flatMap((event) => (event.table === "game" ? [event.event] : []));
    if (game.length > 0) this.#follow(game);
    if (stale) this.#socket.resync();
    if (!wasMine && this.myTurn) {
      sound("turn");
      this.hint = null;
      this.hintAsked = 0;
    }
  }

  #time(view: Shown) {
    const left = view.clock?.left ?? null;
    this.deadline = left === null || !view.clock?.running ? null : performance.now() + left;
  }

  #tell(event: SeenTableEvent) {
    const told = newsOf(event);
    if (told) this.news = [...this.news, { id: ++this.#newsCount, ...told }].slice(-12);
  }

  #follow(events: readonly SeenEvent[]) {
    const before = this.history.now;
    const played = events.find((event) => event.event === "played");
    const mine = played?.seat === this.seat && this.seat !== null;
    // A hint is for the game as it was.
    this.hint = null;
    this.hintAsked = 0;
    this.#rebase(false);
    // What happened may have left table and rack as they were: then so is the play in the making.
    this.#restore();
    this.#keep();
    const after = this.history.now;
    if (played) {
      const known = new Set(before.sets.flatMap((set) => set.pieces.map((piece) => piece.id)));
      const laid = after.sets.flatMap((set) => set.pieces.map((piece) => piece.id)).filter((id) => !known.has(id));
      this.recent = mine ? new Set() : new Set([...this.recent, ...laid]);
      if (!mine) this.lastPlay = { seat: played.seat, before, after };
      sound("place");
    } else if (events.some((event) => event.event === "drew")) {
      if (events.some((event) => event.event === "drew" && event.seat === this.seat)) this.recent = new Set();
      sound("draw");
    }
  }

  /** Somebody else moves tiles about. */
  #watch(seat: number, table: readonly string[] | null) {
    if (seat === this.seat || seat !== this.turn) return;
    if (table === null) {
      this.#watched = null;
      return;
    }
    const { sets, next } = reconcileTable({ ...this.#start, ...this.#watched }, table, [], () => ++this.#ids);
    this.#watched = { sets, next };
  }

  /** Takes up what the server says lies on the table and on the rack. */
  #rebase(first: boolean) {
    const game = this.game;
    const old = { ...this.history.now, ...this.#watched };
    this.#watched = null;
    const id = () => ++this.#ids;
    const now = game && game.phase.phase !== "lots" ? game : null;
    const table = reconcileTable(old, now?.table ?? [], old.rack, id);
    const laid = new Set(table.sets.flatMap((set) => set.pieces.map((piece) => piece.id)));
    // Tiles of a play that did not count come back to the rack where they were.
    const home = old.sets.flatMap((set) => set.pieces).filter((piece) => piece.own && !laid.has(piece.id));
    const held = [...this.#start.rack.filter((piece) => !laid.has(piece.id))];
    const rack = [...old.rack.filter((piece) => !laid.has(piece.id)), ...home];
    const ordered = held.length > 0 && home.length > 0 ? inOrder(rack, held.map((piece) => piece.face)) : rack;
    let mine = reconcileRack(ordered, this.myRack?.tiles ?? "", id);
    if (first && this.seat !== null) {
      const kept = keptRack(this.table, this.seat);
      if (kept) mine = inOrder(mine, kept);
    }
    this.#start = { sets: table.sets, rack: mine, next: table.next };
    this.history = begin(this.#start);
    this.judgement = null;
    this.judged = true;
    this.showing = null;
  }

  /** A play in the making is good for this table and this rack, and for no other. */
  #turnKey() {
    const game = this.game;
    const rack = readTiles(this.myRack?.tiles ?? "").sort();
    return [game?.number ?? 0, ...(game?.table ?? []), ...rack].join(" ");
  }

  /** After a reload, or when all is said anew: the play in the making as it lay. */
  #restore() {
    if (this.seat === null || !this.myTurn) return;
    const kept = keptDraft(this.table, this.seat, this.#turnKey());
    if (!kept) return;
    const onRack = new Set(this.#start.rack.map((piece) => piece.id));
    const id = () => ++this.#ids;
    const known = this.#ids;
    // The laid ones were put at the rack's end, behind those in the player's own order.
    const back = reconcileTable(this.#start, kept, [...this.#start.rack].reverse(), id);
    const pieces = back.sets.flatMap((set) => set.pieces);
    if (pieces.some((piece) => piece.id > known)) return;
    const used = new Set(pieces.map((piece) => piece.id));
    const sets = back.sets.map((set) => ({ ...set, pieces: set.pieces.map((piece) => ({ ...piece, own: onRack.has(piece.id) })) }));
    const rack = this.#start.rack.filter((piece) => !used.has(piece.id));
    this.change({ sets, rack, next: back.next });
  }

  #keep() {
    if (this.seat === null) return;
    keepRack(this.table, this.seat, this.history.now.rack.map((piece) => piece.face));
    keepDraft(this.table, this.seat, this.#turnKey(), this.begun ? toWire(this.history.now) : null);
  }

  #judge(judgement: JudgementView) {
    this.judged = true;
    this.judgement = judgement;
    // A set is shown as the server lays it, so that a joker's reading can be seen.
    let draft = this.history.now;
    judgement.sets.forEach((set, index) => {
      const there = draft.sets[index];
      const laid = set.laid?.[0];
      if (set.ok && laid && there) draft = lay(draft, there.id, readTiles(laid));
    });
    if (draft !== this.history.now) this.history = amend(this.history, draft);
  }

  // What the player does.

  #sendDraft() {
    if (this.seat === null || !this.game || this.over || this.turn !== this.seat) return;
    this.#number += 1;
    if (!this.begun) {
      this.judgement = null;
      this.judged = true;
      this.#socket.say({ type: "draft", number: this.#number });
      return;
    }
    this.judged = false;
    this.#socket.say({ type: "draft", number: this.#number, table: toWire(this.history.now) });
  }

  change(draft: Draft) {
    if (draft === this.history.now) return;
    // Something else is shown than the own play: only the own rack can be put in another order then.
    if (this.showing || this.#watched) {
      this.#reorder(inOrder(this.history.now.rack, draft.rack.map((piece) => piece.face)));
      return;
    }
    this.history = record(this.history, draft);
    this.#changed();
  }

  #changed() {
    this.showing = null;
    this.#keep();
    this.#sendDraft();
  }

  undo() {
    this.history = undo(this.history);
    this.#changed();
  }
  redo() {
    this.history = redo(this.history);
    this.#changed();
  }
  reset() {
    // The rack keeps the order that it has now.
    const start = { ...this.#start, rack: inOrder(this.#start.rack, this.history.now.rack.map((piece) => piece.face)) };
    this.history = reset(this.history, start);
    this.#changed();
  }

  sort(by: "colour" | "number") {
    const key = by === "colour" ? colourKey : numberKey;
    this.#reorder([...this.history.now.rack].sort((a, b) => key(a.face) - key(b.face)));
  }
  /** Asks the server which sets are on the rack. */
  sortBySets() {
    this.#socket.say({ type: "arrange" });
  }
  #arranged(sets: string[], rest: string) {
    const order = [...sets.flatMap(readTiles), ...readTiles(rest)].map((face) => (readFace(face).kind === "joker" ? "*" : face));
    this.#reorder(inOrder(this.history.now.rack, order));
  }
  #reorder(rack: Draft["rack"]) {
    this.history = amend(this.history, { ...this.history.now, rack });
    this.#start = { ...this.#start, rack: inOrder(this.#start.rack, rack.map((piece) => piece.face)) };
    this.#keep();
  }

  act(action: Action) {
    this.busy = true;
    this.#socket.command(this.version, action);
  }
  finish() {
    if (this.busy) return;
    if (this.judgement?.legal && this.judged) this.act({ do: "play", table: toWire(this.history.now) });
  }
  draw() {
    if (this.busy) return;
    if (this.begun) this.reset();
    this.act({ do: this.game?.pool === 0 ? "pass" : "draw" });
  }
  askHint(step: number) {
    this.hintAsked = step;
    this.hint = step === 1 ? null : this.hint;
    this.#socket.say({ type: "hint", step });
  }
  /** The ids here of sets that the server counts. */
  setsOfServer(wanted: readonly number[]): Set<number> {
    const left = [...this.#start.sets];
    const ids = (this.game?.table ?? []).map((text) => {
      const at = left.findIndex((set) => writeSet(set.pieces.map((piece) => piece.face)) === text);
      return at < 0 ? -1 : (left.splice(at, 1)[0]?.id ?? -1);
    });
    return new Set(wanted.map((index) => ids[index] ?? -1));
  }
  /** Lays what the hint says, to be looked at and finished by the player. */
  layHint() {
    const table = this.hint?.table;
    if (table) this.change(this.#laidAs(table));
  }
  /** Shows the table after so many steps of the hint; null: the play in the making again. */
  showStep(count: number | null) {
    const table = count === null ? null : count === 0 ? this.game?.table : this.hint?.steps?.[count - 1]?.table;
    this.showing = table ? this.#laidAs(table) : null;
  }
  /** The turn's start with the table like this, what is new coming from the rack. */
  #laidAs(table: readonly string[]): Draft {
    const onRack = new Set(this.#start.rack.map((piece) => piece.id));
    const laid = reconcileTable(this.#start, table, this.#start.rack, () => ++this.#ids);
    const used = new Set(laid.sets.flatMap((set) => set.pieces.map((piece) => piece.id)));
    const sets = laid.sets.map((set) => ({ ...set, pieces: set.pieces.map((piece) => ({ ...piece, own: onRack.has(piece.id) })) }));
    return { sets, rack: this.#start.rack.filter((piece) => !used.has(piece.id)), next: laid.next };
  }
  say(what: { text: string } | { phrase: Phrase }) {
    this.#socket.say({ type: "chat", ...what });
  }
  isSilenced(line: ChatLine): boolean {
    return line.seat !== null && this.silenced.has(line.seat);
  }
  /** Hears somebody no more, or again. What the host says about it goes for the whole table. */
  silence(seat: number, silent: boolean) {
    const seats = new Set(this.silenced);
    if (silent) seats.add(seat);
    else seats.delete(seat);
    this.silenced = seats;
    if (this.you.host) this.#socket.say({ type: "mute", seat, muted: silent });
  }
  takeBack(ids: readonly number[]) {
    this.change(move(this.history.now, ids, { kind: "rack", before: null }));
  }
  /** Jokers laid in a word that do not say their letter yet. */
  get silentJoker(): number | null {
    if (!this.words || !this.myTurn) return null;
    for (const set of this.history.now.sets) {
      const joker = set.pieces.find((piece) => isJoker(piece) && piece.face === "*");
      if (joker && set.pieces.length > 1) return joker.id;
    }
    return null;
  }
  showAgain() {
    const last = this.lastPlay;
    if (!last || this.begun) return;
    this.showing = { ...last.before, rack: this.history.now.rack };
    setTimeout(() => {
      this.showing = null;
      sound("place");
    }, 900);
  }
}
