/** Frames while dragging over 160 tiles with the processor slowed down six times: `cargo xtask frames`. */
import { expect, test } from "@playwright/test";
import { open, rack } from "./player";
import { crowded, stage } from "./stage";

test("dragging over a crowded table", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 1280, height: 800 }, reducedMotion: "no-preference" });
  await stage(page, crowded());
  await expect(rack(page)).toHaveCount(14);
  expect(await page.locator("[data-piece]").count()).toBe(160);
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const from = await rack(page).nth(3).boundingBox();
  if (!from) throw new Error("no tile");
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.evaluate(() => {
    const at: number[] = [];
    (window as unknown as { at: number[] }).at = at;
    const note = (now: number) => {
      at.push(now);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const until = Date.now() + 4000;
  for (let step = 0; Date.now() < until; step++) await page.mouse.move(200 + ((step * 13) % 900), 120 + ((step * 7) % 400));
  const at = await page.evaluate(() => (window as unknown as { at: number[] }).at);
  await page.mouse.up();
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? time)).sort((a, b) => a - b);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const share = (part: number) => (gaps[Math.floor(gaps.length * part)] ?? 0).toFixed(1);
  console.log(`${(1000 / mean).toFixed(1)} frames a second while dragging, 160 tiles, 6 times slower; a frame takes ${share(0.5)} ms (median), ${share(0.95)} ms (95 of 100)`);
  expect(gaps.length).toBeGreaterThan(30);
});
