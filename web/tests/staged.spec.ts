/** Events that a real server rarely produces at the right moment, sent by a fake one. */
import { expect } from "@playwright/test";
import { dragToFelt, dropOnFelt, felt, lift, open, rack } from "./player";
import { crowded, stage } from "./stage";
import { test } from "./test";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test("messages during a drag drop no tile and remove none from the table", async ({ browser }) => {
  const page = await open(browser);
  const { sent, send, welcome } = await stage(page, crowded());
  const laid = await felt(page).count();
  await dragToFelt(page, rack(page).nth(0), 1200, 400);
  await expect(felt(page)).toHaveCount(laid + 1);
  await lift(page, rack(page).nth(0));
  send({ type: "presence", seat: 1, connected: false });
  send({ type: "happened", version: 2, at: Date.now(), events: [{ table: "resumed", lost: 0 }], clock: null, phase: null, counts: [] });
  welcome();
  await expect.poll(() => sent.filter((message) => message.type === "draft").length).toBeGreaterThan(1);
  await dropOnFelt(page, 1200, 100);
  await expect(felt(page)).toHaveCount(laid + 2);
  const resyncs = () => sent.filter((message) => message.type === "resync").length;
  const before = resyncs();
  send({ type: "happened", version: 3, at: Date.now(), events: [{ table: "game", event: { event: "accepted", seat: 1 } }], clock: null, phase: null, counts: [] });
  await expect.poll(resyncs).toBeGreaterThan(before);
  await expect(felt(page)).toHaveCount(laid + 2);
});

test("an opponent's play moves no tile of the rack, even if the player holds an equal one", async ({ browser }) => {
  const page = await open(browser);
  const state = crowded();
  state.game.state.phase.seat = 1;
  const { send } = await stage(page, state);
  const order = () => rack(page).evaluateAll((tiles) => tiles.map((tile) => [(tile as HTMLElement).dataset.piece, (tile as HTMLElement).dataset.face, tile.getBoundingClientRect().x]));
  const before = await order();
  const laid = await felt(page).count();
  // The player holds an equal tile of each.
  const table = [...state.game.state.table, "y6 y7 *y8"];
  send({
    type: "happened", version: 2, at: Date.now(), clock: null, phase: { phase: "turn", seat: 0 }, counts: [14, 0],
    events: [{ table: "game", event: { event: "played", seat: 1, table, placed: "y6 y7 *" } }],
  });
  await expect(felt(page)).toHaveCount(laid + 3);
  expect(await order()).toEqual(before);
});

test("a tap on a tile selects it, even if buttons appear under the finger", async ({ browser }) => {
  const page = await open(browser, PHONE);
  await stage(page, crowded());
  for (const index of [3, 60, 100, 140]) {
    const tile = felt(page).nth(index);
    await tile.tap();
    await expect(page.locator(".chosen")).toHaveCount(1);
    await expect(tile).toHaveClass(/chosen/);
    await tile.tap();
    await expect(page.locator(".chosen")).toHaveCount(0);
    // A double tap would return a tile to the rack.
    await page.waitForTimeout(400);
  }
});

test("two fingers zoom the table in and out without dragging a tile", async ({ browser }) => {
  const page = await open(browser, PHONE);
  await stage(page, crowded());
  const size = async () => (await felt(page).first().boundingBox())?.width ?? 0;
  const before = await size();
  const fingers = await page.context().newCDPSession(page);
  const points = (apart: number) => [{ x: 195 - apart / 2, y: 300, id: 1 }, { x: 195 + apart / 2, y: 300, id: 2 }];
  const pinch = async (from: number, to: number) => {
    await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(from).slice(0, 1) });
    await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(from) });
    for (let step = 1; step <= 5; step++) {
      await fingers.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(from + ((to - from) * step) / 5) });
    }
    await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await pinch(80, 160);
  await expect.poll(size).toBeGreaterThan(before * 1.5);
  await expect(page.locator(".ghost")).toHaveCount(0);
  const laid = await felt(page).count();
  await pinch(200, 60);
  await expect.poll(size).toBeLessThan(before * 1.05);
  await expect(felt(page)).toHaveCount(laid);
});

test("N15: after a full circle of passes the table says that another one ends the game, until somebody plays", async ({ browser }) => {
  const page = await open(browser);
  const state = crowded();
  const { send } = await stage(page, state);
  let version = 1;
  const happened = (turn: number, event: object) =>
    send({ type: "happened", version: ++version, at: Date.now(), clock: null, phase: { phase: "turn", seat: turn }, counts: [14, 3], events: [{ table: "game", event }] });
  const status = page.locator(".status");
  const announced = "If everybody passes once more, the game ends.";
  happened(1, { event: "passed", seat: 0, why: "choice" });
  await expect(status).toContainText("You passed.");
  await expect(status).not.toContainText(announced);
  happened(0, { event: "passed", seat: 1, why: "choice" });
  await expect(status).toContainText(announced);
  await expect(page.getByRole("log", { name: "Events" })).toContainText(announced);
  happened(1, { event: "passed", seat: 0, why: "time-up" });
  await expect(status).toContainText(announced);
  happened(0, { event: "played", seat: 1, table: [...state.game.state.table, "y6 y7 *y8"], placed: "y6 y7 *" });
  await expect(status).not.toContainText(announced);
});

test("a new deal is offered as long as the server says that it may be asked for", async ({ browser }) => {
  const page = await open(browser);
  const state = crowded();
  state.game.new_deal = true;
  const { sent, send } = await stage(page, state);
  const menu = page.getByRole("button", { name: "Menu" });
  const newDeal = page.getByRole("button", { name: "New deal" });
  await menu.click();
  await newDeal.click();
  await expect.poll(() => sent.some((message) => JSON.stringify(message).includes('"new-deal"'))).toBe(true);
  // After an event the page asks for a fresh view, which says whether it is still offered.
  const asked = sent.filter((message) => message.type === "resync").length;
  state.game.new_deal = false;
  send({
    type: "happened", version: 2, at: Date.now(), clock: null, phase: state.game.state.phase, counts: [14, 4],
    events: [{ table: "game", event: { event: "drew", seat: 1, tiles: { count: 1 }, why: "choice" } }],
  });
  await expect.poll(() => sent.filter((message) => message.type === "resync").length).toBeGreaterThan(asked);
  await menu.click();
  await expect(page.getByRole("button", { name: "Rules at this table" })).toBeVisible();
  await expect(newDeal).toHaveCount(0);
  // This table has no time limit.
  await expect(page.getByRole("button", { name: "Stop the clock" })).toHaveCount(0);
});
