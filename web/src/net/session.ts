/** The session of this browser: a guest with a name, or an account. */
import { saveName, savedName } from "../room/saved";
import type { AccountBody, LoginBody, SessionView } from "../wire";
import { api, codeOf } from "./api";

let known: SessionView | null = null;

/** The session; a guest session is created if there is none. */
export async function session(fallback: string): Promise<SessionView> {
  if (known) return known;
  try {
    known = await api.session();
  } catch (error) {
    if (codeOf(error) !== "no-session") throw error;
    known = await api.guest(savedName() ?? fallback);
  }
  return known;
}

export async function rename(name: string, fallback: string): Promise<SessionView> {
  const now = await session(fallback);
  const wanted = name.trim();
  if (wanted === "" || wanted === now.name) return now;
  known = await api.rename(wanted);
  saveName(known.name);
  return known;
}

/** Turns the guest into an account, which keeps the guest's games. */
export async function makeAccount(body: AccountBody, fallback: string): Promise<SessionView> {
  await session(fallback);
  return (known = await api.makeAccount(body));
}

export async function logIn(body: LoginBody): Promise<SessionView> {
  known = await api.logIn(body);
  saveName(known.name);
  return known;
}

/** Forgets a session that the server no longer knows. */
export function forget() {
  known = null;
}

/** Signs out; the next session is a guest's. */
export async function signOut(): Promise<void> {
  await api.signOut();
  forget();
}
