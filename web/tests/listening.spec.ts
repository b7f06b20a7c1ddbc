/**
 * A whole game by somebody who sees nothing: keys for hands, and for eyes what a screen reader says, which is the names of
 * what has the focus and the live regions. No script moves the focus, and no tile is found by its place or colour.
 */
import { expect, type Page } from "@playwright/test";
import { byKeyboard } from "./inputs";
import { createTable, open, sheet, turnOver, turnsHad, url, waitForTurn } from "./player";
import { test } from "./test";

/** What a screen reader says of the element that has the focus. */
const heard = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim() ?? "");

async function onTile(page: Page) {
  for (let tabs = 0; tabs < 60; tabs++) {
    if (/on your rack|in set \d/.test(await heard(page))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab comes to no tile");
}

/** What a screen reader lists as the tiles of the table and the rack, in their order. */
const listed = (page: Page) => page.locator(".board [data-piece]").evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label") ?? ""));

/** Walks along the tiles with the arrow keys to the one that is meant, listening at each. */
async function walkTo(page: Page, tile: string, meant: (name: string) => boolean): Promise<void> {
  await onTile(page);
  const all = (await listed(page)).length;
  const names: string[] = [];
  for (const key of ["ArrowRight", "ArrowLeft"]) {
    for (let steps = 0; steps <= all; steps++) {
      const name = await heard(page);
      if (meant(name)) return;
      names.push(name);
      await page.keyboard.press(key);
    }
  }
  throw new Error(`${tile} is not among ${[...new Set(names)].join("; ")}`);
}

/** The hint, as it is read out. */
const told = (page: Page) => page.locator(".hint [role=status]").innerText();
const flat = (text: string) => text.replace(/\s+/g, " ").trim();

/** Takes a lit tile with this name, wherever it is. */
async function take(page: Page, tile: string) {
  await walkTo(page, `lit ${tile}`, (name) => (name.startsWith(`${tile},`) || name.startsWith(`${tile} as `)) && /, lit(\.|$)/.test(name));
  await page.keyboard.press(" ");
}

/** Carries out the first thing that the hint still asks for. Returns false if nothing is left to do. */
async function followHint(page: Page): Promise<boolean> {
  const text = flat(await told(page));
  const beside = /([\w ]+?) (after|before) ([\w ]+, \d+ of \d+ in set \d+)\./.exec(text);
  const made = /New set: ([^.]+)\./.exec(text);
  if (beside && (!made || beside.index < made.index)) {
    const [, tile = "", side, place = ""] = beside;
    await take(page, tile.trim());
    // What a joker stands for is known a moment after it is laid.
    const position = place.slice(place.indexOf(","));
    await walkTo(page, place, (name) => name.startsWith(place) || (place.startsWith("joker,") && name.startsWith("joker as ") && name.includes(position)));
    await page.keyboard.press(side === "after" ? "Enter" : "Shift+Enter");
  } else if (made?.[1]) {
    for (const tile of made[1].split(/, | and /)) await take(page, tile);
    await page.keyboard.press("n");
  } else return false;
  await expect.poll(async () => flat(await told(page))).not.toBe(text);
  return true;
}

test("a whole game is played by keys and by ear", async ({ browser }) => {
  test.setTimeout(600_000);
  const page = await open(browser);
  const { table } = await createTable(page, { edition: "hk", players: 2, hints: true, settings: { turn_time: "none", opening_points: 0 } }, { 1: "level2" });
  await page.goto(url(`/t/${table}`));
  let followed = 0;
  for (let turns = 0; turns < 120 && (await waitForTurn(page)); turns++) {
    await expect(page.locator("main > [role=status]")).toHaveText("Your turn");
    const before = await turnsHad(page);
    await onTile(page);
    await page.keyboard.press("h");
    await expect(page.locator(".hint [role=status]")).not.toContainText("Looking");
    if (/nothing to play|No play found/.test(await told(page))) {
      await byKeyboard.press(page, "Close");
      await byKeyboard.draw(page);
    } else {
      await byKeyboard.press(page, "Show me where");
      await expect(page.locator(".hint [role=status]")).toContainText(/New set:|after|before/);
      for (let moves = 0; await followHint(page); moves++, followed++) expect(moves).toBeLessThan(40);
      await expect(page.locator(".hint [role=status]")).toContainText("You can play this.");
      await expect(page.getByRole("button", { name: "Finish", exact: true })).toBeEnabled();
      await byKeyboard.press(page, "Finish");
    }
    await turnOver(page, before);
    // What happened is read out too.
    if ((await sheet(page).count()) === 0) await expect(page.getByRole("log", { name: "Events" })).toContainText(/You (drew|played|opened)/);
  }
  expect(followed).toBeGreaterThan(3);
  await expect(page.getByRole("dialog").getByRole("heading", { name: /win/ })).toBeVisible();
  // The way on is in reach of the keys.
  await byKeyboard.press(page, "Play again").catch(() => byKeyboard.press(page, "Next game"));
});
