/** The session of this browser: a guest with a name and a face, or an account. */
import { saveIdentity, savedIdentity } from "../room/saved";
import type { AccountBody, LoginBody, SessionView } from "../wire";
import { api } from "./api";

let known: SessionView | null = null;

/** The session, if there is one. Nobody is made a guest by looking around. */
export async function visitor(): Promise<SessionView | null> {
  return (known ??= await api.visitor());
}

/** The session; a guest session is created if there is none. */
export async function session(fallback: string): Promise<SessionView> {
  return (await visitor()) ?? (known = await api.guest(savedIdentity() ?? { name: fallback }));
}

/** Whether the player has said who they are, so that nobody asks again. */
export function isIntroduced(): boolean {
  return savedIdentity() !== null || known?.account != null;
}

/** Takes a name and a face, also at the tables where the player sits. An empty name leaves the old one. */
export async function introduce({ name, face }: { name: string; face: string | undefined }, fallback: string): Promise<SessionView> {
  const now = await session(fallback);
  const wanted = name.trim() || now.name;
  if (wanted !== now.name || (face !== undefined && face !== now.face)) {
    known = await api.rename({ name: wanted, ...(face === undefined ? {} : { face }) });
  }
  saveIdentity(known ?? now);
  return known ?? now;
}

/** Turns the guest into an account, which keeps the guest's games. */
export async function makeAccount(body: AccountBody, fallback: string): Promise<SessionView> {
  await session(fallback);
  return (known = await api.makeAccount(body));
}

export async function logIn(body: LoginBody): Promise<SessionView> {
  known = await api.logIn(body);
  saveIdentity(known);
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
