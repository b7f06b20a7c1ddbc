/** A table with a judge: chosen in the form, invited by a link, with every rack in sight and the powers of the plan. */
import { expect } from "@playwright/test";
import { createTable, open, rack, url } from "./player";
import { test } from "./test";

test("the host invites a judge by a link, who begins the game and sees every rack", async ({ browser }) => {
  const host = await open(browser);
  const powers = { begin: "judge", pause: "judge", seat: "host", rule: "judge" };
  const { table } = await createTable(host, { edition: "school", players: 2, powers, spectators: { allowed: false, delay: 0 } }, { 1: "level2" }, false);
  await host.goto(url(`/t/${table}`));
  await expect(host.getByText("A judge begins.").first()).toBeVisible();
  await expect(host.getByRole("button", { name: "Begin" })).toHaveCount(0);
  await host.getByRole("button", { name: "Invite a judge" }).click();
  const link = await host.getByLabel("Link for the judge").inputValue();

  const judge = await open(browser, { viewport: { width: 390, height: 844 } }, link);
  await judge.getByLabel("What shall we call you?").fill("Eva");
  await judge.getByRole("button", { name: "Judge at this table" }).click();
  await expect(host.getByText("Judge: Eva")).toBeVisible();
  await judge.getByRole("button", { name: "Begin" }).click();
  await expect(rack(host)).toHaveCount(14);

  const seen = judge.locator(".racks .tiles [role=img]");
  await judge.getByLabel("Whose rack").selectOption("0");
  await expect.poll(() => seen.count()).toBe(await rack(host).count());
  const own = await rack(host).evaluateAll((tiles) => tiles.map((tile) => (tile.getAttribute("aria-label") ?? "").split(",")[0]).sort());
  expect(await seen.evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label")).sort())).toEqual(own);

  // The clock is the judge's to stop; the player is not offered it.
  await host.getByRole("button", { name: "Menu" }).click();
  await expect(host.getByRole("button", { name: "Stop the clock" })).toHaveCount(0);
  await judge.getByRole("button", { name: "Menu" }).click();
  await judge.getByRole("button", { name: "Stop the clock" }).click();
  await expect(judge.getByRole("button", { name: "Resume" })).toBeVisible();

  // The judge is one after a reload too, and the link is good once.
  await judge.reload();
  await expect(judge.getByLabel("Whose rack")).toBeVisible();
  const late = await open(browser, {}, link);
  await late.getByRole("button", { name: "Judge at this table" }).click();
  await expect(late.getByText("This invitation is no longer valid.")).toBeVisible();
});

test("a judge can be chosen for a new table", async ({ browser }) => {
  const host = await open(browser, {}, "/new");
  await host.getByText("Help, talk, watching").click();
  await host.getByRole("group", { name: /Makes rulings/ }).getByRole("radio", { name: "A judge" }).check();
  await host.getByRole("button", { name: "Open the table" }).click();
  await expect(host.getByText("A judge makes rulings and sees every rack.").first()).toBeVisible();
  await expect(host.getByRole("button", { name: "Invite a judge" })).toBeVisible();
});
