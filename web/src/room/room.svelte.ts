/** A table as this page sees it: what the server said last, and the play in the making. */
import { api, codeOf, type RefusalCode } from "../net/api";
import { TableSocket, type Door } from "../net/socket";
import { differs, EMPTY, holding, isJoker, laidPieces, lay, read, toWire, type Draft, type Felt } from "../table/draft";
import { amend, begin, record, redo, reset, undo, type History } from "../table/history";
import { inOrder, layFrom, offTable, rebase, reconcileTable, reorder } from "../table/reconcile";
import { colourKey, numberKey, readFace, readTiles, writeSet } from "../tiles/face";
import type {
  Action, ChatLine, HintView, JudgementView, Phrase, SeenEvent, ServerMessage, TableView, Votes, You,
} from "../wire";
import { fold, turnOf } from "./fold";
import { newsOf, type News, type Told } from "./news";
import { keepDraft, keepRack, keptDraft, keptRack } from "./keep";
import { isLastCircle, show, type Shown } from "./view";
import { play as sound } from "../sound/sound";

/** What somebody else just laid, to be shown again. */
export interface LastPlay {
  seat: number;
  before: Felt;
  after: Felt;
}

/** So many times in a row the connection could not be made. */
const PUZZLED_AFTER = 3;

export class Room {
  status = $state<"connecting" | "here" | "lost" | "refused">("connecting");
  refusal = $state<RefusalCode | null>(null);
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
  /** Shown for a moment: why something was refused, or that the connection is back. */
  notice = $state<RefusalCode | "back" | null>(null);
  lastPlay = $state.raw<LastPlay | null>(null);
  /** Pieces that others laid since the own last turn. */
  recent = $state.raw<ReadonlySet<number>>(new Set());
  /** When the clock runs out, by `performance.now()`. */
  deadline = $state<number | null>(null);
  /** The table to show instead of the draft's: the last play again, or a step of a hint. */
  showing = $state.raw<Felt | null>(null);
  busy = $state(false);
  /** The table as somebody else is just making it, where the table is played with open drafts. */
  #watched = $state.raw<Felt | null>(null);
  /** What lies on the screen. Whatever table is shown, the rack is the player's own, in the order that it has now. */
  readonly draft = $derived.by((): Draft => {
    const felt = this.showing ?? this.#watched;
    return felt ? { ...felt, rack: offTable(holding(this.history.now), felt) } : this.history.now;
  });

  #socket: TableSocket;
  /** The table as it lay when the turn began. */
  #start: Felt = EMPTY;
  /** Table and rack for which the draft was made, while it is the player's turn. */
  #draftKey: string | null = null;
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
  /** N15: whether one more circle of passes ends the game. */
  get lastCircle() {
    return this.view !== null && isLastCircle(this.view);
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
    this.#rebase([], first);
  }

  #happened(message: Extract<ServerMessage, { type: "happened" }>) {
    this.version = message.version;
    if (!this.view) return;
    const wasMine = this.myTurn;
    const wasLastCircle = this.lastCircle;
    const { view, stale } = fold(this.view, message.events, message);
    this.view = view;
    this.#time(view);
    for (const event of message.events) this.#tell(newsOf(event));
    if (!wasLastCircle && this.lastCircle) this.#tell({ kind: "lastCircle" });
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

  #tell(told: Told | null) {
    if (told) this.news = [...this.news, { id: ++this.#newsCount, ...told }].slice(-12);
  }

  #follow(events: readonly SeenEvent[]) {
    const before = this.history.now;
    const played = events.find((event) => event.event === "played");
    const mine = played?.seat === this.seat && this.seat !== null;
    // A hint is for the game as it was.
    this.hint = null;
    this.hintAsked = 0;
    this.#rebase(events.flatMap((event) => (event.event === "played" && event.seat === this.seat ? readTiles(event.placed) : [])));
    // The server forgets drafts when something happens in the game: one that goes on is said again.
    if (this.begun) this.#sendDraft();
    const after = this.history.now;
    if (played) {
      const laid = offTable(laidPieces(after), before).map((piece) => piece.id);
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
  #rebase(placed: readonly string[], first = false) {
    const watched = this.#watched;
    this.#watched = null;
    this.showing = null;
    const key = this.turn !== null && this.turn === this.seat ? this.#turnKey() : null;
    // What happened may have left the turn, the table and the rack as they were: then so is the play in the making.
    if (key !== null && key === this.#draftKey) return;
    this.#draftKey = key;
    const now = this.history.now;
    const table = this.game && this.game.phase.phase !== "lots" ? this.game.table : [];
    const said = { table, rack: this.myRack?.tiles ?? "", placed };
    let start = rebase(now, watched ?? now, said, () => ++this.#ids);
    if (first && this.seat !== null) start = { ...start, rack: inOrder(start.rack, keptRack(this.table, this.seat) ?? []) };
    this.#start = start;
    this.history = begin(start);
    this.judgement = null;
    this.judged = true;
    if (first) this.#restore();
    this.#keep();
  }

  /** A play in the making is good for this table and this rack, and for no other. */
  #turnKey() {
    const game = this.game;
    const rack = readTiles(this.myRack?.tiles ?? "").sort();
    return [game?.number ?? 0, ...(game?.table ?? []), ...rack].join(" ");
  }

  /** After a reload: the play in the making as it lay. */
  #restore() {
    if (this.seat === null || this.#draftKey === null) return;
    const kept = keptDraft(this.table, this.seat, this.#draftKey);
    const draft = kept && layFrom(this.#start, this.history.now, kept);
    if (draft) this.#record(draft);
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

  /** Takes up what the hand did to what lies on the screen. */
  change(draft: Draft) {
    // Where another table is shown than the draft's own, a hand can only put the rack in another order.
    if (this.showing || this.#watched) this.#reorder(reorder(this.history.now.rack, draft.rack.map((piece) => piece.id)));
    else this.#record(draft);
  }

  #record(draft: Draft) {
    if (draft === this.history.now) return;
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
    this.history = reset(this.history, { ...this.#start, rack: holding(this.history.now) });
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
    const laid = this.hint?.table && layFrom(this.#start, this.history.now, this.hint.table);
    if (laid) this.#record(laid);
  }
  /** Shows the table after this many steps of the hint; null: the play in the making again. */
  showStep(count: number | null) {
    const table = count === null ? undefined : this.hint?.steps?.[count - 1]?.table;
    this.showing = table ? layFrom(this.#start, this.history.now, table) : null;
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
  /** Jokers laid in a word that do not say their letter yet. */
  get silentJoker(): number | null {
    if (!this.words || !this.myTurn) return null;
    for (const set of this.history.now.sets) {
      const joker = set.pieces.find((piece) => isJoker(piece) && piece.face === "*");
      if (joker && set.pieces.length > 1) return joker.id;
    }
    return null;
  }
  /** Says which letter a joker is. */
  readJoker(joker: number, letter: string) {
    this.#record(read(this.history.now, joker, letter));
  }
  showAgain() {
    const last = this.lastPlay;
    if (!last || this.begun) return;
    this.showing = last.before;
    setTimeout(() => {
      this.showing = null;
      sound("place");
    }, 900);
  }
}
