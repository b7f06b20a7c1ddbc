/** A game against bots as picture strips, one sheet for each turn, in target/film: `cargo xtask film`. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test, type Page } from "@playwright/test";
import type { ServerMessage } from "../src/wire";
import { playByHand } from "./byhand";
import { Camera, writeSheet, type Scene } from "./camera";
import { byMouse } from "./inputs";
import { createTable, limited, open, rack, waitForTurn } from "./player";

/** Width and height of the screen, and the width of a picture on the sheet. */
const SIZES = [
  [360, 640, 180],
  [390, 844, 195],
  [820, 1180, 290],
  [1440, 900, 470],
] as const;
/** The length of the game in turns, so that a film ends also if the game does not. */
const MOST_TURNS = Number(process.env.TRINTA_FILM_TURNS ?? 40);
/** A sheet begins before its turn ends, and ends when the next one does, in milliseconds. */
const BEFORE = 500;
const LONGEST = 8000;

const folder = join(process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target"), "film");

/** Notes every turn that ends, as the server reports it. */
function watchTurns(page: Page): Scene[] {
  const scenes: Scene[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(String(payload)) as ServerMessage;
      if (message.type !== "happened") return;
      for (const event of message.events) {
        if (event.table !== "game") continue;
        const game = event.event;
        if (game.event === "played" || game.event === "drew" || game.event === "passed") scenes.push({ at: Date.now(), title: `seat ${game.seat + 1} ${game.event}` });
      }
    }),
  );
  return scenes;
}

for (const [width, height, pictureWidth] of SIZES) {
  test(`${width}x${height}`, async ({ browser }) => {
    test.setTimeout(1_200_000);
    const name = `${width}x${height}`;
    rmSync(join(folder, name), { recursive: true, force: true });
    // The server with the shipped settings has bots at their real pace.
    const page = await open(browser, { viewport: { width, height }, reducedMotion: "no-preference" });
    await page.goto(limited("/"));
    const { table } = await createTable(page, { edition: "hk", players: 4, hints: true, settings: { turn_time: "none" } }, { 1: "level3", 2: "level4", 3: "level2" });
    const turns = watchTurns(page);
    await page.goto(limited(`/t/${table}`));
    await rack(page).first().waitFor();
    const camera = await Camera.start(page, pictureWidth * 2);
    const start = Date.now();
    let isOver = false;
    while (turns.length < MOST_TURNS && !isOver) {
      isOver = !(await waitForTurn(page));
      if (!isOver) await playByHand(page, byMouse);
    }
    // Until the last play, or the winner's moment, has been shown.
    const end = Date.now() + 6000;
    await page.waitForTimeout(6000);
    await camera.stop();
    const shifts = await camera.shifts();
    const scenes: Scene[] = [{ at: start + BEFORE, title: "the beginning" }, ...turns];
    for (const [index, scene] of scenes.entries()) {
      const from = scene.at - BEFORE;
      const to = Math.min((scenes[index + 1]?.at ?? end + BEFORE) - BEFORE, from + LONGEST);
      if (to <= from) continue;
      const moved = shifts.filter((shift) => shift.at >= from && shift.at < to);
      const jumps = moved.length === 0 ? "nothing shifts" : `shifts: ${moved.map((shift) => `${shift.value.toFixed(4)} ${[...new Set(shift.elements)].join(", ")} after ${((shift.at - from) / 1000).toFixed(1)} s`).join("; ")}`;
      const title = `${name}, turn ${index}: ${scene.title}; ${jumps}`;
      if (moved.length > 0) console.log(title);
      await writeSheet(browser, join(folder, name, `${String(index).padStart(2, "0")}.png`), title, camera.shots(from, to), pictureWidth);
    }
    console.log(`${name}: ${scenes.length} sheets in ${join(folder, name)}, ${camera.frames.length} pictures taken, layout shift in total ${shifts.reduce((sum, shift) => sum + shift.value, 0).toFixed(4)}`);
  });
}
