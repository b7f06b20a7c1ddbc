/** The HTTP API of the server. */
import type {
  AccountBody, AppointedView, Code, CreateTable, ErrorBody, FinishedGame, InviteView, JoinBody, JoinedView, LoginBody, NameBody, SeatedTable, ServerView, SessionView, TableCreated,
  TableSummary, TurnView,
} from "../wire";

/** Why a request failed: the server's code, `unreachable` without an answer, `other` if the answer can't be read. */
export type RefusalCode = Code | "unreachable" | "other";

/** A request that the server refused or did not answer. */
export class Refusal extends Error {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function codeOf(error: unknown): RefusalCode {
  return error instanceof Refusal ? error.code : "other";
}

/** The answer to a request; a `Refusal` if there is none, or if it is one. */
async function request(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, init);
  } catch {
    throw new Refusal("unreachable", "the server can't be reached");
  }
  if (!answer.ok) {
    const error = (await answer.json().catch(() => null)) as ErrorBody | null;
    throw new Refusal(error?.code ?? "other", error?.message ?? answer.statusText);
  }
  return answer;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { "content-type": "application/json" } };
  if (body !== undefined) init.body = JSON.stringify(body);
  const answer = await request(path, init);
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
}

const table = (name: string) => `/tables/${encodeURIComponent(name)}`;

export const api = {
  server: () => ask<ServerView>("GET", "/server"),
  session: () => ask<SessionView>("GET", "/session"),
  /** The session; null for somebody new. */
  visitor: () => ask<SessionView | null>("GET", "/visitor"),
  guest: (body: NameBody) => ask<SessionView>("POST", "/session", body),
  rename: (body: NameBody) => ask<SessionView>("PUT", "/session", body),
  signOut: () => ask<undefined>("DELETE", "/session"),
  makeAccount: (body: AccountBody) => ask<SessionView>("POST", "/account", body),
  logIn: (body: LoginBody) => ask<SessionView>("POST", "/login", body),
  games: () => ask<FinishedGame[]>("GET", "/games"),
  /** Tables to come back to. */
  seats: () => ask<SeatedTable[]>("GET", "/seats"),
  tables: () => ask<TableSummary[]>("GET", "/tables"),
  create: (body: CreateTable) => ask<TableCreated>("POST", "/tables", body),
  find: (code: string) => ask<TableSummary>("POST", "/codes", { code }),
  join: (name: string, body: JoinBody) => ask<JoinedView>("POST", `${table(name)}/join`, body),
  invite: (name: string) => ask<InviteView>("POST", `${table(name)}/invites`, {}),
  inviteJudge: (name: string) => ask<InviteView>("POST", `${table(name)}/invites`, { seat: null, judge: true }),
  becomeJudge: (name: string, invite: string) => ask<AppointedView>("POST", `${table(name)}/judges`, { invite }),
  recordLines: async (name: string, number: number): Promise<string> => (await request(`${table(name)}/games/${number}/record?kind=jsonl`)).text(),
  analysis: (name: string, number: number) => ask<TurnView[]>("GET", `${table(name)}/games/${number}/analysis`),
  recordLink: (name: string, number: number) => `/api/v1${table(name)}/games/${number}/record`,
};
