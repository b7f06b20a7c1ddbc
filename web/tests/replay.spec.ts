/** The replay of a finished game: keys, and what else could have been done. Record and analysis come from the test. */
import { expect, type Page } from "@playwright/test";
import type { BotActionView, TurnView } from "../src/wire";
import { felt, open, url } from "./player";
import { shortRecord } from "./stage";
import { test } from "./test";

const RECORD = shortRecord(["Ana", "Bo"]);
const BEST = { tiles: 6, placed: "k10 r10 b10 k1 k2 k3", table: ["k10 r10 b10", "k1 k2 k3"] };
const bot = (action: BotActionView) => ({ level: "level5", action });
const ANALYSIS: TurnView[] = [
  { event: 1, seat: 0, played: 3, best: BEST, proved: true, bot: bot({ do: "play", tiles: 3, placed: "k1 k2 k3", table: ["k1 k2 k3"] }) },
  { event: 2, seat: 1, played: 0, best: null, proved: true, bot: bot({ do: "draw" }) },
];

async function replay(page: Page, analysis: TurnView[] = ANALYSIS) {
  await page.route("**/games/1/record**", (route) => route.fulfill({ body: RECORD }));
  await page.route("**/games/1/analysis", (route) => route.fulfill({ json: analysis }));
  await page.goto(url("/replay/any/1"));
  await expect(page.locator("input[type=range]")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".best")).toBeVisible();
}

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
  await page.getByRole("button", { name: "Show it", exact: true }).click();
  await expect(felt(page)).toHaveCount(6);
  // Without a seed there is nothing to check, and the page says so.
  await page.getByRole("button", { name: "Was the deal fair?" }).click();
  await expect(page.getByText("The record has no seed, so nothing can be checked.")).toBeVisible();
});

test("a replay compares what was played with the most tiles and with the strongest bot, by keyboard too", async ({ browser }) => {
  const page = await open(browser);
  await replay(page);
  await expect(felt(page)).toHaveCount(3);
  await expect(page.locator(".bot")).toContainText("Strongest bot:");
  await expect(page.getByText("The strongest bot sees what this player saw and no more.")).toBeVisible();
  const [best, shown] = [page.locator(".best button"), page.locator(".bot button")];
  await best.focus();
  await page.keyboard.press("Enter");
  await expect(felt(page)).toHaveCount(6);
  await page.keyboard.press("Tab");
  await expect(shown).toBeFocused();
  await page.keyboard.press("Space");
  await expect(shown).toHaveAttribute("aria-pressed", "true");
  await expect(best).toHaveAttribute("aria-pressed", "false");
  await expect(felt(page)).toHaveCount(3);
  await expect(felt(page).first()).toHaveAccessibleName(/1/);
  await page.keyboard.press("Space");
  await expect(shown).toHaveText("Show the bot’s play");
  // Another turn shows what was played there; that the bot draws is said, and there is nothing to show.
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".bot")).toHaveText("The strongest bot would have drawn.");
  await expect(shown).toHaveCount(0);
});

test("the strongest bot that would have done the same says so", async ({ browser }) => {
  const page = await open(browser);
  await replay(page, [{ event: 1, seat: 0, played: 3, best: BEST, proved: true, bot: bot({ do: "play", tiles: 3, placed: "k10 r10 b10", table: ["r10 b10 k10"] }) }]);
  await expect(page.locator(".bot")).toHaveText("The strongest bot would have played the same.");
});

for (const locale of ["en", "pt-PT", "zh-HK", "zh-CN"]) {
  test(`the comparison fits a small phone in ${locale}`, async ({ browser }) => {
    const page = await open(browser, { locale, viewport: { width: 360, height: 640 } });
    await replay(page);
    for (const button of await page.locator(".review button").all()) {
      await button.click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      expect(await button.evaluate((one) => one.scrollWidth <= one.clientWidth + 1)).toBe(true);
    }
    await expect(page.locator(".scrub")).toBeInViewport({ ratio: 1 });
    expect((await page.locator(".frame").boundingBox())?.height).toBeGreaterThan(100);
  });
}

test("an analysis that can't be fetched says so, and is fetched on request", async ({ browser }) => {
  const page = await open(browser);
  await page.route("**/games/1/record**", (route) => route.fulfill({ body: RECORD }));
  let broken = true;
  await page.route("**/games/1/analysis", (route) => (broken ? route.abort() : route.fulfill({ json: ANALYSIS })));
  await page.goto(url("/replay/any/1"));
  const said = page.locator(".analysis");
  await expect(said).toContainText("The best plays could not be fetched.");
  // The game itself can be followed all the same.
  await page.keyboard.press("ArrowRight");
  await expect(felt(page)).toHaveCount(3);
  broken = false;
  await said.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator(".best")).toContainText("Most tiles:");
  await expect(said).toHaveCount(0);
});
