import { expect, type Page } from "@playwright/test";
import type { TurnView } from "../src/wire";
import { playOut, playTurn } from "./byhand";
import { createTable, dragToFelt, draw, felt, open, rack, sheet, turnOver, turnsHad, url, waitForTurn } from "./player";
import { tilesIn, withoutReading } from "./positions";
import { test } from "./test";

const plan = (players: number, more: object = {}) => ({ edition: "hk", players, hints: true, settings: { turn_time: "none" }, ...more });

/** Every tile of the felt, and where it lies. */
const placesOn = async (page: Page) => (await tilesIn(page, ".felt")).map((one) => `${withoutReading(one.face)} ${Math.round(one.x)} ${Math.round(one.y)} ${Math.round(one.w)}`).sort();

test("a reload during a turn keeps the draft and the order of the rack", async ({ browser }) => {
  const page = await open(browser);
  const { table } = await createTable(page, plan(2), { 1: "level1" });
  await page.goto(url(`/t/${table}`));
  await waitForTurn(page);
  await page.getByRole("button", { name: "By number" }).click();
  const laid = await felt(page).count();
  await dragToFelt(page, rack(page).nth(2), 600, 330);
  await dragToFelt(page, rack(page).nth(4), 200, 330);
  await expect(felt(page)).toHaveCount(laid + 2);
  const order = await rack(page).evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset.face));
  const places = await placesOn(page);
  await page.reload();
  await expect(felt(page)).toHaveCount(laid + 2);
  // And everything lies where it lay.
  expect(await placesOn(page)).toEqual(places);
  expect(await rack(page).evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset.face))).toEqual(order);
  await expect(page.locator(".mark.bad").first()).toBeVisible();
});

test("after a lost connection during a turn the page says so, reconnects, and the turn goes on", async ({ browser }) => {
  const page = await open(browser);
  const sockets: { close: () => Promise<void> }[] = [];
  let blocked = false;
  await page.routeWebSocket(/socket$/, (socket) => {
    if (blocked) {
      void socket.close();
      return;
    }
    socket.connectToServer();
    sockets.push(socket);
  });
  const { table } = await createTable(page, plan(2), { 1: "level1" });
  await page.goto(url(`/t/${table}`));
  await waitForTurn(page);
  const count = await rack(page).count();
  const laid = await felt(page).count();
  await dragToFelt(page, rack(page).nth(0), 600, 330);
  blocked = true;
  for (const socket of sockets) await socket.close();
  await expect(page.getByText("Connection lost")).toBeVisible();
  // Tiles can still be moved; commands are sent when the connection is back.
  await dragToFelt(page, rack(page).nth(0), 200, 330);
  await expect(felt(page)).toHaveCount(laid + 2);
  await draw(page);
  blocked = false;
  await expect(page.getByText("You are back at the table")).toBeVisible();
  await expect(rack(page)).toHaveCount(count + 1);
});

test("when time runs out on an unfinished play, its tiles go back and the player draws three", async ({ browser }) => {
  const page = await open(browser);
  const { table } = await createTable(page, plan(2, { settings: { turn_time: 15 } }), { 1: "level1" });
  await page.goto(url(`/t/${table}`));
  // The first turn began while the page was loading, so the test waits for the next one.
  await waitForTurn(page);
  const turns = await turnsHad(page);
  await draw(page);
  await turnOver(page, turns);
  await waitForTurn(page);
  const count = await rack(page).count();
  const laid = await felt(page).count();
  await dragToFelt(page, rack(page).nth(0), 600, 330);
  await expect(felt(page)).toHaveCount(laid + 1);
  await expect(page.locator(".late").first()).toBeVisible({ timeout: 20_000 });
  await expect(rack(page)).toHaveCount(count + 3, { timeout: 30_000 });
});

test("a match of two games with its score sheet, and a rematch", async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await open(browser);
  const { table } = await createTable(page, plan(2, { settings: { turn_time: "none", match_games: 2, opening_points: 0 } }), { 1: "greedy" });
  await page.goto(url(`/t/${table}`));
  await playOut(page);
  await page.getByRole("button", { name: "Next game" }).click();
  await expect(sheet(page)).toHaveCount(0);
  await playOut(page);
  const row = (await page.locator("dialog tbody tr").first().locator("td").allTextContents()).map((text) => Number(text.replace("−", "-")));
  expect(row).toHaveLength(4);
  const [first = 0, second = 0, total] = row;
  expect(total).toBe(first + second);
  await page.getByRole("button", { name: "Play again" }).click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(rack(page)).toHaveCount(14);
});

test("on one device the sets lie for the next player as they did for the last, and nothing comes up between them", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 820, height: 1180 } }, "/one");
  await page.getByRole("textbox", { name: "Player 1" }).fill("Ana");
  await page.getByRole("textbox", { name: "Player 2" }).fill("Rui");
  await page.getByRole("button", { name: "Begin" }).click();
  const curtain = page.locator(".curtain button");
  const hide = page.getByRole("button", { name: "Hide my tiles" });
  let compared = 0;
  let before: string[] = [];
  for (let turns = 0; turns < 30 && compared < 4; turns++) {
    await curtain.waitFor();
    // What is on the screen between the tap and the table.
    await page.evaluate(() => {
      const seen = window as unknown as { between: boolean };
      seen.between = false;
      new MutationObserver(() => (seen.between ||= document.querySelector(".message-screen") !== null)).observe(document.body, { childList: true, subtree: true });
    });
    await curtain.click();
    await page.locator("li.own.turn").waitFor();
    expect(await page.evaluate(() => (window as unknown as { between: boolean }).between)).toBe(false);
    if (before.length > 0) compared += 1;
    expect(await placesOn(page)).toEqual(before);
    await playTurn(page);
    if (await sheet(page).count()) return;
    await hide.or(curtain).first().waitFor();
    if (await hide.count()) {
      // Once everything has come to rest.
      await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
      before = await placesOn(page);
      await hide.click({ timeout: 3000 }).catch(() => undefined);
    }
  }
  expect(compared).toBeGreaterThan(0);
});

test("on one device nobody sees another's rack: the curtain hangs at the start, between turns, and after a pause, a reload and a way home", async ({ browser }) => {
  const page = await open(browser, {}, "/one");
  await page.getByRole("textbox", { name: "Player 1" }).fill("Ana");
  await page.getByRole("textbox", { name: "Player 2" }).fill("Rui");
  await page.getByRole("button", { name: "Begin" }).click();
  const covered = async () => {
    await page.locator(".curtain").waitFor();
    expect(await page.locator("[data-piece]").count()).toBe(0);
    await expect(page.locator(".you")).toHaveCount(0);
  };
  const uncover = async () => {
    await page.locator(".curtain button").click();
    await page.locator("li.own.turn").waitFor();
    await expect(rack(page).first()).toBeVisible();
  };
  // Everybody is at the table: there is nobody to write to.
  await covered();
  await expect(page.getByRole("button", { name: "Chat" })).toHaveCount(0);
  for (let turns = 0; turns < 3; turns++) {
    await uncover();
    await draw(page);
    await page.getByRole("button", { name: "Hide my tiles" }).click();
    await covered();
    // What was drawn is told without its face: who looks now is not known.
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "What happened" }).click();
    await expect(page.getByRole("dialog")).toContainText(/(Ana|Rui) drew a tile/);
    await expect(page.getByRole("dialog").locator(".tiles")).toHaveCount(0);
    await page.getByRole("button", { name: "Close" }).click();
  }
  await uncover();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Hide my tiles" }).click();
  await covered();
  await uncover();
  await page.reload();
  await covered();
  await uncover();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByText("Continue").click();
  await covered();
});

test("a word game: letters are laid, an invalid word is named, a word is played", async ({ browser }) => {
  const ana = await open(browser);
  const { table, code } = await createTable(ana, { edition: "word-b", players: 2, hints: true }, {}, false);
  await ana.goto(url(`/t/${table}`));
  const bo = await open(browser, {}, `/t/${table}#code=${code}`);
  await bo.getByRole("button", { name: "Sit down" }).click();
  await ana.getByRole("button", { name: "Begin" }).click();
  let played = false;
  for (let turns = 0; turns < 12 && !played; turns++) {
    await Promise.race([ana, bo].map((page) => page.locator("li.own.turn").waitFor()));
    const page = (await ana.locator("li.own.turn").count()) ? ana : bo;
    const other = page === ana ? bo : ana;
    if (turns === 0) {
      // Letters in the order in which they are tapped.
      const letters = page.locator('.rack [data-piece]:not([data-face="*"])');
      const word = (await letters.evaluateAll((tiles) => tiles.slice(0, 3).map((tile) => (tile as HTMLElement).dataset.face))).join("");
      for (let index = 0; index < 3; index++) await letters.nth(index).click();
      await page.getByRole("button", { name: "New set" }).click();
      await expect(page.locator(".status")).toContainText(new RegExp(`${word}|letters|short`, "i"));
      await page.getByRole("button", { name: "Back to the start of the turn" }).click();
    }
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(page.locator(".hint")).not.toContainText("Looking");
    if (await page.locator(".hint").getByRole("button", { name: "Show me where" }).count()) {
      for (const name of ["Show me where", "Show me all of it", "Lay it for me"]) await page.locator(".hint").getByRole("button", { name }).click();
      await expect(page.getByRole("button", { name: "Finish" })).toBeEnabled();
      await page.getByRole("button", { name: "Finish" }).click();
      await expect(felt(other).first()).toBeVisible();
      played = true;
    } else {
      await page.locator(".hint").getByRole("button", { name: "Close" }).click();
      await draw(page);
      await page.locator("li.own:not(.turn)").waitFor();
    }
  }
  expect(played).toBe(true);
});

test("a hint is shown step by step, forwards and backwards, and then laid", async ({ browser }) => {
  const page = await open(browser);
  const { table } = await createTable(page, plan(2), { 1: "level1" });
  await page.goto(url(`/t/${table}`));
  const hint = page.locator(".hint");
  for (let tries = 0; tries < 40; tries++) {
    await waitForTurn(page);
    await page.getByRole("button", { name: "Hint" }).click();
    await expect(hint).not.toContainText("Looking");
    if (await hint.getByRole("button", { name: "Show me where" }).count()) break;
    await hint.getByRole("button", { name: "Close" }).click();
    const turns = await turnsHad(page);
    await draw(page);
    await turnOver(page, turns);
  }
  const laid = await felt(page).count();
  const own = await rack(page).count();
  for (const name of ["Show me where", "Show me all of it"]) await hint.getByRole("button", { name }).click();
  const next = hint.getByRole("button", { name: "Next" });
  let steps = 0;
  for (; await next.isEnabled(); steps++) {
    await next.click();
    await expect(hint).toContainText(`Step ${steps + 1} of`);
  }
  expect(steps).toBeGreaterThan(0);
  const placed = (await felt(page).count()) - laid;
  expect(placed).toBeGreaterThan(0);
  expect(await rack(page).count()).toBe(own - placed);
  for (let back = 0; back < steps; back++) await hint.getByRole("button", { name: "Previous" }).click();
  await expect(felt(page)).toHaveCount(laid);
  await hint.getByRole("button", { name: "Lay it for me" }).click();
  await expect(felt(page)).toHaveCount(laid + placed);
  await expect(page.getByRole("button", { name: "Finish" })).toBeEnabled();
});

test("chat phrases appear in each reader's language", async ({ browser }) => {
  const ana = await open(browser, { locale: "pt-PT" });
  const { table, code } = await createTable(ana, plan(2), {}, false);
  await ana.goto(url(`/t/${table}`));
  const bo = await open(browser, { locale: "zh-HK" }, `/t/${table}#code=${code}`);
  await bo.locator(".lobby .main").click();
  await ana.getByRole("button", { name: "Conversa" }).click();
  await ana.getByRole("button", { name: "Boa sorte!" }).click();
  await expect(bo.locator(".dot")).toHaveText("1");
  await bo.getByRole("button", { name: "聊天" }).click();
  await expect(bo.locator(".lines")).toContainText("祝好運！");
  // Messages of a muted player are hidden, and shown again afterwards.
  const silence = bo.getByRole("button", { name: /^將/ });
  await silence.click();
  await ana.getByRole("button", { name: "Olá!" }).click();
  await expect(ana.locator(".lines")).toContainText("Olá!");
  await expect(bo.locator(".lines")).toBeEmpty();
  await bo.getByRole("button", { name: /^取消/ }).click();
  await expect(bo.locator(".lines")).toContainText("祝好運！");
});

test("the replay of a finished game shows the best plays, and what the strongest bot would have done", async ({ browser }) => {
  const page = await open(browser);
  const { table } = await createTable(page, plan(2), { 1: "level1" });
  await page.goto(url(`/t/${table}`));
  await playOut(page);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await expect(page.locator("input[type=range]")).toBeVisible();
  await page.getByRole("button", { name: "Last turn" }).click();
  await expect(page.locator(".said")).toContainText("Game over");
  const back = page.getByRole("button", { name: "Previous turn", exact: true });
  for (let turns = 0; turns < 30 && !(await page.locator(".best").count()); turns++) await back.click();
  await expect(page.locator(".best")).toBeVisible();
  await expect(page.locator(".bot")).toContainText(/strongest bot/i);
  const turns = await page.evaluate(async (path) => (await fetch(path)).json() as Promise<TurnView[]>, `/api/v1/tables/${table}/games/1/analysis`);
  expect(turns.filter((turn) => turn.bot?.level !== "level5")).toEqual([]);
  // Where a better play existed, it can be shown on the table.
  const show = page.getByRole("button", { name: "Show it" });
  for (let turns = 0; turns < 60 && !(await show.count()); turns++) await back.click();
  const made = await felt(page).count();
  await show.click();
  await expect.poll(() => felt(page).count()).not.toBe(made);
  await page.getByRole("button", { name: "What was played" }).click();
  await expect(felt(page)).toHaveCount(made);
  await page.getByLabel("Whose rack").selectOption("0");
  await expect(page.locator(".racks .rack")).toHaveCount(1);
  // The page repeats the shuffle from the record.
  await page.getByRole("button", { name: "Was the deal fair?" }).click();
  await expect(page.getByText("The seed is the one that the server fixed before the deal.")).toBeVisible();
  await expect(page.getByText("All racks and the pool are exactly what this seed produces.")).toBeVisible();
});
