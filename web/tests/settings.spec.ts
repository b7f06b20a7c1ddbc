/** What can be chosen about the look of the table: it stays chosen, and everything can still be read. */
import { expect } from "@playwright/test";
import { accessible } from "./axe";
import { createTable, open, rack, url, waitForTurn } from "./player";
import { test } from "./test";

for (const colorScheme of ["light", "dark"] as const) {
  test(`the felt has three colours, which stay chosen, ${colorScheme}`, async ({ browser }) => {
    const page = await open(browser, { viewport: { width: 390, height: 844 }, colorScheme });
    const { table } = await createTable(page, { edition: "hk", players: 2, hints: true, settings: { turn_time: "none" } }, { 1: "level1" });
    await page.goto(url(`/t/${table}`));
    await waitForTurn(page);
    // A set that is wrong has a mark and a reason on the felt.
    await rack(page).first().click();
    await page.getByRole("button", { name: "New set" }).click();
    await expect(page.locator(".mark.bad")).toHaveCount(1);
    const seen = new Set<string>();
    for (const felt of ["Green", "Blue", "Plum"]) {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("button", { name: "Settings" }).click();
      await page.getByRole("group", { name: "Felt" }).getByRole("radio", { name: felt }).check();
      await page.keyboard.press("Escape");
      await page.reload();
      await expect(page.locator(".mark.bad")).toHaveCount(1);
      seen.add(await page.locator(".felt").evaluate((one) => getComputedStyle(one).backgroundImage));
      await accessible(page, felt);
    }
    expect(seen.size).toBe(3);
  });
}

test("the size of the text can be chosen, and the layout follows", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 390, height: 844 } });
  await expect(page.locator("html")).toHaveAttribute("data-layout", "phone");
  await page.getByRole("button", { name: "Settings" }).click();
  const sizes = page.getByRole("group", { name: "Text size" });
  await sizes.getByRole("radio", { name: "200 %" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-layout", "large-text");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-layout", "large-text");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  await page.getByRole("button", { name: "Settings" }).click();
  await sizes.getByRole("radio", { name: "Same as device" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-layout", "phone");
});
