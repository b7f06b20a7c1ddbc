/** Axe finds nothing in any state of a table: on a phone in the light look, on a laptop in the dark one. */
import { expect, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { accessible } from "./axe";
import { createTable, draw, open, rack, url, waitForTurn } from "./player";
import { crowded, finished, stage } from "./stage";
import { test } from "./test";

const LOOKS: [string, BrowserContextOptions][] = [
  ["a phone", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ["a laptop", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }],
];

const press = (page: Page, name: string | RegExp) => page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name }).click();
const close = (page: Page) => page.keyboard.press("Escape");

/** A host and a guest at a table that is about to begin. */
async function twoPlayers(browser: Browser, look: BrowserContextOptions, plan: object): Promise<[Page, Page]> {
  const host = await open(browser, look);
  const { table, code } = await createTable(host, { players: 2, hints: true, ...plan }, {}, false);
  await host.goto(url(`/t/${table}`));
  const guest = await open(browser, look, `/t/${table}#code=${code}`);
  await guest.getByLabel("What shall we call you?").fill("Bo");
  return [host, guest];
}

for (const [device, look] of LOOKS) {
  test(`a game with a friend on ${device}`, async ({ browser }) => {
    const [host, guest] = await twoPlayers(browser, look, { edition: "hk", settings: { turn_time: 120 } });
    await accessible(host, "the lobby, with a name to choose");
    await accessible(guest, "an invitation");
    await press(guest, "Sit down as Bo");
    await expect(guest.getByText("The host will start the game.")).toBeVisible();
    await accessible(guest, "waiting for the host");
    await press(host, "Begin");
    const first = await Promise.any([host, guest].map((page) => page.locator("li.own.turn").waitFor().then(() => page)));
    const other = first === host ? guest : host;
    await accessible(first, "the own turn");
    await accessible(other, "the turn of another");
    await rack(first).first().click();
    await accessible(first, "a chosen tile");
    await press(first, "New set");
    await expect(first.locator(".mark.bad")).toHaveCount(1);
    await accessible(first, "a set that is wrong");
    await press(first, "Back to the start of the turn");
    await press(first, "Hint");
    await expect(first.locator(".hint")).not.toContainText("Looking");
    await accessible(first, "a hint");
    await press(first.locator(".hint").page(), "Close");
    await first.locator(".draw").click();
    await accessible(first, "the question before a draw");
    // The question may have been withdrawn while the page was examined.
    await expect(async () => {
      await first.locator(".draw:enabled").click({ timeout: 1000 });
      await other.locator("li.own.turn").waitFor({ timeout: 1000 });
    }).toPass();
    await accessible(first, "after a draw");
    for (const [name, what] of [["What happened", "the log"], ["Keyboard shortcuts", "the keys"], ["Settings", "the settings"]] as const) {
      await press(other, "Menu");
      const button = other.getByRole("button", { name, exact: true });
      if ((await button.count()) > 0) {
        await button.click();
        await accessible(other, what);
      }
      await close(other);
    }
    await other.locator("li[data-seat] button").first().click();
    await accessible(other, "the card of a seat");
    await close(other);
    if (!(await other.getByPlaceholder("Say something").isVisible().catch(() => false))) await press(other, /^Chat/);
    await other.getByPlaceholder("Say something").or(other.getByLabel("Say something")).first().fill("Hello");
    await other.keyboard.press("Enter");
    await expect(other.getByText("Hello").first()).toBeVisible();
    await accessible(other, "a chat with something in it");
    await press(host, "Menu");
    await press(host, "Stop the clock");
    await accessible(guest, "somebody wants to stop the clock");
  });

  test(`a family on one device: ${device}`, async ({ browser }) => {
    const page = await open(browser, look, "/one");
    await press(page, "Begin");
    await page.locator(".curtain").waitFor();
    await accessible(page, "the curtain");
    await page.locator(".curtain button").click();
    await page.locator("li.own.turn").waitFor();
    await draw(page);
    await page.getByText("You drew:").waitFor();
    await accessible(page, "the tile that was drawn");
  });

  test(`words and challenges on ${device}`, async ({ browser }) => {
    const [host, guest] = await twoPlayers(browser, look, { edition: "word-b", settings: { turn_time: "none", spelling: "challenge", theme: "animals", opening_letters: 3 } });
    await press(guest, "Sit down as Bo");
    await press(host, "Begin");
    const first = await Promise.any([host, guest].map((page) => page.locator("li.own.turn").waitFor().then(() => page)));
    const other = first === host ? guest : host;
    const letters = rack(first).locator(":scope:not([data-face='*'])");
    for (let index = 0; index < 3; index++) await letters.nth(index).click();
    await press(first, "New set");
    await expect(first.getByRole("button", { name: "Finish", exact: true })).toBeEnabled();
    await accessible(first, "words that nobody has looked up");
    await press(first, "Finish");
    await expect(other.getByRole("button", { name: "Challenge" })).toBeVisible();
    await accessible(other, "a play that can be challenged");
    await press(other, "Challenge");
    await expect(other.getByText(/Your challenge (was right|failed)/).first()).toBeVisible();
    await accessible(other, "a challenge that is decided");
  });

  test(`a joker's letter, the end and what can go wrong on ${device}`, async ({ browser }) => {
    const page = await open(browser, look);
    const words = crowded();
    Object.assign(words.plan, { edition: "word-b", game: "words", settings: { spelling: "checked", turn_time: "none", opening_letters: 6 } });
    words.game.state.table = [];
    Object.assign(words.game.state.seats[0]?.rack ?? {}, { count: 4, tiles: "C A T *" });
    const staged = await stage(page, words);
    for (let index = 0; index < 4; index++) await rack(page).nth(index).click();
    await press(page, "New set");
    await expect(page.getByRole("dialog")).toContainText("Which letter");
    await accessible(page, "the letter of a joker");
    await close(page);
    staged.send({ type: "said", line: { seat: 1, name: "Rui", at: Date.now(), text: "hm" } });
    await page.locator(".bubble").waitFor();
    await accessible(page, "a bubble at a seat");
    staged.send({ type: "view", version: 2, now: Date.now(), state: finished() });
    await expect(page.getByRole("dialog").locator(".racks")).toBeVisible();
    await accessible(page, "the end of a game of six");
    await press(page, /^See the (table|last play)/);
    await accessible(page, "the table after the end");

    const broken = await open(browser, look, "/t/nowhere");
    await broken.getByRole("button", { name: "Try again" }).waitFor();
    await accessible(broken, "a table that is not there");
    await broken.route("**/api/v1/visitor", (route) => route.abort());
    await broken.route("**/api/v1/server", (route) => route.abort());
    await broken.goto(url("/one"));
    await broken.getByRole("button", { name: "Try again" }).waitFor();
    await accessible(broken, "a screen that can't be loaded");
  });

  test(`a connection that is lost, and spectators, on ${device}`, async ({ browser }) => {
    const page = await open(browser, look);
    const { table, code } = await createTable(page, { edition: "hk", players: 2, settings: { turn_time: "none" }, spectators: { allowed: true, delay: 0 } }, { 1: "level1" });
    await page.goto(url(`/t/${table}`));
    await waitForTurn(page);
    const watcher = await open(browser, look, `/t/${table}#code=${code}`);
    await watcher.locator(".felt").waitFor();
    await accessible(watcher, "somebody who watches");
    await page.context().setOffline(true);
    await page.getByText("Connection lost").waitFor();
    await accessible(page, "a connection that is lost");
  });

  test(`a judge on ${device}`, async ({ browser }) => {
    const host = await open(browser, look);
    const powers = { begin: "judge", pause: "judge", seat: "host", rule: "judge" };
    const { table } = await createTable(host, { edition: "school", players: 2, powers, spectators: { allowed: false, delay: 0 } }, { 1: "level2" }, false);
    await host.goto(url(`/t/${table}`));
    await press(host, "Invite a judge");
    const link = await host.getByLabel("Link for the judge").inputValue();
    await accessible(host, "a link for a judge");
    const judge = await open(browser, look, link);
    await judge.getByLabel("What shall we call you?").fill("Eva");
    await accessible(judge, "an invitation to judge");
    await press(judge, "Judge at this table");
    await press(judge, "Begin");
    await judge.getByLabel("Whose rack").selectOption("0");
    await accessible(judge, "a judge who looks at a rack");
  });

  test(`a new table with everything unfolded, and the first game, on ${device}`, async ({ browser }) => {
    const page = await open(browser, look, "/new");
    await page.locator("details > summary").first().waitFor();
    for (const summary of await page.locator("details > summary").all()) await summary.click();
    await accessible(page, "all settings");
    await page.goto(url("/learn"));
    await rack(page).first().waitFor();
    await rack(page).last().click();
    await page.keyboard.press("n");
    await accessible(page, "a mistake in the first game");
  });
}

test("with less motion nothing changes gradually, so that no state is hard to read on its way", async ({ browser }) => {
  const page = await open(browser, { reducedMotion: "reduce" });
  await page.locator(".button").first().waitFor();
  const durations = await page.locator(".button").evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).transitionDuration));
  expect(durations.length).toBeGreaterThan(0);
  for (const one of durations) expect(one.split(", ").every((duration) => duration === "0s"), one).toBe(true);
});
