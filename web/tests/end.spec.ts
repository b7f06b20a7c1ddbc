/** The end of a game: actions first, everybody ready before the next game (finding P12), results without hyphens for minus. */
import { expect, type Page } from "@playwright/test";
import { open } from "./player";
import { crowded, finished, NAMES, stage } from "./stage";
import { test } from "./test";

async function end(page: Page) {
  const staged = await stage(page, crowded());
  staged.send({ type: "view", version: 2, now: Date.now(), state: finished() });
  await expect(page.getByRole("heading", { name: "You win!" })).toBeVisible();
  return staged;
}

for (const [width, height] of [[390, 844], [360, 640], [844, 390], [820, 1180], [1440, 900]] as const) {
  test(`six players at ${width} by ${height}: the way on is in view, and nothing is cut`, async ({ browser }) => {
    const page = await open(browser, { viewport: { width, height } });
    await end(page);
    const dialog = page.getByRole("dialog");
    for (const name of [/Ready for the next game/]) await expect(dialog.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    for (const name of ["Watch the replay", "Home"]) await expect(dialog.getByRole("link", { name })).toBeInViewport({ ratio: 1 });
    await expect(dialog.locator(".racks li")).toHaveCount(6);
    expect(await dialog.locator(".racks .score").allTextContents()).toEqual(["+366", "−19", "−48", "−71", "−89", "−139"]);
    expect(await dialog.textContent()).not.toMatch(/-\d/);
    await expect(dialog.getByText("Checked: the seed matches")).toBeAttached();
    expect(await dialog.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    const cut = await dialog.locator(".button").evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
    expect(cut).toEqual([]);
  });
}

test("while the next game is dealt the result stays as it is: nothing moves, and there is nothing more to press", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 390, height: 844 } });
  const { send } = await end(page);
  const dialog = page.getByRole("dialog");
  const places = () => dialog.locator(".ways :is(button, a)").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
  const before = await places();
  const state = finished();
  const commitments = NAMES.map(() => null);
  // The votes were counted when the deal began.
  send({
    type: "view", version: 3, now: Date.now(),
    state: { ...state, match: { ...state.match, over: false, games: [], totals: [], winners: [] }, deal: { deal: "15adfced", stage: "commit", commitments, entropy: commitments, left: 5000, aborted: [] } },
  });
  await expect(dialog.getByText("The tiles are being shuffled")).toBeVisible();
  await expect(dialog.locator(".ways .main")).toBeDisabled();
  expect(await places()).toEqual(before);
});

test("P12: the next game waits until everybody is ready, and the result stays", async ({ browser }) => {
  const page = await open(browser);
  const { sent, send } = await end(page);
  const dialog = page.getByRole("dialog");
  const votes = (ready: number[]) => send({ type: "votes", votes: { pause: [], rematch: [], ready } });
  await expect(dialog.getByText("1 of 6 is ready.")).toBeVisible();
  votes([1, 2]);
  await expect(dialog.getByText("3 of 6 are ready. It begins when all are.")).toBeVisible();
  await dialog.getByRole("button", { name: "Ready for the next game" }).click();
  await expect.poll(() => sent.filter((message) => message.type === "command").map((message) => (message as unknown as { action: object }).action)).toEqual([{ do: "ready" }]);
  votes([1, 2, 0]);
  await expect(dialog.getByText("4 of 6 are ready.")).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "You win!" })).toBeVisible();
  await expect(dialog.locator("li").filter({ hasText: "Rui" }).getByRole("img", { name: "Not ready yet" })).toBeVisible();
});

/** The commands that the page has sent. */
const actions = (sent: { type: string }[]) => sent.filter(({ type }) => type === "command").map((message) => (message as unknown as { action: object }).action);

test("somebody who is never ready holds up the others only for a while", async ({ browser }) => {
  const page = await open(browser);
  await page.clock.install();
  const { sent, send } = await end(page);
  const dialog = page.getByRole("dialog");
  const votes = (ready: number[]) => send({ type: "votes", votes: { pause: [], rematch: [], ready } });
  votes([0, 1, 2, 4]);
  await expect(dialog.getByRole("button", { name: "Ready" })).toBeDisabled();
  await page.clock.runFor(16_000);
  await expect(dialog.getByText("Still waiting for Gil.")).toBeVisible();
  await dialog.getByRole("button", { name: "Begin without waiting" }).click();
  await expect.poll(() => actions(sent)).toEqual([{ do: "begin" }]);
});

test("after a match a bot can take the place of somebody who does not play again", async ({ browser }) => {
  const page = await open(browser);
  await page.clock.install();
  const staged = await stage(page, crowded());
  const state = finished();
  const over = { ...state, match: { ...state.match, over: true } };
  staged.send({ type: "view", version: 2, now: Date.now(), state: over });
  const dialog = page.getByRole("dialog");
  staged.send({ type: "votes", votes: { pause: [], rematch: [0, 1, 2, 4], ready: [] } });
  await expect(dialog.getByRole("button", { name: "Waiting for the others…" })).toBeDisabled();
  await page.clock.runFor(16_000);
  await dialog.getByRole("button", { name: "A bot takes the place of Gil" }).click();
  await expect.poll(() => actions(staged.sent)).toEqual([{ do: "unseat", seat: 5 }]);
  const seated = (who: object | null) => ({ ...over, seats: over.seats.map((seat, index) => (index === 5 ? { ...seat, who } : seat)) });
  staged.send({ type: "view", version: 3, now: Date.now(), state: seated(null) });
  await expect.poll(() => actions(staged.sent).at(-1)).toEqual({ do: "seat-bot", seat: 5, level: "level2" });
  staged.send({ type: "view", version: 4, now: Date.now(), state: seated({ name: "level2", bot: true, host: false }) });
  await expect.poll(() => actions(staged.sent).at(-1)).toEqual({ do: "rematch" });
});

test("the sheet can be put aside to see the table", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 390, height: 844 } });
  await end(page);
  await page.getByRole("button", { name: "See the table" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".status")).toContainText("You win!");
  await page.getByRole("button", { name: "Game over" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the winner's points are counted up, and with less motion they stand at once", async ({ browser }) => {
  const moving = await open(browser, { reducedMotion: "no-preference" });
  const seen: string[] = [];
  await moving.exposeFunction("sawPoints", (text: string) => seen.push(text));
  await moving.addInitScript(() => {
    new MutationObserver(() => {
      const points = document.querySelector("dialog .points [aria-hidden]")?.textContent;
      if (points) void (window as unknown as { sawPoints: (text: string) => void }).sawPoints(points);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await end(moving);
  await expect(moving.locator("dialog .points [aria-hidden]")).toHaveText("+366");
  expect(seen.map(Number).some((points) => points > 0 && points < 366), seen.join(" ")).toBe(true);
});

for (const locale of ["en", "pt-PT", "zh-HK", "zh-CN"]) {
  test(`the deal can be checked at the end of a game, in ${locale} on a small phone`, async ({ browser }) => {
    const page = await open(browser, { locale, viewport: { width: 360, height: 640 } });
    const state = finished();
    // The tiles of no box that the page knows.
    const record = [{ trinta: 1, edition: "hk", players: NAMES, seed: state.game.seed, commitment: state.game.commitment }, { event: "dealt", starter: 0, racks: ["k1 k2"], pool: "r1" }];
    await page.route("**/record?kind=jsonl", (route) => route.fulfill({ body: record.map((line) => JSON.stringify(line)).join("\n") }));
    const staged = await stage(page, crowded());
    staged.send({ type: "view", version: 2, now: Date.now(), state });
    const fairness = page.getByRole("dialog").locator("details").last();
    await fairness.locator("summary").press("Enter");
    await expect(fairness.getByRole("button")).toBeVisible();
    await expect(fairness.getByRole("status")).toHaveCount(0);
    await fairness.getByRole("button").press("Enter");
    // How to check it otherwise is said.
    await expect(fairness.getByRole("status")).toContainText("trinta verify");
    expect(await page.getByRole("dialog").evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  });
}
