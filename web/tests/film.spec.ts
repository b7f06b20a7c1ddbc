/** A game against bots, and a table where time runs out, as picture strips, one sheet for each turn, in target/film: `cargo xtask film`. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { playByHand } from "./byhand";
import { Camera, writeSheet, type Scene } from "./camera";
import { byMouse } from "./inputs";
import { createTable, draw, limited, open, rack, sheet, turnOver, turnsHad, waitForTurn } from "./player";
import { test } from "./test";

/** Width and height of the screen, and the width of a picture on the sheet. */
const SIZES = [
  [360, 640, 180],
  [390, 844, 195],
  [820, 1180, 290],
  [1440, 900, 470],
] as const;
/** `TRINTA_FILM_MOTION=reduce`: for somebody who prefers less motion. */
const MOTION = process.env.TRINTA_FILM_MOTION === "reduce" ? "reduce" : "no-preference";
/** The length of the game in turns, so that a film ends also if the game does not. */
const MOST_TURNS = Number(process.env.TRINTA_FILM_TURNS ?? 40);
/** Of the table where the time runs out. */
const TURN_SECONDS = 20;
/** A sheet begins before its turn is shown, and ends when the next one does, in milliseconds. */
const BEFORE = 500;
const LONGEST = 8000;

const folder = join(process.env.CARGO_TARGET_DIR ?? join(import.meta.dirname, "../../target"), "film");

/** How long a player looks at the table before playing, once everything has been shown. */
const LOOK = 1200;

/** Runs in the page: notes what is told at the table, at the moment when it is shown. */
function watchNews() {
  const told: Scene[] = [];
  (window as unknown as { told: Scene[] }).told = told;
  const log = document.querySelector('.visually-hidden[role="log"]');
  if (!log) throw new Error("no news");
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (node instanceof HTMLElement) told.push({ at: Date.now(), title: node.textContent ?? "" });
    }
  }).observe(log, { childList: true });
}
const toldOn = (page: Page) => page.evaluate(() => (window as unknown as { told: Scene[] }).told);

/** Waits until nothing is on its way, as somebody does who wants to see what the others did. */
async function watchOthers(page: Page) {
  await page.waitForFunction(() => document.querySelector(".flights > *") === null, undefined, { polling: 50 });
  await page.waitForTimeout(LOOK);
}

type Note = (title: string) => void;

/** Follows a hint from its first word to the play, looking at each step. */
async function playByHint(page: Page, note: Note) {
  const button = (name: string) => page.locator(".hint, .acts").getByRole("button", { name, exact: true });
  const look = () => page.waitForTimeout(LOOK);
  note("a hint is asked for");
  await button("Hint").click();
  await button("Show me where").or(button("Close")).first().waitFor();
  await look();
  if ((await button("Show me where").count()) === 0) {
    await button("Close").click();
    return draw(page);
  }
  for (const step of ["Show me where", "Show me all of it", "Next"]) {
    await button(step).click();
    await look();
  }
  note("the hint is laid");
  await button("Lay it for me").click();
  await look();
  await button("Finish").click();
}

/** A game to its end: a turn played tile by tile, the others by hints. */
async function playToTheEnd(page: Page, note: Note) {
  let byHand = false;
  while ((await toldOn(page)).length < MOST_TURNS && (await waitForTurn(page))) {
    await watchOthers(page);
    const before = await turnsHad(page);
    if (byHand) await playByHint(page, note);
    else byHand = await playByHand(page, byMouse);
    await turnOver(page, before);
  }
  if (await sheet(page).count()) note("the result");
  // Until the winner's moment has been shown.
  await page.waitForTimeout(6000);
}

/** Lays a tile that makes no set, until the time is up; then the turns of the others. */
async function runOutOfTime(page: Page, note: Note) {
  for (let turns = 0; turns < 2; turns++) {
    await waitForTurn(page);
    await watchOthers(page);
    const before = await turnsHad(page);
    note("a tile that makes no set");
    await rack(page).first().click();
    await page.keyboard.press("n");
    await page.waitForTimeout((TURN_SECONDS - 13) * 1000);
    note("the last seconds");
    await turnOver(page, before);
  }
  await page.waitForTimeout(LOOK);
}

const FILMS = {
  game: { settings: { turn_time: "none", opening_points: 0 }, play: playToTheEnd },
  time: { settings: { turn_time: TURN_SECONDS }, play: runOutOfTime },
} as const;

for (const [width, height, pictureWidth] of SIZES) {
  for (const [film, { settings, play }] of Object.entries(FILMS)) {
    const name = `${width}x${height}-${film}`;
    test(name, async ({ browser }) => {
      test.setTimeout(1_200_000);
      rmSync(join(folder, name), { recursive: true, force: true });
      // The server with the shipped settings has bots at their real pace.
      const page = await open(browser, { viewport: { width, height }, reducedMotion: MOTION });
      await page.addInitScript(() => localStorage.setItem("trinta.pace", "calm"));
      await page.goto(limited("/"));
      const { table } = await createTable(page, { edition: "hk", players: 3, hints: true, settings }, { 1: "level3", 2: "level2" });
      await page.goto(limited(`/t/${table}`));
      await rack(page).first().waitFor();
      await page.evaluate(watchNews);
      const camera = await Camera.start(page, pictureWidth * 2);
      const start = Date.now();
      const noted: Scene[] = [{ at: start + BEFORE, title: "the beginning" }];
      try {
        await play(page, (title) => noted.push({ at: Date.now(), title }));
      } finally {
        const end = Date.now();
        await camera.stop();
        const shifts = await camera.shifts();
        const scenes = [...noted, ...(await toldOn(page))].sort((one, other) => one.at - other.at);
        for (const [index, scene] of scenes.entries()) {
          const from = scene.at - BEFORE;
          const to = Math.min((scenes[index + 1]?.at ?? end + BEFORE) - BEFORE, from + LONGEST);
          if (to <= from) continue;
          const moved = shifts.filter((shift) => shift.at >= from && shift.at < to);
          const jumps = moved.length === 0 ? "nothing shifts" : `shifts: ${moved.map((shift) => `${shift.value.toFixed(4)} ${[...new Set(shift.elements)].join(", ")} after ${((shift.at - from) / 1000).toFixed(1)} s`).join("; ")}`;
          const title = `${name}, scene ${index}: ${scene.title}; ${jumps}`;
          if (moved.length > 0) console.log(title);
          await writeSheet(browser, join(folder, name, `${String(index).padStart(2, "0")}.png`), title, camera.shots(from, to), pictureWidth);
        }
        console.log(`${name}: ${scenes.length} sheets in ${join(folder, name)}, ${camera.frames.length} pictures taken, layout shift in total ${shifts.reduce((sum, shift) => sum + shift.value, 0).toFixed(4)}`);
      }
    });
  }
}
