/** Requests about tournaments. A key travels in a header only. */
import { Refusal } from "../../net/api";
import type { ErrorBody } from "../../wire";
import type { Role } from "./saved";

export type SettingsOfPreset = Record<string, unknown> & { rounds: number; play: number; slot: number; start: string; winners: number; games_per_round: number; capacity: number; rules: Record<string, unknown> };
export interface Preset {
  name: string;
  settings: SettingsOfPreset;
}
export interface TournamentSummary {
  id: string;
  title: string;
  date: string;
  round: number;
  rounds: number;
  state: "setup" | "running" | "finished";
}
export interface Made {
  id: string;
  token: string;
  recovery: string;
}
export interface Advice {
  /** Minutes for all rounds. */
  available: number;
  /** Minutes that nine in ten stay below. */
  nine_in_ten: number;
  /** The share that runs over. */
  overrun: number;
  /** How many of the best are among the winners, on average. */
  best: number;
  winners: number;
}
export interface TokenView {
  key: string;
  role: Role;
  name: string;
}
export interface PrintRequest {
  documents: string[];
  language: string;
  paper: string;
  round?: number;
  address: string;
}

async function request(method: string, path: string, token: string | null, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (token !== null) headers["authorization"] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(`/api/v1/tournaments${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new Refusal("unreachable", "the server can't be reached");
  }
  if (!answer.ok) {
    const error = (await answer.json().catch(() => null)) as ErrorBody | null;
    throw new Refusal(error?.code ?? "other", error?.message ?? answer.statusText);
  }
  return answer;
}
async function json<T>(method: string, path: string, token: string | null, body?: unknown): Promise<T> {
  const answer = await request(method, path, token, body);
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
}
const offset = () => -new Date().getTimezoneOffset();
const of = (id: string) => `/${encodeURIComponent(id)}`;

export const hallApi = {
  list: () => json<{ tournaments: TournamentSummary[]; address?: string }>("GET", "", null),
  presets: async () => (await json<{ presets: Preset[] }>("GET", "/presets", null)).presets,
  advise: (body: object) => json<Advice>("POST", "/advice", null, body),
  create: (command: object) => json<Made>("POST", "", null, { command, utc_offset: offset() }),
  open: (file: string) => json<Made>("POST", "", null, { file, utc_offset: offset() }),
  restore: (backup: string, recovery: string) => json<Made>("POST", "/restore", null, { backup, recovery, utc_offset: offset() }),
  code: (code: string) => json<{ id: string; target: { kind: string; number?: number } }>("POST", "/code", null, { code }),
  /** The sheets as one page, and other addresses that were printed before. */
  print: async (id: string, token: string, body: PrintRequest) => {
    const answer = await request("POST", `${of(id)}/print`, token, body);
    const others = answer.headers.get("x-trinta-other-addresses") ?? "";
    return { html: await answer.text(), others: others.split(" ").filter((one) => one !== "") };
  },
  export: async (id: string, token: string, what: string, as: "csv" | "json") => (await request("GET", `${of(id)}/export?what=${what}&as=${as}`, token)).blob(),
  backup: async (id: string, token: string) => (await request("GET", `${of(id)}/backup`, token)).blob(),
  tokens: (id: string, token: string) => json<TokenView[]>("GET", `${of(id)}/tokens`, token),
  invite: (id: string, token: string, role: Role, name: string) => json<{ token: string }>("POST", `${of(id)}/tokens`, token, { role, name }),
  revoke: (id: string, token: string, key: string) => json<undefined>("DELETE", `${of(id)}/tokens/${encodeURIComponent(key)}`, token),
};

/** A backup as text: a phone saves it in base64, the server as bytes. */
export async function backupText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes).trim();
  return /^[A-Za-z0-9+/=]+$/.test(text) ? text : btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Saves what the server sent as a file. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  [link.href, link.download] = [url, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
