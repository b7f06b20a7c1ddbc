/** Principle 5: name and face are asked once, when they are needed, kept, and seen by everybody (finding P4). */
import { expect, type Page } from "@playwright/test";
import { createTable, open, rack, url } from "./player";
import { test } from "./test";

const plan = (players: number, more: object = {}) => ({ edition: "hk", players, settings: { turn_time: "none" }, ...more });
const phone = { viewport: { width: 390, height: 844 } };
const asked = (page: Page) => page.getByLabel("What shall we call you?");
/** The names on the cards of the lobby. */
const names = (page: Page) => page.locator(".seats > ul li b").evaluateAll((all) => all.map((one) => one.firstChild?.textContent));
const faces = (page: Page) => page.locator(".seats > ul li > svg").evaluateAll((all) => all.map((one) => one.outerHTML));

test("friends say who they are at the table, once, and a new name reaches the seat", async ({ browser }) => {
  const ana = await open(browser, phone);
  await ana.getByRole("link", { name: /Play with friends/ }).click();
  await ana.getByRole("button", { name: "Open the table" }).click();
  await asked(ana).fill("Ana");
  await ana.getByRole("radio", { name: "Face 3" }).check({ force: true });
  await ana.getByRole("button", { name: "That’s me" }).click();
  await expect(asked(ana)).toHaveCount(0);
  expect((await names(ana))[0]).toBe("Ana");
  await expect(ana.locator("li.own")).toContainText("You");

  const link = await ana.getByRole("textbox", { name: "Link" }).inputValue();
  const rui = await open(browser, phone, new URL(link).pathname + new URL(link).hash);
  await expect(rui.getByRole("heading", { name: "Ana invites you" })).toBeVisible();
  await asked(rui).fill("Rui");
  await rui.getByRole("button", { name: "Sit down as Rui" }).click();
  await expect.poll(() => names(ana)).toEqual(expect.arrayContaining(["Ana", "Rui"]));
  expect(await faces(ana), "everybody sees the same faces").toEqual(await faces(rui));

  await rui.getByRole("button", { name: "Change name or face" }).click();
  await asked(rui).fill("Rui M.");
  await rui.getByRole("button", { name: "That’s me" }).click();
  await expect.poll(() => names(ana)).toEqual(expect.arrayContaining(["Rui M."]));

  // Nobody is asked again, neither here nor at another table.
  await ana.reload();
  await expect(ana.locator("li.own")).toContainText("Ana");
  await expect(asked(ana)).toHaveCount(0);
  await ana.goto(url("/"));
  await expect(ana.getByRole("link", { name: "Your account: Ana" })).toBeVisible();
});

test("two guests who say nothing are told apart", async ({ browser }) => {
  const ana = await open(browser);
  const { table, code } = await createTable(ana, plan(3), {}, false);
  await ana.goto(url(`/t/${table}`));
  for (let times = 0; times < 2; times++) {
    const guest = await open(browser, {}, `/t/${table}#code=${code}`);
    await guest.getByRole("button", { name: "Sit down as Guest" }).click();
    await expect(guest.locator("li.own")).toBeVisible();
  }
  await expect.poll(() => names(ana)).toEqual(["Guest", "Guest 2", "Guest 3"]);
  expect(new Set(await faces(ana)).size).toBe(3);
});

test("a family on one device: own names, nobody away, no invitation, and a look at the drawn tile", async ({ browser }) => {
  const page = await open(browser, phone, "/one");
  const family = ["Ana", "Rui", "Mei"];
  await page.getByRole("group", { name: "Players" }).getByRole("radio").nth(1).check();
  for (const [index, name] of family.entries()) await page.getByRole("textbox", { name: `Player ${index + 1}` }).fill(name);
  await page.getByRole("button", { name: "Begin" }).click();
  const curtain = page.locator(".curtain");
  const own = page.locator("li.own.turn");
  await curtain.waitFor();
  await expect(page.locator("svg.qr")).toHaveCount(0);
  await curtain.getByRole("button").click();
  await own.waitFor();
  await expect(page.locator("li[data-seat].away")).toHaveCount(0);
  await expect(page.locator("li[data-seat]")).toHaveCount(3);
  const count = await rack(page).count();
  for (let times = 0; times < 2; times++) await page.locator(".draw").click();
  // The tile is on the rack, and named, before the curtain falls.
  await expect(page.getByText("You drew:")).toBeVisible();
  await expect(rack(page)).toHaveCount(count + 1);
  await page.getByRole("button", { name: "Hide my tiles" }).click();
  await expect(curtain).toBeVisible();
  await expect(curtain.getByRole("button")).toHaveText(new RegExp(`I am (${family.join("|")})`));
  expect(await page.locator("[data-piece]").count()).toBe(0);
  // The names are kept for the next evening.
  await page.goto(url("/one"));
  await expect(page.getByRole("textbox", { name: "Player 2" })).toHaveValue("Rui");
});

test("on a small phone the start page has room for its name and one's own face", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 360, height: 640 } });
  await createTable(page, plan(2), { 1: "level1" });
  await page.reload();
  const me = page.getByRole("link", { name: /Your account: Guest/ });
  await expect(me).toBeVisible();
  const [mine, title] = [await me.boundingBox(), await page.locator("h1").boundingBox()];
  expect(mine?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 0));
  expect(mine?.width).toBeGreaterThanOrEqual(40);
});
