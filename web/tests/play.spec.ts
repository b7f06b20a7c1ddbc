import { expect } from "@playwright/test";
import { playByHand, playOut, playTurn } from "./byhand";
import { byKeyboard, byMouse, byTouch, tabTo } from "./inputs";
import { createTable, dragToFelt, draw, felt, myTurn, open, painted, rack, sheet, turnOver, turnsHad, url, waitForTurn } from "./player";
import { test } from "./test";

const plan = (players: number, more: object = {}) => ({ edition: "hk", players, hints: true, settings: { turn_time: "none" }, ...more });

/** Turns of a game that are played tile by tile before hints lay the rest: late in a game a play may move dozens of tiles. */
const BY_HAND = 16;

test("one tap starts a game on a phone, which is played by touch to its end against three bots", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator(".play").tap();
  await expect(rack(page)).toHaveCount(14);
  for (let turns = 0; await waitForTurn(page); turns++) await (turns < BY_HAND ? playByHand(page, byTouch) : playTurn(page, byTouch));
  await expect(sheet(page)).toBeVisible();
  await expect(page.locator("dialog .racks .score")).toHaveCount(4);
  await page.getByText("Was it fair?").tap();
  await expect(page.locator("dialog dd").last()).toHaveText(/^[0-9a-f]{64}$/);
});

test("two browsers play a whole game by mouse, and a spectator sees it", async ({ browser }) => {
  test.setTimeout(600_000);
  const ana = await open(browser);
  const { table, code } = await createTable(ana, plan(2, { settings: { turn_time: "none", match_games: 1 } }), {}, false);
  await ana.goto(url(`/t/${table}`));
  await expect(ana.locator(".code b")).toHaveText(code);
  await expect(ana.locator("svg.qr")).toBeVisible();
  const bo = await open(browser, {}, `/t/${table}#code=${code}`);
  await bo.getByRole("button", { name: "Sit down" }).click();
  await ana.getByRole("button", { name: "Begin" }).click();
  const eve = await open(browser, {}, `/t/${table}#code=${code}`);
  await expect(eve.locator(".felt")).toBeVisible();
  await expect(rack(eve)).toHaveCount(0);
  for (let turns = 0; turns < 150; turns++) {
    await Promise.race([ana, bo].map((page) => page.locator("li.own.turn, dialog .racks").first().waitFor({ timeout: 60_000 })));
    if (await sheet(ana).count()) break;
    const page = (await myTurn(ana).count()) ? ana : bo;
    if (!(await myTurn(page).count())) continue;
    if (turns < BY_HAND) await playByHand(page, byMouse);
    else await playTurn(page, byMouse);
  }
  for (const page of [ana, bo, eve]) await expect(sheet(page)).toBeVisible();
});

test("tiles are dragged to the table, judged, split, taken back and put in order again", async ({ browser }) => {
  const page = await open(browser);
  const { table, code } = await createTable(page, plan(2), {}, false);
  await page.goto(url(`/t/${table}`));
  // The opponent only draws, so that every tile on the table is the player's own.
  const other = await open(browser, {}, `/t/${table}#code=${code}`);
  await other.getByRole("button", { name: "Sit down" }).click();
  await page.getByRole("button", { name: "Begin" }).click();
  await rack(other).first().waitFor();
  if (await myTurn(other).count()) await draw(other);
  await waitForTurn(page);
  const start = await rack(page).evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset.face));
  const laid = await felt(page).count();
  await dragToFelt(page, rack(page).nth(0), 600, 330);
  await expect(felt(page)).toHaveCount(laid + 1);
  await expect(page.locator(".mark.bad")).toHaveCount(1);
  await expect(page.locator(".status")).toContainText("at least three tiles");
  await expect(page.getByRole("button", { name: "Finish" })).toBeDisabled();
  // A tile next to the first snaps to it.
  const first = await felt(page).last().boundingBox();
  const frame = await page.locator(".felt").boundingBox();
  if (!first || !frame) throw new Error("no tile");
  await dragToFelt(page, rack(page).nth(0), first.x + first.width * 1.3 - frame.x, first.y + 30 - frame.y);
  await expect(page.locator(".mark.bad")).toHaveCount(1);
  // Tap the second, split.
  await felt(page).last().click();
  await page.getByRole("button", { name: "Split here" }).click();
  await expect(page.locator(".mark.bad")).toHaveCount(2);
  await page.keyboard.press("Control+z");
  await expect(page.locator(".mark.bad")).toHaveCount(1);
  // A right click takes a tile back, reset takes all.
  await felt(page).last().click({ button: "right" });
  await expect(rack(page)).toHaveCount(start.length - 1);
  await page.getByRole("button", { name: "Back to the start of the turn" }).click();
  await expect(felt(page)).toHaveCount(laid);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(felt(page)).toHaveCount(laid + 1);
  await page.getByRole("button", { name: "Back to the start of the turn" }).click();
  await expect(felt(page)).toHaveCount(laid);
  await expect(rack(page)).toHaveCount(start.length);
  // The order of the rack is the player's, also after a draw.
  await page.getByRole("button", { name: "By number" }).click();
  const order = await rack(page).evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset.face));
  const turns = await turnsHad(page);
  await draw(page);
  await turnOver(page, turns);
  await expect(rack(page)).toHaveCount(start.length + 1);
  const after = await rack(page).evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset.face));
  expect(after.slice(0, order.length)).toEqual(order);
});

test("a hint that was looked at step by step is laid, and the rack keeps its order", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { table } = await createTable(page, plan(2), { 1: "level1" });
  await page.goto(url(`/t/${table}`));
  const hint = page.locator(".hint");
  const tap = (name: string) => hint.getByRole("button", { name, exact: true }).tap();
  const ids = (of: typeof rack) => of(page).evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset.piece));
  for (;;) {
    expect(await waitForTurn(page), "something can be played before the game is over").toBe(true);
    await page.getByRole("button", { name: "Hint" }).tap();
    await expect(hint).toBeVisible();
    await expect(hint).not.toContainText("Looking");
    if (await hint.getByRole("button", { name: "Show me where" }).count()) break;
    await tap("Close");
    const turns = await turnsHad(page);
    await draw(page, true);
    await turnOver(page, turns);
  }
  const [held, lying] = [await ids(rack), await felt(page).count()];
  await tap("Show me where");
  await tap("Show me all of it");
  await expect(hint.getByRole("button", { name: "Lay it for me" })).toBeVisible();
  const tiles = await page.locator(".rack .lit").count();
  await tap("Next");
  await tap("Lay it for me");
  await expect(hint).toHaveCount(0);
  await expect(felt(page)).toHaveCount(lying + tiles);
  const laid = new Set(await ids(felt));
  expect(await ids(rack)).toEqual(held.filter((id) => !laid.has(id)));
  const turns = await turnsHad(page);
  await expect(page.getByRole("button", { name: "Finish" })).toBeEnabled();
  await page.getByRole("button", { name: "Finish" }).tap();
  await turnOver(page, turns);
});

test("one tap does not draw", async ({ browser }) => {
  const page = await open(browser);
  const { table } = await createTable(page, plan(2), { 1: "level1" });
  await page.goto(url(`/t/${table}`));
  await waitForTurn(page);
  const count = await rack(page).count();
  await page.locator(".draw").click();
  await expect(page.locator(".draw")).toContainText("Sure");
  await expect(page.locator(".draw")).toContainText("Draw a tile", { timeout: 6000 });
  expect(await rack(page).count()).toBe(count);
});

test("a game is played by keyboard alone", async ({ browser }) => {
  test.setTimeout(600_000);
  const page = await open(browser);
  await painted(page);
  // Skips the links to the account and the settings.
  for (let tabs = 0; tabs < 3; tabs++) await page.keyboard.press("Tab");
  await expect(page.locator(".play")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rack(page)).toHaveCount(14);
  await waitForTurn(page);
  await tabTo(page, ".rack [data-piece]");
  const laid = await felt(page).count();
  const count = await rack(page).count();
  for (const key of [" ", "ArrowRight", " ", "ArrowRight", " ", "n"]) await page.keyboard.press(key);
  await expect(felt(page)).toHaveCount(laid + 3);
  await page.keyboard.press("z");
  await expect(felt(page)).toHaveCount(laid);
  await page.keyboard.press("y");
  await expect(felt(page)).toHaveCount(laid + 3);
  await page.keyboard.press("x");
  await expect(felt(page)).toHaveCount(laid);
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  await expect(rack(page)).toHaveCount(count + 1);
  // A whole game without a clock, in which no script moves the focus.
  const { table } = await createTable(page, plan(2), { 1: "level4" });
  await page.goto(url(`/t/${table}`));
  for (let turns = 0; await waitForTurn(page); turns++) await (turns < BY_HAND ? playByHand(page, byKeyboard) : playTurn(page, byKeyboard));
  await expect(sheet(page)).toBeVisible();
});

test("a six-player game with bots", async ({ browser }) => {
  const page = await open(browser);
  const { table } = await createTable(page, plan(6), { 1: "level3", 2: "level3", 3: "level3", 4: "level3", 5: "level3" });
  await page.goto(url(`/t/${table}`));
  await expect(page.locator("li[data-seat]")).toHaveCount(6);
  await playOut(page);
  await expect(sheet(page)).toBeVisible();
});
