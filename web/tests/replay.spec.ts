/** The replay of a finished game: keys, and what the best play means. Record and analysis come from the test. */
import { expect, test } from "@playwright/test";
import { felt, open, url } from "./player";

const RECORD = [
  { trinta: 1, edition: "hk", players: ["Ana", "Bo"], date: "2026-11-15" },
  { event: "dealt", starter: 0, racks: ["k10 r10 b10 k1 k2 k3", "r1 k3"], pool: "k7 y1" },
  { event: "played", seat: 0, table: ["r10 b10 k10"], placed: "k10 r10 b10", opening: 30 },
  { event: "drew", seat: 1, tiles: "k7", why: "choice" },
  { event: "ended", reason: "out", racks: ["k1 k2 k3", "k3 r1 k7"], scores: ["6", "-6"], winners: [0] },
].map((line) => JSON.stringify(line)).join("\n");
const ANALYSIS = [{ event: 1, seat: 0, played: 3, best: { tiles: 6, placed: "k10 r10 b10 k1 k2 k3", table: ["k10 r10 b10", "k1 k2 k3"] }, proved: true }];

test("arrow keys step through a replay, also from its buttons, and the best play is explained (P18)", async ({ browser }) => {
  const page = await open(browser);
  await page.route("**/games/1/record**", (route) => route.fulfill({ body: RECORD }));
  await page.route("**/games/1/analysis", (route) => route.fulfill({ json: ANALYSIS }));
  await page.goto(url("/replay/any/1"));
  const turn = page.locator(".line span");
  await expect(turn).toHaveText("Turn 0 of 3");
  await page.keyboard.press("ArrowRight");
  await expect(turn).toHaveText("Turn 1 of 3");
  await page.getByRole("button", { name: "Next turn" }).click();
  await expect(turn).toHaveText("Turn 2 of 3");
  await page.keyboard.press("ArrowLeft");
  await expect(turn).toHaveText("Turn 1 of 3");
  // From a tile of the table, too, although arrows also move between tiles there.
  await felt(page).first().focus();
  await page.keyboard.press("End");
  await expect(turn).toHaveText("Turn 3 of 3");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(turn).toHaveText("Turn 1 of 3");
  // The slider moves once, by itself.
  await page.locator("input[type=range]").focus();
  await page.keyboard.press("ArrowRight");
  await expect(turn).toHaveText("Turn 2 of 3");
  await page.keyboard.press("ArrowLeft");

  await expect(page.locator(".best")).toContainText("Most tiles:");
  await expect(page.getByText("It keeps nothing back, not even jokers")).toBeVisible();
  await page.getByRole("button", { name: "Show it" }).click();
  await expect(felt(page)).toHaveCount(6);
  // A record without a seed can't be checked, and says how it can.
  await page.getByRole("button", { name: "Was the deal fair?" }).click();
  await expect(page.getByText("trinta verify")).toBeVisible();
});
