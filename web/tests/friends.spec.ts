/** Two friends on phones: the invitation is in sight, nobody is held up, nothing that matters is covered. */
import { expect, type Locator } from "@playwright/test";
import { createTable, felt, open, rack, url } from "./player";
import { crowded, stage } from "./stage";
import { test } from "./test";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const plan = { edition: "hk", players: 4, hints: true, settings: { turn_time: "none" } };

for (const [locale, copy, free] of [["en", "Copy the link", "3 seats are free"], ["pt-PT", "Copiar a ligação", "Há 3 lugares livres"]] as const) {
  test(`in ${locale} a host on a phone sees how to invite without scrolling`, async ({ browser }) => {
    const page = await open(browser, { ...PHONE, locale });
    const { table } = await createTable(page, plan, {}, false);
    await page.goto(url(`/t/${table}`));
    await page.locator(".lobby form button[type=submit]").tap();
    await expect(page.locator(".lobby form")).toHaveCount(0);
    await expect(page.getByRole("button", { name: copy })).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(free)).toBeInViewport({ ratio: 1 });
    expect(await page.locator(".lobby").evaluate((lobby) => lobby.scrollWidth <= lobby.clientWidth)).toBe(true);
  });
}

test("a browser that is offline says so at once, and is back as soon as it is online", async ({ browser }) => {
  const page = await open(browser, PHONE);
  const { table } = await createTable(page, plan, { 1: "level1", 2: "level1", 3: "level1" });
  await page.goto(url(`/t/${table}`));
  await expect(felt(page).or(page.locator(".rack [data-piece]")).first()).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("Connection lost")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("You are back at the table")).toBeVisible();
});

test("of a friend whose connection is lost it is said that they are not connected, not that they think", async ({ browser }) => {
  const ana = await open(browser, PHONE);
  const { table, code } = await createTable(ana, { ...plan, players: 2 }, {}, false);
  await ana.goto(url(`/t/${table}`));
  const rui = await open(browser, PHONE, `/t/${table}#code=${code}&sit`);
  await ana.getByRole("button", { name: "Begin" }).tap();
  const [onTurn, other] = await Promise.any([[ana, rui] as const, [rui, ana] as const].map(([page, other]) => page.locator("li.own.turn").waitFor().then(() => [page, other] as const)));
  const status = other.locator(".status");
  await expect(status).toContainText("is thinking");
  await onTurn.context().setOffline(true);
  await expect(status).toContainText("is not connected");
  await expect(status).not.toContainText("is thinking");
  await onTurn.context().setOffline(false);
  await expect(status).toContainText("is thinking");
});

test("who has made the last play is told what it waits for, with its clock", async ({ browser }) => {
  const page = await open(browser, PHONE);
  const state = crowded();
  Object.assign(state.plan, { edition: "word-b", game: "words" });
  Object.assign(state.plan.settings, { spelling: "challenge", turn_time: "none" });
  Object.assign(state, { clock: { seat: 0, limit: 30_000, left: 25_000, running: true } });
  Object.assign(state.game.state, { table: ["GNAT"], phase: { phase: "provisional", seat: 0 }, contest: { seat: 0, accepted: [false, false], placed: "GNAT" } });
  Object.assign(state.game.state.seats[0]?.rack ?? {}, { count: 1, tiles: "A" });
  await stage(page, state);
  await expect(page.locator(".status")).toContainText("Unless somebody challenges it, the game ends.");
  await expect(page.locator(".status .time")).toContainText(/0:2\d/);
});

test("while a play can be challenged, what is wrong with one's own is said all the same", async ({ browser }) => {
  const page = await open(browser, PHONE);
  const state = crowded();
  Object.assign(state.plan, { edition: "word-b", game: "words" });
  Object.assign(state.plan.settings, { spelling: "challenge", turn_time: "none", opening_letters: 6 });
  Object.assign(state.game.state, { table: ["GNAT"], contest: { seat: 1, before: [], placed: "GNAT", opened: false, accepted: [] } });
  Object.assign(state.game.state.seats[0]?.rack ?? {}, { count: 3, tiles: "C A T" });
  const { sent, send } = await stage(page, state);
  const notice = page.locator(".strip .notice");
  await expect(notice).toContainText("words can be challenged");
  await rack(page).first().tap();
  await page.getByRole("button", { name: "New set" }).tap();
  await expect.poll(() => sent.some((message) => message.type === "draft")).toBe(true);
  const number = (sent.findLast((message) => message.type === "draft") as unknown as { number: number }).number;
  send({ type: "judgement", number, judgement: { legal: false, sets: [{ ok: true }, { ok: false }], faults: [{ fault: "set", set: 1, why: "too-short", message: "A word has at least three letters." }] } });
  await expect(notice).not.toContainText("can be challenged");
  await expect(notice).toContainText("three");
  await expect(page.getByRole("button", { name: "Challenge" })).toBeVisible();
});

test("the banner of a turn covers no tile of a full felt", async ({ browser }) => {
  const page = await open(browser, PHONE);
  const state = crowded();
  const waiting = { ...state, game: { ...state.game, state: { ...state.game.state, phase: { phase: "turn", seat: 1 } } } };
  const { send } = await stage(page, waiting);
  send({ type: "view", version: 2, now: Date.now(), state });
  const banner = await page.locator(".banner").boundingBox();
  const table = await page.locator(".felt").boundingBox();
  expect(banner?.y).toBeGreaterThanOrEqual((table?.y ?? 0) + (table?.height ?? 0) - 1);
});

test("somebody who taps everything twice plays the table that they chose", async ({ browser }) => {
  const page = await open(browser, PHONE);
  const twice = async (what: Locator) => {
    await what.scrollIntoViewIfNeeded();
    const box = await what.boundingBox();
    if (!box) throw new Error("nothing to tap");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
  };
  await twice(page.locator('a[href="/new"]'));
  await expect(page.getByRole("radio", { name: /Family evening/ })).toBeChecked();
  await twice(page.getByRole("button", { name: "Open the table" }));
  await twice(page.getByRole("button", { name: "That’s me" }));
  for (let seat = 0; seat < 3; seat++) {
    await page.locator(".lobby select").first().selectOption("level1");
    await expect(page.locator(".lobby select")).toHaveCount(2 - seat);
  }
  await twice(page.getByRole("button", { name: "Begin" }));
  // Not at home, which the screen after the lobby leads to from the same place.
  await expect(page.locator(".rack [data-piece]").first()).toBeVisible();
  await twice(page.getByRole("button", { name: "Menu" }));
  await expect(page.getByRole("dialog")).toBeVisible();
});
