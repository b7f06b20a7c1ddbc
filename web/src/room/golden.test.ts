/**
 * The golden games as wire messages: after each message, the folded view equals a fresh view. The fold in Rust passes
 * the same test in crates/table/tests/golden.rs, which writes golden.json.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readTiles } from "../tiles/face";
import type { ServerMessage, TableView } from "../wire";
import { fold } from "./fold";
import { isLastCircle, show, type ShownTable } from "./view";

interface Golden {
  view: TableView;
  steps: { message: Extract<ServerMessage, { type: "happened" }>; change: unknown; last_circle: boolean }[];
}

const games = JSON.parse(readFileSync(new URL("./golden.json", import.meta.url), "utf8")) as Record<string, Golden>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Applies a change to a view. Fields of the table, its game and the game's state keep their value if the change lacks
 * them, and so do seats that are null in it.
 */
function merge(value: unknown, change: unknown): unknown {
  if (!isObject(value) || !isObject(change)) return change;
  const inner = (key: string, changed: unknown) => {
    if (key === "seats") return (value[key] as unknown[]).map((seat, at) => (changed as unknown[])[at] ?? seat);
    return key === "game" || key === "state" ? merge(value[key], changed) : changed;
  };
  return { ...value, ...Object.fromEntries(Object.entries(change).map(([key, changed]) => [key, inner(key, changed)])) };
}

/** The sets on the table after a message, if the message contains them. */
function laid(message: Golden["steps"][number]["message"]): string[] | undefined {
  const tables = message.events.flatMap((event) => (event.table === "game" && "table" in event.event ? [event.event.table] : []));
  return tables.at(-1);
}

/** The view after a step. If the message contains the sets on the table, the change does not repeat them. */
function after(view: TableView, { message, change }: Golden["steps"][number]): TableView {
  const next = merge(view, change) as TableView;
  const table = laid(message);
  const said = isObject(change) && isObject(change.game) && isObject(change.game.state) && "table" in change.game.state;
  return table && next.game && !said ? { ...next, game: { ...next.game, state: { ...next.game.state, table } } } : next;
}

/** The view with sorted racks, because the order of a rack does not matter. */
function unordered(view: ShownTable): ShownTable {
  const racks = view.game?.racks.map((rack) => (rack.tiles === undefined ? rack : { ...rack, tiles: readTiles(rack.tiles).sort().join(" ") }));
  return { ...view, game: view.game && { ...view.game, racks: racks ?? [] } };
}

describe("the golden games", () => {
  it.each(Object.keys(games))("%s", (name) => {
    const game = games[name] as Golden;
    let wire: TableView = game.view;
    let shown = show(wire);
    let followed = 0;
    for (const step of game.steps) {
      const { message } = step;
      wire = after(wire, step);
      const folded = fold(shown, message.events, message);
      if (!folded.stale) followed += 1;
      shown = folded.stale ? show(wire) : folded.view;
      expect(unordered(shown), JSON.stringify(message.events)).toEqual(unordered(show(wire)));
      expect(isLastCircle(shown), JSON.stringify(message.events)).toBe(step.last_circle);
    }
    expect(followed).toBeGreaterThan(0);
  });
});
