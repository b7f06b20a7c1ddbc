/** A reload loses nothing: what was chosen, learned, typed or laid is there again. */
import { expect, type Page } from "@playwright/test";
import { shortRecord } from "./stage";
import { createTable, open, rack, url } from "./player";
import { test } from "./test";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

test("the first game goes on with the same lesson", async ({ browser }) => {
  const page = await open(browser, PHONE);
  await page.locator('a[href="/learn"]').tap();
  for (const face of ["r4", "r5", "r6"]) await page.locator(`.rack [data-face="${face}"]`).tap();
  await page.locator(".felt").tap({ position: { x: 200, y: 200 } });
  await press(page, "Next");
  await expect(page.getByRole("heading", { name: "Make a group" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Make a group" })).toBeVisible();
  // Whoever comes again begins from the beginning.
  await page.goto(url("/"));
  await page.locator('a[href="/learn"]').tap();
  await expect(page.getByRole("heading", { name: "Make a run" })).toBeVisible();
});

test("the form of a new table keeps what was chosen", async ({ browser }) => {
  const page = await open(browser, {}, "/new");
  await page.locator("label", { hasText: "School tournament" }).click();
  await page.locator("details > summary").first().click();
  await page.locator("input[maxlength='40']").fill("Friday");
  await page.reload();
  await expect(page.getByRole("radio", { name: /School tournament/ })).toBeChecked();
  await page.locator("details > summary").first().click();
  await expect(page.locator("input[maxlength='40']")).toHaveValue("Friday");
});

test("names of a family, and the turn of a replay", async ({ browser }) => {
  const page = await open(browser, {}, "/one");
  await page.getByRole("textbox", { name: "Player 2" }).fill("Rui");
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Player 2" })).toHaveValue("Rui");

  await page.route("**/games/1/record**", (route) => route.fulfill({ body: shortRecord(["Ana", "Rui"]) }));
  await page.route("**/games/1/analysis", (route) => route.fulfill({ json: [] }));
  await page.goto(url("/replay/any/1"));
  await press(page, "Next turn");
  await press(page, "Next turn");
  await page.reload();
  await expect(page.locator("input[type=range]")).toHaveValue("2");
});

test("every stage of a table", async ({ browser }) => {
  const host = await open(browser, PHONE);
  const { table, code } = await createTable(host, { edition: "hk", players: 2, hints: true, settings: { turn_time: "none" } }, {}, false);
  await host.goto(url(`/t/${table}`));
  await host.getByLabel("What shall we call you?").fill("Ana");
  await press(host, "That’s me");
  await host.reload();
  await expect(host.locator(".lobby li.own")).toContainText("Ana");
  const guest = await open(browser, PHONE, `/t/${table}#code=${code}`);
  await guest.reload();
  await guest.getByLabel("What shall we call you?").fill("Bo");
  await press(guest, "Sit down as Bo");
  await expect(guest.getByText("The host will start the game.")).toBeVisible();
  await guest.reload();
  await expect(guest.getByText("The host will start the game.")).toBeVisible();
  await press(host, "Begin");
  for (const page of [host, guest]) {
    await expect(rack(page)).toHaveCount(14);
    const order = () => rack(page).evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("data-face")).join(" "));
    await press(page, "By number");
    const before = await order();
    await page.reload();
    await expect(rack(page)).toHaveCount(14);
    expect(await order()).toBe(before);
  }
});
