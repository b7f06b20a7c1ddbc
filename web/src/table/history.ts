/** Undo and redo within a turn. */
import type { Draft } from "./draft";

export interface History {
  readonly past: readonly Draft[];
  readonly now: Draft;
  readonly future: readonly Draft[];
}

export const begin = (draft: Draft): History => ({ past: [], now: draft, future: [] });

export function record(history: History, draft: Draft): History {
  return draft === history.now ? history : { past: [...history.past, history.now], now: draft, future: [] };
}

/** Changes the current draft without a step to undo, such as when the server arranges a set. */
export const amend = (history: History, draft: Draft): History => ({ ...history, now: draft });

export function undo(history: History): History {
  const now = history.past.at(-1);
  return now ? { past: history.past.slice(0, -1), now, future: [history.now, ...history.future] } : history;
}

export function redo(history: History): History {
  const [now, ...future] = history.future;
  return now ? { past: [...history.past, history.now], now, future } : history;
}

/** Back to the start of the turn, which can itself be undone. */
export function reset(history: History, start: Draft): History {
  return history.past.length === 0 ? history : record(history, start);
}
