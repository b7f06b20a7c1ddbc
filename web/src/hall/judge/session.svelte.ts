/** A judge's phone at one table: the connection, what this phone knows, and what can be done. */
import { HallConnection, isRefused, type Answer, type Command, type Refusal } from "../net";
import { tick, type DealStep } from "./checklist";
import * as draws from "./draw";
import * as entries from "./entry";
import { endedOf, figuresOf, letterOf, nameOf, type Figures, type GameView, type JudgeView, type Phase, type Verdict } from "./model";
import { freshProgress, keepPreference, keepProgress, keptProgress, prefersSums, resume, shownPhase, type Progress } from "./progress";
import * as timers from "./timer";

/** What the server would make of the result, or that it can't say. */
export type Preview =
  | { readonly kind: "asking" }
  | { readonly kind: "offline" }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "scores"; readonly scores: Readonly<Record<string, string>>; readonly verdicts: Readonly<Record<string, Verdict>> };

interface ScoredAnswer {
  readonly scores?: Readonly<Record<string, string>>;
  readonly verdicts?: Readonly<Record<string, Verdict>>;
}

const ASK_DELAY_MS = 120;

export class JudgeSession {
  readonly connection: HallConnection<JudgeView>;
  progress = $state.raw<Progress>(freshProgress(1));
  /** The last refusal, until it is dismissed. */
  refusal = $state.raw<Refusal | null>(null);
  /** Whether another phone judges this table. */
  isTaken = $state(false);
  /** Whether what this phone sent is not what is stored, so that the head judge decides. */
  isDisputed = $state(false);
  /** What followed from the last incident, for a while. */
  consequence = $state.raw<{ number: number; draws: number } | null>(null);
  preview = $state.raw<Preview>({ kind: "asking" });
  #isResumed = false;
  #hasClaimed = false;
  #trial = 0;
  readonly #verdicts = new Map<string, Verdict>();

  constructor(id: string, code: string) {
    this.connection = new HallConnection<JudgeView>(id, { code });
  }

  get view(): JudgeView | null {
    return this.connection.view;
  }

  /** The table; only while there is a view. */
  get here(): JudgeView {
    const { view } = this.connection;
    if (!view) throw new Error("the table is not known yet");
    return view;
  }

  get round(): number {
    const { viewer } = this.connection;
    return viewer?.role === "judge" ? viewer.round : this.here.round;
  }

  get table(): number {
    return this.here.table;
  }

  get figures(): Figures {
    return figuresOf(this.here);
  }

  get players(): number[] {
    return this.here.seating?.players.map(({ number }) => number) ?? [];
  }

  get game(): GameView | null {
    return this.here.games.find(({ game }) => game === this.progress.game) ?? null;
  }

  get phase(): Phase {
    return shownPhase(this.progress, this.here.games);
  }

  /** Whether the table of this sheet has gone on to another round. */
  get isOver(): boolean {
    return Math.max(this.here.round, this.here.published ?? 0) > this.round;
  }

  get order(): readonly number[] | null {
    return this.game?.order ?? this.progress.order;
  }

  get steps(): string[] {
    return [...new Set([...(this.game?.steps.map(({ step }) => step) ?? []), ...this.progress.steps])];
  }

  get isPaused(): boolean {
    return this.progress.pausedAt !== null || this.here.seating?.state === "paused";
  }

  letter(number: number): string {
    return letterOf(this.here, number);
  }

  name(number: number): string {
    return nameOf(this.here, number);
  }

  /** Called with every view: goes on where the table is, and claims it once. */
  follow(): void {
    const { view, viewer, id, device } = this.connection;
    if (!view || viewer?.role !== "judge") return;
    if (!this.#isResumed) {
      this.#isResumed = true;
      this.progress = resume(keptProgress(localStorage, id, viewer.round, viewer.table), view.games);
    }
    if (!this.#hasClaimed && !this.isOver) {
      this.#hasClaimed = true;
      void this.claim(false);
    }
    if (view.device && device && this.#hasClaimed) this.isTaken = view.device !== device;
    if (this.progress.pausedAt !== null && view.seating?.state === "playing" && this.connection.pending === 0) this.update({ pausedAt: null });
  }

  update(changes: Partial<Progress>): void {
    this.progress = { ...this.progress, ...changes };
    const { id, viewer } = this.connection;
    if (viewer?.role === "judge") keepProgress(localStorage, id, viewer.round, viewer.table, this.progress);
  }

  /** Where commands about this game belong. */
  get place() {
    return { round: this.round, table: this.table, game: this.progress.game };
  }

  async send(command: Command): Promise<Answer> {
    const answer = await this.connection.send(command);
    if (isRefused(answer)) {
      if (answer.error.code === "taken") this.isTaken = true;
      else this.refusal = answer.error;
    }
    return answer;
  }

  async claim(takeOver: boolean): Promise<void> {
    const device = this.connection.device ?? "";
    const answer = await this.send({ do: "claim", table: this.table, device, ...(takeOver ? { take_over: true } : {}) });
    if (!isRefused(answer)) this.isTaken = false;
  }

  // Who sits here, and who begins

  confirmPeople(): void {
    this.update({ phase: "draw", draw: draws.startDraw(this.players) });
  }

  get draw(): draws.Draw {
    return this.progress.draw ?? draws.startDraw(this.players);
  }

  drawTile(tile: draws.Drawn): void {
    const player = draws.drawer(this.draw);
    if (player === null) return;
    const draw = draws.enter(this.draw, player, tile);
    const now = draws.outcome(draw);
    if (now.kind === "open") {
      this.update({ draw });
      return;
    }
    void this.send({ do: "draw", for: "start", ...this.place, tiles: draws.toTiles(draw) });
    if (now.kind === "again") this.update({ draw: now.draw });
    else if (now.chosen[0] !== undefined) this.begin(now.chosen[0], draw);
  }

  /** The judge says who begins. */
  begin(starter: number, draw: draws.Draw | null = null): void {
    this.update({ phase: "deal", order: draws.orderFrom(this.players, starter), draw });
  }

  // The deal

  tickStep(step: DealStep): void {
    const fresh = tick(this.steps, step);
    for (const one of fresh) void this.send({ do: "step", ...this.place, step: one });
    this.update({ phase: "deal", steps: [...this.steps, ...fresh] });
  }

  async redeal(number: number, tiles: readonly string[]): Promise<boolean> {
    const answer = await this.send({ do: "redeal", ...this.place, number, tiles: tiles.join(" ") });
    return !isRefused(answer);
  }

  startPlay(): void {
    // The server starts a game only after a draw; where the judge said who begins, the phone keeps that to itself.
    if (this.game?.order || this.progress.draw) void this.send({ do: "step", ...this.place, step: "play" });
    const first = this.order?.[0] ?? this.players[0] ?? 0;
    this.update({ phase: "play", steps: [...this.steps, "play"], timer: timers.startTurn(first, this.figures.turnSeconds, Date.now()) });
  }

  // Play

  get timer(): timers.TurnTimer {
    const first = this.order?.[0] ?? this.players[0] ?? 0;
    return this.progress.timer ?? { player: first, seconds: this.figures.turnSeconds, runningSince: null, passedMs: 0 };
  }

  /** The players in the order of their turns. */
  get turns(): readonly number[] {
    return this.order ?? this.players;
  }

  nextTurn(): void {
    this.turnOf(timers.playerAfter(this.turns, this.timer.player));
  }

  turnOf(player: number): void {
    this.consequence = null;
    this.update({ timer: timers.startTurn(player, this.figures.turnSeconds, Date.now()) });
  }

  runTimer(): void {
    this.update({ timer: timers.goOnTimer(this.timer, Date.now()) });
  }

  pause(): void {
    void this.send({ do: "pause", round: this.round, table: this.table });
    this.update({ pausedAt: Date.now(), timer: timers.stopTimer(this.timer, Date.now()) });
  }

  goOn(): void {
    void this.send({ do: "resume", round: this.round, table: this.table });
    this.update({ pausedAt: null, timer: timers.goOnTimer(this.timer, Date.now()) });
  }

  call(why: string): void {
    void this.send({ do: "call", round: this.round, table: this.table, ...(why.trim() === "" ? {} : { why }) });
  }

  warn(number: number, why: string): void {
    void this.send({ do: "warn", number, why });
  }

  async incident(fields: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.send({ do: "incident", ...this.place, ...fields });
  }

  async timeOut(number: number, hasMoved: boolean, unrestorable: number): Promise<void> {
    this.nextTurn();
    const answer = await this.incident({ kind: "timeout", number, moved: hasMoved, unrestorable });
    if (!isRefused(answer) && typeof answer.draws === "number") this.consequence = { number, draws: answer.draws };
  }

  async actedTooSoon(number: number, turnOf: number): Promise<void> {
    const used = Math.round(timers.passedMs(this.timer, Date.now()) / 1000);
    const answer = await this.incident({ kind: "acted-too-soon", number, turn_of: turnOf, used });
    if (!isRefused(answer) && typeof answer.left === "number") this.update({ timer: timers.setLeft(this.timer, turnOf, answer.left, Date.now()) });
  }

  // The result

  gameOver(ended: entries.Ended, out: number | null): void {
    if (this.isPaused) this.goOn();
    void this.send({ do: "step", ...this.place, step: "end" });
    const timer = timers.stopTimer(this.timer, Date.now());
    const before = this.progress.entry;
    const isSame = before !== null && before.ended === ended && before.out === out;
    this.update({ phase: "count", timer, entry: isSame ? before : entries.startEntry(this.players, ended, out, prefersSums(localStorage)), nods: [] });
  }

  get entry(): entries.Entry | null {
    return this.progress.entry;
  }

  /** By sums or by tiles, from here on and in the next games. */
  enterBySum(bySum: boolean): void {
    if (!this.entry) return;
    keepPreference(localStorage, bySum);
    this.edit(entries.setBySum(this.entry, bySum));
  }

  get box(): entries.Box {
    return this.figures;
  }

  edit(entry: entries.Entry): void {
    this.update({ entry, nods: [] });
    void this.#try(entry);
  }

  /** Asks what the server would make of the result, or for the verdict on the current rack. */
  async #try(entry: entries.Entry): Promise<void> {
    const trial = ++this.#trial;
    this.preview = { kind: "asking" };
    const isWhole = entries.isComplete(entry);
    const rack = entry.current === null ? null : entries.rackOf(entry, entry.current);
    if (!isWhole && (!rack || rack.opened || rack.bySum || rack.tiles.length === 0)) return;
    const command = isWhole ? entries.toCommand(entry, this.place) : entries.toTrial(entry, this.place);
    const isCorrection = this.progress.isCorrection || this.game?.racks !== undefined;
    const asked = { ...command, by: "judge", ...(isCorrection ? { do: "correct", why: "preview" } : {}) };
    // Somebody who taps quickly asks once.
    await new Promise((done) => setTimeout(done, ASK_DELAY_MS));
    if (trial !== this.#trial) return;
    const answer = await this.connection.ask({ what: "what-if", command: asked });
    if (trial !== this.#trial) return;
    if (isRefused(answer)) {
      this.preview = answer.error.code === "offline" ? { kind: "offline" } : { kind: "refused", refusal: answer.error };
      return;
    }
    const { scores = {}, verdicts = {} } = (answer.answer ?? {}) as ScoredAnswer;
    this.preview = { kind: "scores", scores, verdicts };
    for (const [number, verdict] of Object.entries(verdicts)) this.#verdicts.set(this.#rackKey(Number(number), entry), verdict);
  }

  refreshPreview(): void {
    if (this.entry) void this.#try(this.entry);
  }

  #rackKey(number: number, entry: entries.Entry): string {
    const rack = entries.rackOf(entry, number);
    return `${number} ${rack?.tiles.join(" ") ?? ""} ${rack?.lastDrawn.join(" ") ?? ""}`;
  }

  /** The verdict on a rack, as the server gave it for just these tiles. */
  verdict(number: number): Verdict | null {
    const now = this.preview.kind === "scores" ? this.preview.verdicts[number] : undefined;
    const rack = this.entry ? entries.rackOf(this.entry, number) : null;
    if (!this.entry || !rack || rack.bySum) return now ?? null;
    return now ?? this.#verdicts.get(this.#rackKey(number, this.entry)) ?? null;
  }

  nod(number: number): void {
    const { nods } = this.progress;
    this.update({ nods: nods.includes(number) ? nods.filter((other) => other !== number) : [...nods, number] });
  }

  /** Sends the result with the nods given, and a protest if there is one. */
  async submit(nods: readonly number[], protest: string | null, why: string | null): Promise<void> {
    const { entry } = this;
    if (!entry) return;
    const { isCorrection } = this.progress;
    const command = entries.toCommand(entry, this.place);
    const result = this.send(isCorrection ? { ...command, do: "correct", why: why ?? "" } : command);
    if (nods.length > 0) void this.connection.send({ do: "sign", ...this.place, numbers: nods });
    if (protest !== null) void this.connection.send({ do: "protest", round: this.round, table: this.table, why: protest });
    this.update({ phase: "done", nods, isCorrection: false });
    const answer = await result;
    this.isDisputed = !isRefused(answer) && answer.case !== undefined;
    if (isRefused(answer) && answer.error.code !== "taken") this.update({ phase: "count", isCorrection, entry: { ...entry, current: null } });
  }

  protest(why: string): void {
    void this.send({ do: "protest", round: this.round, table: this.table, why });
  }

  correct(): void {
    const { game } = this;
    if (!game) return;
    const { entry } = this.progress;
    const stored = game.racks ? entries.fromStored(game.racks.map(({ number }) => number), endedOf(game), game.racks) : entry;
    if (!stored) return;
    this.update({ phase: "count", isCorrection: game.racks !== undefined, entry: stored, nods: [] });
    this.refreshPreview();
  }

  /** Back from an entry: to the play, or to the stored result. */
  leaveEntry(): void {
    if (this.progress.isCorrection) this.update({ phase: "done", isCorrection: false, entry: null });
    else this.update({ phase: "play" });
  }

  // After the game

  get nextGame(): number | null {
    return this.here.games.find(({ game, racks, annulled }) => game > this.progress.game && !racks && !annulled)?.game ?? null;
  }

  startNextGame(): void {
    if (this.nextGame !== null) {
      this.progress = freshProgress(this.nextGame);
      this.update({ draw: draws.startDraw(this.players) });
    }
  }

  async drawForMoves(draw: draws.Draw): Promise<Answer> {
    return this.send({ do: "draw", round: this.round, table: this.table, tiles: draws.toTiles(draw) });
  }

  dismiss(): void {
    void this.send({ do: "dismiss", round: this.round, table: this.table });
  }

  close(): void {
    this.connection.close();
  }
}
