/** A tournament on the server of the tests, run by its organiser, with the codes of its sheets. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Browser, Page } from "@playwright/test";
import { seal } from "../src/hall/net/envelope";
import { keyFrom } from "../src/hall/net/keys";
import type { Answer, Command, Done, Question } from "../src/hall/net/messages";
import { url } from "./player";

const ALPHABET = "ACDEFGHJKMNPQRTWXY34679";
const BASE = 23n;
const HALF = BASE ** 4n;

function mix(seed: string, round: number, half: bigint): bigint {
  const eight = (value: bigint) => Uint8Array.from({ length: 8 }, (_, at) => Number((value >> BigInt(56 - 8 * at)) & 255n));
  const text = (words: string) => new TextEncoder().encode(words);
  const hash = sha256.create().update(text("trinta-code-1")).update(eight(BigInt(seed.length))).update(text(seed));
  const digest = hash.update(Uint8Array.of(round)).update(eight(half)).digest();
  return digest.slice(0, 8).reduce((value, byte) => (value << 8n) | BigInt(byte), 0n) % HALF;
}

/** The code of a judge's sheet, as `crates/tournament/src/code.rs` makes it. */
export function sheetCode(seed: string, round: number, table: number): string {
  return printedCode(seed, BigInt(1 + round) * 32_768n + BigInt(table));
}

/** The code of a player's card. */
export function cardCode(seed: string, number: number): string {
  return printedCode(seed, BigInt(number));
}

/** The code of a table's sign. */
export function signCode(seed: string, table: number): string {
  return printedCode(seed, 32_768n + BigInt(table));
}

function printedCode(seed: string, packed: bigint): string {
  let [left, right] = [packed / HALF, packed % HALF];
  for (let step = 0; step < 8; step++) [left, right] = [right, (left + mix(seed, step, right)) % HALF];
  let number = left * HALF + right;
  const values: number[] = [];
  for (let at = 0; at < 8; at++) {
    values.unshift(Number(number % BASE));
    number /= BASE;
  }
  const weighted = values.reduce((sum, value, at) => sum + value * (at + 2), 0);
  const signs = [...values, (23 - (weighted % 23)) % 23].map((value) => ALPHABET[value] ?? "");
  return [signs.slice(0, 3), signs.slice(3, 6), signs.slice(6)].map((group) => group.join("")).join("-");
}

const PROGRAM = process.env.TRINTA_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target"), "debug/trinta");

/** What the program answers to the commands of a tournament's log, which must all be accepted, and then to some questions. */
export async function programAnswers(page: Page, id: string, token: string, questions: readonly string[]): Promise<Record<string, unknown>[]> {
  const log = await page.evaluate(
    async ([id, token]) => {
      const answer = await fetch(`/api/v1/tournaments/${id}/export?what=log&as=json`, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.text();
    },
    [id, token] as const,
  );
  const entries = log.trim().split("\n").map((line) => JSON.parse(line) as { by?: string; at?: string; why?: string; command: Record<string, unknown> });
  const commands = entries.map(({ by, at, why, command }) => ({ ...command, ...(by ? { by } : {}), ...(at ? { at } : {}), ...(why ? { why } : {}) }));
  const input = [...commands, ...questions.map((what) => ({ do: "ask", what }))].map((command) => JSON.stringify(command)).join("\n");
  const answers = execFileSync(PROGRAM, ["tournament", "run"], { input: `${input}\n`, maxBuffer: 1 << 28 }).toString().trim().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
  const refused = answers.filter((answer) => answer["error"] !== undefined);
  if (refused.length > 0) throw new Error(`the program refuses what the server accepted: ${JSON.stringify(refused)}`);
  return answers.slice(commands.length);
}

/** The organiser, at a desk of their own: a page that holds the connection, because the tests' Node has no websockets. */
export class Organiser {
  readonly id: string;
  readonly token: string;
  readonly seed: string;
  readonly #page: Page;
  #n = 0;
  readonly #key = keyFrom(crypto.getRandomValues(new Uint8Array(32)));

  private constructor(id: string, token: string, seed: string, page: Page) {
    this.id = id;
    this.token = token;
    this.seed = seed;
    this.#page = page;
  }

  static async start(browser: Browser, set: Record<string, unknown> = {}): Promise<Organiser> {
    const seed = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const page = await (await browser.newContext({ baseURL: url() })).newPage();
    await page.goto("/c");
    // The codes follow from a secret that nobody is told; here it is the seed, so that the tests know them.
    const command = { do: "new", title: "Spring cup", date: "2027-03-20", seed, code_seed: seed, set };
    const { id, token } = await page.evaluate(async (command) => {
      const made = await fetch("/api/v1/tournaments", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ command, utc_offset: 0 }) });
      if (!made.ok) throw new Error(await made.text());
      return (await made.json()) as { id: string; token: string };
    }, command);
    const organiser = new Organiser(id, token, seed, page);
    await organiser.#connect();
    return organiser;
  }

  /** The head judge of the same tournament, with a key of their own. */
  async headJudge(): Promise<Organiser> {
    const page = await this.#page.context().newPage();
    await page.goto("/c");
    const token = await page.evaluate(
      async ([id, token]) => {
        const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
        const made = await fetch(`/api/v1/tournaments/${id}/tokens`, { method: "POST", headers, body: JSON.stringify({ role: "head-judge", name: "Rosa" }) });
        if (!made.ok) throw new Error(await made.text());
        return ((await made.json()) as { token: string }).token;
      },
      [this.id, this.token] as const,
    );
    const judge = new Organiser(this.id, token, this.seed, page);
    await judge.#connect();
    return judge;
  }

  async #connect(): Promise<void> {
    const hello = { type: "hello", protocol: 1, as: { token: this.token }, device: this.#key.device, backup_seq: null };
    await this.#page.evaluate(
      ([id, hello]) =>
        new Promise<void>((done) => {
          const desk = globalThis as unknown as { socket: WebSocket; answers: Map<string, (answer: unknown) => void> };
          desk.answers = new Map();
          desk.socket = new WebSocket(`ws://${location.host}/api/v1/tournaments/${id}/socket`);
          desk.socket.onopen = () => desk.socket.send(JSON.stringify(hello));
          desk.socket.onmessage = (event) => {
            const message = JSON.parse(String(event.data)) as { type: string; n: number; id: number; answer: unknown };
            if (message.type === "welcome") done();
            if (message.type === "answer") desk.answers.get(`command ${message.n}`)?.(message.answer);
            if (message.type === "answered") desk.answers.get(`question ${message.id}`)?.(message.answer);
          };
        }),
      [this.id, hello] as const,
    );
  }

  #send(name: string, message: object): Promise<unknown> {
    return this.#page.evaluate(
      ([name, message]) =>
        new Promise<unknown>((done) => {
          const desk = globalThis as unknown as { socket: WebSocket; answers: Map<string, (answer: unknown) => void> };
          desk.answers.set(name, done);
          desk.socket.send(JSON.stringify(message));
        }),
      [name, message] as const,
    );
  }

  /** Gives a command that must be accepted. */
  async do(command: Command): Promise<Answer> {
    const n = ++this.#n;
    const envelope = seal(this.#key, this.id, { n, at: null, code: null, command });
    const answer = (await this.#send(`command ${n}`, { type: "command", envelope })) as Answer;
    if (answer.error !== undefined) throw new Error(`${command.do}: ${JSON.stringify(answer.error)}`);
    return answer;
  }

  /** Asks a question that must be answered. */
  async ask(question: Question): Promise<Done> {
    const id = ++this.#n;
    const answer = (await this.#send(`question ${id}`, { type: "ask", id, question })) as Answer;
    if (answer.error !== undefined) throw new Error(`${question.what}: ${JSON.stringify(answer.error)}`);
    return answer;
  }

  /** From the players to the start of the first round. */
  async seatAndStart(names: readonly string[]): Promise<void> {
    await this.do({ do: "add", players: names.map((name) => ({ name, school: "Harbour Primary" })) });
    await this.do({ do: "check-in", numbers: "all" });
    await this.do({ do: "briefing" });
    await this.do({ do: "seat", round: 1 });
    await this.do({ do: "publish", round: 1 });
    await this.do({ do: "start", round: 1 });
  }

  sheet(round: number, table: number): string {
    return sheetCode(this.seed, round, table);
  }

  async close(): Promise<void> {
    await this.#page.context().close();
  }
}
