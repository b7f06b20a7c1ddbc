/** Who plays here: a guest with a name, until somebody wants an account. */
import { keepName, keptName } from "../room/keep";
import type { AccountBody, LoginBody, SessionView } from "../wire";
import { api, codeOf } from "./api";

let known: SessionView | null = null;

/** The session, made if there is none. */
export async function session(fallback: string): Promise<SessionView> {
  if (known) return known;
  try {
    known = await api.session();
  } catch (error) {
    if (codeOf(error) !== "no-session") throw error;
    known = await api.guest(keptName() ?? fallback);
  }
  return known;
}

export async function rename(name: string, fallback: string): Promise<SessionView> {
  const now = await session(fallback);
  const wanted = name.trim();
  if (wanted === "" || wanted === now.name) return now;
  known = await api.rename(wanted);
  keepName(known.name);
  return known;
}

/** An account for the guest who plays here, with all that they have played. */
export async function makeAccount(body: AccountBody, fallback: string): Promise<SessionView> {
  await session(fallback);
  return (known = await api.makeAccount(body));
}

/** The owner of an account comes back. */
export async function logIn(body: LoginBody): Promise<SessionView> {
  known = await api.logIn(body);
  keepName(known.name);
  return known;
}

/** The server does not know this browser any more. */
export function forget() {
  known = null;
}

/** Leaves the account; whoever plays next here is a guest. */
export async function signOut(): Promise<void> {
  await api.signOut();
  forget();
}
