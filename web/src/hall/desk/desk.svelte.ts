/** A tournament as this device runs it: its view, its commands, and what went wrong with the last one. */
import { untrack } from "svelte";
import { HallConnection } from "../net";
import { i18n } from "../../texts/index.svelte";
import { DESK_TEXTS } from "../../texts/desk";
import { hallApi } from "./api";
import { nextStep, type Step } from "./needs";
import { describeRefused } from "./refusal";
import { savedTournament, saveTournament, type Role, type SavedTournament } from "./saved";
import { secondsOf } from "./times";
import type { Answer, DirectorView, LogEntry, RefusalFields, StaffView, Undoable } from "./view";

export const TABS = ["players", "check-in", "seating", "board", "standings", "cases", "print", "wall", "more"] as const;
export type Tab = (typeof TABS)[number];
export interface Tie {
  rank: number;
  numbers: number[];
}
export interface PlayOffView {
  rank: number;
  numbers: number[];
  tables?: { table: number; players: number[] }[];
  ranks?: Record<string, number>;
  draw?: { numbers: number[]; places: number };
}
type Command = { do: string } & Record<string, unknown>;

export class Desk {
  readonly id: string;
  saved = $state.raw<SavedTournament>() as SavedTournament;
  connection = $state.raw<HallConnection<DirectorView | StaffView>>() as HallConnection<DirectorView | StaffView>;
  log = $state.raw<LogEntry[]>([]);
  ties = $state.raw<Tie[]>([]);
  /** What can be taken back, the newest first. */
  undoable = $state.raw<Undoable[]>([]);
  /** Play-offs as the last answers told them, where the view does not. */
  #told = $state.raw<PlayOffView[]>([]);
  busy = $state(false);
  /** The last refusal, with the command, so that it can be given again as head judge. */
  refused = $state.raw<{ error: RefusalFields; command: Command } | null>(null);
  /** What was done last, in a sentence. */
  said = $state("");
  /** Ends when every command that was given so far has its answer. */
  #answered: Promise<unknown> = Promise.resolve();
  /** Commands without an answer. */
  readonly #given = new Set<string>();

  constructor(saved: SavedTournament) {
    this.id = saved.id;
    this.saved = saved;
    this.connection = this.#connect(saved);
  }

  #connect(saved: SavedTournament): HallConnection<DirectorView | StaffView> {
    return new HallConnection<DirectorView | StaffView>(saved.id, { token: saved.tokens[saved.role] ?? "" });
  }
  get token(): string {
    return this.saved.tokens[this.saved.role] ?? "";
  }
  get role(): Role {
    return this.saved.role === "link" ? "organiser" : this.saved.role;
  }
  get view(): DirectorView | null {
    const view = this.connection.view;
    return view !== null && view.as !== "staff" ? view : null;
  }
  get staffView(): StaffView | null {
    const view = this.connection.view;
    return view !== null && view.as === "staff" ? view : null;
  }
  /** The hall's time in seconds. */
  get now(): number {
    return secondsOf(this.connection.now ?? undefined) ?? 0;
  }
  get step(): Step | null {
    const view = this.view;
    return view && nextStep(view, this.ties.length);
  }

  /** Fetches what is not in the view whenever the tournament changes. */
  async refresh(): Promise<void> {
    const view = untrack(() => this.view);
    if (!view) return;
    // Only a view that was asked for says what can be taken back: finding that out is too much for every change.
    const [log, standings, asked] = await Promise.all([this.connection.ask({ what: "log" }), this.connection.ask({ what: "standings" }), this.connection.ask({ what: "view", as: view.as })]);
    if ("ok" in asked) this.undoable = (asked["view"] as { undoable?: Undoable[] }).undoable ?? [];
    if ("ok" in log) this.log = log["log"] as LogEntry[];
    if ("ok" in standings) this.ties = standings["complete"] === true ? (standings["ties"] as Tie[]) : [];
  }

  /** Gives a command, after those before it. A refusal stays on the screen until the next one, and comes back as null. */
  async do(command: Command, said = ""): Promise<Record<string, unknown> | null> {
    const text = JSON.stringify(command);
    // A second click on the same button is not a second command.
    if (this.#given.has(text)) return null;
    this.#given.add(text);
    this.busy = true;
    const answered = this.#answered.then(() => this.#give(command, said));
    this.#answered = answered;
    try {
      return await answered;
    } finally {
      this.#given.delete(text);
      this.busy = this.#given.size > 0;
    }
  }
  async #give(command: Command, said: string): Promise<Record<string, unknown> | null> {
    this.refused = null;
    const answer = (await this.connection.send(command)) as Answer;
    if (answer.error !== undefined) {
      this.refused = { error: answer.error, command };
      return null;
    }
    this.said = said;
    return answer;
  }
  /** Gives commands one after the other until one is refused. */
  async doAll(commands: readonly Command[]): Promise<boolean> {
    for (const command of commands) if ((await this.do(command)) === null) return false;
    return true;
  }
  async ask(question: { what: string } & Record<string, unknown>): Promise<Answer> {
    return (await this.connection.ask(question)) as Answer;
  }
  get refusedText(): string {
    return this.refused ? describeRefused(DESK_TEXTS[i18n.language], this.refused.error) : "";
  }

  /**
   * Acts in another role from now on, with a key of its own. What was given in the old role is answered first: its answer
   * comes over the old connection.
   */
  async actAs(role: Role, name: string): Promise<void> {
    await this.#answered;
    let token = this.saved.tokens[role];
    if (token === undefined) {
      const made = await hallApi.invite(this.id, this.saved.tokens.organiser ?? this.token, role, name);
      token = made.token;
    }
    this.saved = { ...this.saved, tokens: { ...this.saved.tokens, [role]: token }, role };
    saveTournament(this.saved);
    this.connection.close();
    this.connection = this.#connect(this.saved);
  }
  /** Keeps the key of a link under the role that the server says it is for. */
  takeRole(role: Role): void {
    if (this.saved.role !== "link") return;
    const { link, ...tokens } = this.saved.tokens;
    this.saved = { ...this.saved, tokens: { ...tokens, [role]: link }, role };
    saveTournament(this.saved);
  }
  /** Becomes head judge and gives the refused command again. */
  async retryAsHeadJudge(name: string): Promise<void> {
    const again = this.refused?.command;
    await this.actAs("head-judge", name);
    if (again) await this.do(again);
  }
  keepTitle(title: string, date: string): void {
    const kept = savedTournament(this.id);
    if (kept && (kept.title !== title || kept.date !== date)) saveTournament({ ...kept, title, date });
  }
  get playOffs(): PlayOffView[] {
    const known = this.view?.play_offs;
    if (!known) return this.#told;
    return known.map(({ rank, players, tables, to_draw = [], places = 1, ranks }) => ({
      rank,
      numbers: players.map(({ number }) => number),
      tables: tables.filter(({ scores }) => scores === undefined).map(({ table, players: seated }) => ({ table, players: seated })),
      ...(to_draw.length > 0 ? { draw: { numbers: to_draw, places } } : {}),
      ...(ranks ? { ranks } : {}),
    }));
  }
  set playOffs(told: PlayOffView[]) {
    this.#told = told;
  }
  playOffSeats(rank: number, table: number): number[] | null {
    return this.playOffs.find((one) => one.rank === rank)?.tables?.find((one) => one.table === table)?.players ?? null;
  }
  nameOf(number: number): string {
    return this.view?.players.find((player) => player.number === number)?.name ?? String(number);
  }
  close(): void {
    this.connection.close();
  }
}
