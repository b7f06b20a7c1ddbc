/** A table as this page sees it: the latest state from the server, and the player's draft. */
import { api, codeOf, type RefusalCode } from "../net/api";
import { TableSocket, type TableAddress } from "../net/socket";
import { differs, EMPTY, gathered, isJoker, laidPieces, lay, read, toWire, type Draft, type Felt } from "../table/draft";
import { amend, begin, record, redo, reset, undo, type History } from "../table/history";
import { inOrder, layFrom, offTable, rebase, reconcileTable, reorder } from "../table/reconcile";
import { colourKey, numberKey, readFace, readTiles } from "../tiles/face";
import type {
  Action, JudgementView, SeenEvent, ServerMessage, TableView, Votes, You,
} from "../wire";
import { RULE_CODES, type RuleCode } from "../wire/protocol";
import { fold, turnOf } from "./fold";
import { changedSince } from "./changed";
import { DealPart } from "./deal-part";
import { HintGuide } from "./hint-guide.svelte";
import { saveDraft, saveRack, saveSeenTable, savedDraft, savedRack, savedSeenTable } from "./saved";
import { Story } from "./story.svelte";
import { Talk } from "./talk.svelte";
import { isLastCircle, show, type ShownTable } from "./view";
import { play as sound } from "../sound/sound";

/** After this many failed attempts to connect, the page checks whether the server still knows its session. */
const CHECK_SESSION_AFTER = 3;

export class Room {
  status = $state<"connecting" | "here" | "lost" | "refused">("connecting");
  refusal = $state<RefusalCode | null>(null);
  table = $state("");
  code = $state<string | null>(null);
  you = $state.raw<You>({ seat: null, seats: [], host: false });
  view = $state.raw<ShownTable | null>(null);
  connected = $state.raw<boolean[]>([]);
  votes = $state.raw<Votes>({ pause: [], rematch: [] });
  version = $state(0);
  history = $state.raw<History>(begin(EMPTY));
  judgement = $state.raw<JudgementView | null>(null);
  /** Whether the judgement is about the current draft. */
  judged = $state(true);
  readonly guide = new HintGuide(() => this.#start, () => this.history.now);
  /** Shown for a moment: why something was refused, or that the connection is back. */
  notice = $state<RefusalCode | RuleCode | "back" | null>(null);
  /** Pieces that opponents have laid since the player's last turn. */
  recent = $state.raw<ReadonlySet<number>>(new Set());
  /** The tiles that the player drew last, until their next turn. */
  drawn = $state.raw<string[]>([]);
  /** When the clock runs out, by `performance.now()`. */
  deadline = $state<number | null>(null);
  busy = $state(false);
  readonly story: Story;
  readonly talk: Talk;
  /** The draft of the opponent on turn, if drafts are open at this table. */
  #watched = $state.raw<Felt | null>(null);
  /** What is on the screen. Whichever table is shown, the rack is the player's own, in its current order. */
  readonly draft = $derived.by((): Draft => {
    const felt = this.guide.felt ?? this.story.show.felt ?? this.#watched;
    if (!felt) return this.history.now;
    const held = gathered(this.history.now);
    return { ...felt, rack: offTable(held, felt), slots: held.map((piece) => piece.id) };
  });

  #socket: TableSocket;
  /** The table at the start of the turn. */
  #start: Felt = EMPTY;
  /** The number of the game that the tiles of the rack are from. */
  #rackGame = 0;
  /** Identifies the table and rack that the draft was made for; null if it is not the player's turn. */
  #draftKey: string | null = null;
  #ids = 0;
  readonly #part: DealPart;
  #number = 0;
  /** The server's time of the last welcome: what happened before it was missed. */
  #welcomedAt = 0;
  readonly address: TableAddress;

  constructor(address: TableAddress) {
    this.address = address;
    this.table = address.table;
    this.story = new Story(address.table);
    this.#socket = new TableSocket(address, {
      message: (message) => this.#receive(message),
      lost: (tries) => {
        if (this.status !== "refused") this.status = this.view ? "lost" : "connecting";
        if (tries === CHECK_SESSION_AFTER) void this.#checkSession();
      },
    });
    this.talk = new Talk(this.#socket);
    this.#part = new DealPart(address.table, this.#socket);
  }

  /** A websocket is not told why it can't be opened: perhaps the session has expired. */
  async #checkSession() {
    const code = await api.session().then(() => null, codeOf);
    if (code === "no-session") this.#refuse(code);
  }

  #takePart(message: ServerMessage) {
    const seated = this.seat ?? (message.type === "welcome" ? message.you.seat : null);
    if (seated === null) return;
    const latest = message.type === "welcome" || message.type === "view" ? (message.state?.game ?? this.game) : this.game;
    this.#part.take(message, latest?.number ?? 0, () => this.version);
  }

  #refuse(code: RefusalCode) {
    this.status = "refused";
    this.refusal = code;
    this.#socket.close();
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
  get news() {
    return this.story.news;
  }
  /** What others did, at a pace that can be followed. */
  get show() {
    return this.story.show;
  }
  /** The latest play of an opponent since the player's last turn, which can be shown again. */
  get lastPlay() {
    return this.story.lastPlays.at(-1) ?? null;
  }
  /** Whether the hint that is shown says that there is nothing to play: who draws then needs no second thought. */
  get drawAdvised() {
    return this.guide.asked > 0 && this.guide.hint?.found === false && !this.begun;
  }
  /** The seat on turn on the screen, which may be behind the game. */
  get shownTurn() {
    return this.show.current?.seat ?? this.turn;
  }
  get isWordGame() {
    return this.view?.plan.game === "words";
  }
  get myRack() {
    return this.seat === null ? null : (this.game?.racks[this.seat] ?? null);
  }

  close() {
    this.story.close();
    this.#socket.close();
  }

  // Messages from the server.

  #receive(message: ServerMessage) {
    if (this.#part.isAnswered(message)) return;
    this.#takePart(message);
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
        this.notice = message.rule && RULE_CODES.includes(message.rule) ? message.rule : message.code;
        if (message.code === "stale") this.#socket.resync();
        if (message.id === undefined) this.guide.refused();
        break;
      case "judgement":
        if (message.number === this.#number) this.#judge(message.judgement);
        break;
      case "hint":
        this.guide.hint = message.hint;
        break;
      case "arranged":
        this.#arranged(message.sets, message.rest);
        break;
      case "said":
        if (!this.talk.add(message.line, message.line.seat === this.seat)) break;
        if (message.line.seat !== this.seat) sound("chat");
        this.story.said(message.line);
        break;
      case "presence":
        this.connected = this.connected.map((here, seat) => (seat === message.seat ? message.connected : here));
        break;
      case "votes":
        this.votes = message.votes;
        break;
      case "bye":
        if (message.code === "too-many" || message.code === "stopping" || message.code === "not-stored") break;
        this.#refuse(message.code);
        break;
      case "draft":
        this.#showOpponentDraft(message.seat, message.table);
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
    this.talk.lines = message.chat;
    this.version = message.version;
    this.#welcomedAt = message.now;
    if (message.state) this.#showView(message.state, true);
    if (wasLost) this.notice = "back";
    this.#sendDraft();
    // The request for a hint may have been lost with the connection.
    if (this.guide.waiting) this.#socket.send({ type: "hint", step: this.guide.asked });
  }

  /** A fresh view on the same connection. */
  #resynced(message: Extract<ServerMessage, { type: "view" }>) {
    this.version = message.version;
    this.#showView(message.state, false);
    this.#sendDraft();
  }

  #showView(state: TableView, connected: boolean) {
    const first = this.view === null;
    const before = this.game?.number;
    this.view = show(state);
    this.#setDeadline(this.view);
    this.#rebase([], first);
    if (this.game?.number !== before) this.recent = new Set();
    if (first) this.recent = this.#changedSinceOwnTurn();
    const turns = this.#turns().reduce((sum, had) => sum + had, 0);
    this.story.viewed(this.game && { number: this.game.number, turns }, first, connected);
  }

  /** What has changed since the own last turn, as far as this browser knows: on one device, each seat comes back to the table. */
  #changedSinceOwnTurn(): ReadonlySet<number> {
    if (this.seat === null || !this.game) return new Set();
    const seen = savedSeenTable(this.table, this.seat, this.game.number) ?? (this.myRack?.turns === 0 ? [] : this.game.table);
    return changedSince(seen, this.#start.sets);
  }

  /** The number of turns that each seat has had. */
  #turns(): number[] {
    return this.game?.racks.map((rack) => rack.turns) ?? [];
  }

  #happened(message: Extract<ServerMessage, { type: "happened" }>) {
    this.version = message.version;
    if (!this.view) return;
    const wasMine = this.myTurn;
    const wasLastCircle = this.lastCircle;
    const { view, stale } = fold(this.view, message.events, message);
    this.view = view;
    this.#setDeadline(view);
    const before = this.#watched ?? this.history.now;
    const game = message.events.flatMap((event) => (event.table === "game" ? [event.event] : []));
    if (game.length > 0) this.#followGame(game);
    this.story.happened(
      {
        events: message.events, before, after: this.#start, next: this.turn, missed: message.at < this.#welcomedAt,
        lastCircleBegins: !wasLastCircle && this.lastCircle,
        situation: {
          table: this.table, game: view.game?.number ?? 0, turns: this.#turns(),
          bots: view.seats.map((seat) => seat.who?.bot === true), counts: view.game?.racks.map((rack) => rack.count) ?? [],
        },
      },
      this.seat,
    );
    if (stale) this.#socket.resync();
    if (wasMine && !this.myTurn && this.seat !== null && this.game) saveSeenTable(this.table, this.seat, this.game.number, this.game.table);
    if (!wasMine && this.myTurn) {
      this.drawn = [];
      this.show.hurry();
      sound("turn");
      this.guide.forget();
    }
  }

  #setDeadline(view: ShownTable) {
    const left = view.clock?.left ?? null;
    this.deadline = left === null || !view.clock?.running ? null : performance.now() + left;
  }

  #followGame(events: readonly SeenEvent[]) {
    const before = this.history.now;
    const drew = events.findLast((event) => event.event === "drew" && event.seat === this.seat);
    if (drew?.event === "drew") this.drawn = readTiles(drew.tiles.tiles ?? "");
    const played = events.find((event) => event.event === "played");
    const mine = played?.seat === this.seat && this.seat !== null;
    this.guide.forget();
    this.#rebase(events.flatMap((event) => (event.event === "played" && event.seat === this.seat ? readTiles(event.placed) : [])));
    // The server discards drafts after every event of the game, so one that is still valid is sent again.
    if (this.begun) this.#sendDraft();
    if (played) {
      const laid = offTable(laidPieces(this.history.now), before).map((piece) => piece.id);
      this.recent = mine ? new Set() : new Set([...this.recent, ...laid]);
    } else if (events.some((event) => event.event === "drew" && event.seat === this.seat)) {
      this.recent = new Set();
    }
  }

  /** An opponent has changed an open draft. */
  #showOpponentDraft(seat: number, table: readonly string[] | null) {
    if (seat === this.seat || seat !== this.turn) return;
    if (table === null) {
      this.#watched = null;
      return;
    }
    const { sets, next } = reconcileTable({ ...this.#start, ...this.#watched }, table, [], () => ++this.#ids);
    this.#watched = { sets, next };
  }

  /** Adopts the table and rack that the server reports. */
  #rebase(placed: readonly string[], first = false) {
    const watched = this.#watched;
    this.#watched = null;
    this.guide.felt = null;
    const key = this.turn !== null && this.turn === this.seat ? this.#turnKey() : null;
    // If turn, table and rack are unchanged, the draft stays.
    if (key !== null && key === this.#draftKey) return;
    this.#draftKey = key;
    // The tiles of another game are others, although their faces are the same: they come in the order of the deal.
    const number = this.game?.number ?? 0;
    const now = number === this.#rackGame ? this.history.now : { ...EMPTY, next: this.history.now.next };
    this.#rackGame = number;
    const table = this.game && this.game.phase.phase !== "lots" ? this.game.table : [];
    const reported = { table, rack: this.myRack?.tiles ?? "", placed };
    let start = rebase(now, watched ?? now, reported, () => ++this.#ids);
    if (first && this.seat !== null) start = { ...start, rack: inOrder(start.rack, savedRack(this.table, this.seat) ?? []) };
    this.#start = start;
    this.history = begin(start);
    this.judgement = null;
    this.judged = true;
    if (first) this.#restore();
    this.#save();
  }

  /** A draft is valid for one table and one rack only. */
  #turnKey() {
    const game = this.game;
    const rack = readTiles(this.myRack?.tiles ?? "").sort();
    return [game?.number ?? 0, ...(game?.table ?? []), ...rack].join(" ");
  }

  /** Restores the draft after a reload. */
  #restore() {
    if (this.seat === null || this.#draftKey === null) return;
    const kept = savedDraft(this.table, this.seat, this.#draftKey);
    const draft = kept && layFrom(this.#start, this.history.now, kept);
    if (draft) this.#record(draft);
  }

  #save() {
    if (this.seat === null) return;
    saveRack(this.table, this.seat, gathered(this.history.now).map((piece) => piece.face));
    saveDraft(this.table, this.seat, this.#turnKey(), this.begun ? toWire(this.history.now) : null);
  }

  #judge(judgement: JudgementView) {
    this.judged = true;
    this.judgement = judgement;
    // Sets are shown in the server's order, so that the reading of a joker is visible.
    let draft = this.history.now;
    judgement.sets.forEach((set, index) => {
      const there = draft.sets[index];
      const laid = set.laid?.[0];
      if (set.ok && laid && there) draft = lay(draft, there.id, readTiles(laid));
    });
    if (draft !== this.history.now) this.history = amend(this.history, draft);
  }

  // Actions of the player.

  #sendDraft() {
    if (this.seat === null || !this.game || this.over || this.turn !== this.seat) return;
    this.#number += 1;
    if (!this.begun) {
      this.judgement = null;
      this.judged = true;
      this.#socket.send({ type: "draft", number: this.#number });
      return;
    }
    this.judged = false;
    this.#socket.send({ type: "draft", number: this.#number, table: toWire(this.history.now) });
  }

  /** Adopts a change that the player made on the screen. */
  change(draft: Draft) {
    // While another table than the draft is shown, only the order of the rack can change.
    if (this.guide.felt || this.show.active || this.#watched) this.#reorder(reorder(this.history.now.rack, draft.rack.map((piece) => piece.id)));
    else this.#record(draft);
  }

  #record(draft: Draft) {
    if (draft === this.history.now) return;
    this.history = record(this.history, draft);
    this.#changed();
  }

  #changed() {
    this.guide.goOn();
    this.show.skip();
    this.#save();
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
    // The rack keeps its current order, and laid tiles return to their slots.
    this.history = reset(this.history, { ...this.#start, rack: gathered(this.history.now) });
    this.#changed();
  }

  sort(by: "colour" | "number") {
    const key = by === "colour" ? colourKey : numberKey;
    this.#reorder([...this.history.now.rack].sort((a, b) => key(a.face) - key(b.face)));
  }
  /** Asks the server which sets are on the rack. */
  sortBySets() {
    this.#socket.send({ type: "arrange" });
  }
  #arranged(sets: string[], rest: string) {
    const order = [...sets.flatMap(readTiles), ...readTiles(rest)].map((face) => (readFace(face).kind === "joker" ? "*" : face));
    this.#reorder(inOrder(this.history.now.rack, order));
  }
  #reorder(rack: Draft["rack"]) {
    // Empty slots close.
    this.history = amend(this.history, { ...this.history.now, rack, slots: undefined });
    this.#save();
  }

  act(action: Action) {
    this.busy = true;
    this.show.skip();
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
    this.show.skip();
    this.guide.ask(step);
    this.#socket.send({ type: "hint", step });
  }
  /** Turns the hint into the draft, for the player to check and finish. */
  layHint() {
    const laid = this.guide.laid();
    if (laid) this.#record(laid);
  }
  /** A joker in a word whose letter has not been chosen yet. */
  get unreadJoker(): number | null {
    if (!this.isWordGame || !this.myTurn) return null;
    for (const set of this.history.now.sets) {
      const joker = set.pieces.find((piece) => isJoker(piece) && piece.face === "*");
      if (joker && set.pieces.length > 1) return joker.id;
    }
    return null;
  }
  /** Chooses the letter that a joker stands for. */
  readJoker(joker: number, letter: string) {
    this.#record(read(this.history.now, joker, letter));
  }
  /** Shows the opponents' plays since the player's last turn once more. */
  showAgain() {
    if (!this.begun) this.story.again();
  }
}
