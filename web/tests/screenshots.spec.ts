/** Pictures of every screen in three sizes, light and dark: `cargo xtask screenshots`. */
import type { Page } from "@playwright/test";
import { playOut, playTurn } from "./byhand";
import { createTable, open, url, waitForTurn } from "./player";
import { test } from "./test";

const SIZES = [[390, 844], [844, 390], [1440, 900]] as const;
const plan = (players: number) => ({ edition: "hk", players, hints: true, settings: { turn_time: 90 } });

for (const [width, height] of SIZES) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`${width}x${height} ${colorScheme}`, async ({ browser }) => {
      const page = await open(browser, { viewport: { width, height }, colorScheme });
      const shoot = async (name: string, of: Page = page) => {
        await of.waitForTimeout(350);
        await of.screenshot({ path: `shots/${name}-${width}x${height}-${colorScheme}.png` });
      };
      for (const [name, path] of [["home", "/"], ["new", "/new"], ["one-device", "/one"], ["learn", "/learn"], ["rules", "/rules"], ["me", "/me"]] as const) {
        await page.goto(url(path));
        await page.locator("main h1, main .say").first().waitFor();
        await shoot(name);
      }
      const lobby = await createTable(page, plan(4), { 3: "level2" }, false);
      await page.goto(url(`/t/${lobby.table}`));
      await page.locator("svg.qr").waitFor();
      await shoot("lobby");
      const { table } = await createTable(page, plan(4), { 1: "level2", 2: "level3", 3: "level2" });
      await page.goto(url(`/t/${table}`));
      await waitForTurn(page);
      await shoot("opening");
      for (let turns = 0; turns < 5; turns++) if (await waitForTurn(page)) await playTurn(page);
      const hint = page.locator(".hint");
      const show = hint.getByRole("button", { name: "Show me where" });
      for (let drawn = 0; await waitForTurn(page); drawn++) {
        if (drawn === 0) await shoot("table");
        await page.getByRole("button", { name: "Hint" }).click();
        await hint.getByRole("button", { name: /Show me where|Close/ }).first().waitFor();
        if (await show.count()) break;
        await hint.getByRole("button", { name: "Close" }).click();
        await playTurn(page);
      }
      if (await show.count()) {
        await show.click();
        await hint.getByRole("button", { name: "Show me all of it" }).waitFor();
        await shoot("hint");
        await hint.getByRole("button", { name: "Show me all of it" }).click();
        await hint.getByRole("button", { name: "Next" }).waitFor();
        await shoot("hint-steps");
        await hint.getByRole("button", { name: "Lay it for me" }).click();
        await page.getByRole("button", { name: "Finish" }).and(page.locator(":enabled")).waitFor();
        await shoot("draft");
        await page.locator(".felt .own").first().click();
        await shoot("chosen");
        await page.getByRole("button", { name: "Finish" }).click();
      }
      await playOut(page);
      await shoot("end");
      await page.getByRole("link", { name: "Watch the replay" }).click();
      await page.locator("input[type=range]").fill("30");
      await shoot("replay");
    });
  }
}
