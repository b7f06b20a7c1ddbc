/** Frames while dragging over 160 tiles with the processor slowed down six times: `cargo xtask frames`. */
import { cpus, loadavg } from "node:os";
import { expect } from "@playwright/test";
import { open, rack } from "./player";
import { crowded, stage } from "./stage";
import { test } from "./test";
import { traced } from "./trace";

const SLOWDOWN = 6;

test("dragging over a crowded table", async ({ browser }) => {
  const page = await open(browser, { viewport: { width: 1280, height: 800 }, reducedMotion: "no-preference" });
  await stage(page, crowded());
  await expect(rack(page)).toHaveCount(14);
  expect(await page.locator("[data-piece]").count()).toBe(160);
  const client = await page.context().newCDPSession(page);
  // Through the DevTools protocol, because Playwright's mouse runs scripts in the page.
  const mouse = (type: "mousePressed" | "mouseMoved" | "mouseReleased", x: number, y: number) =>
    client.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: type === "mouseReleased" ? 0 : 1, clickCount: type === "mouseMoved" ? 0 : 1 });
  const drag = async () => {
    const from = await rack(page).nth(3).boundingBox();
    if (!from) throw new Error("no tile");
    await mouse("mousePressed", from.x + 20, from.y + 20);
    await mouse("mouseMoved", from.x + 40, from.y - 40);
    const frames = await traced(browser, page, async () => {
      // Like a hand: continuously, without waiting for the page. The browser delivers one move per frame.
      const moves: Promise<unknown>[] = [];
      const until = Date.now() + 4000;
      for (let step = 0; Date.now() < until; step++) {
        moves.push(mouse("mouseMoved", 200 + ((step * 8) % 900), 120 + ((step * 4) % 400)));
        // A mouse reports 125 times per second; with fewer moves than frames, some frames would have nothing to draw.
        await new Promise((done) => setTimeout(done, 8));
      }
      await Promise.all(moves);
    });
    // Back to its place on the rack.
    await mouse("mouseMoved", from.x, from.y + 20);
    await mouse("mouseReleased", from.x, from.y + 20);
    return frames;
  };
  const { main, raster } = await drag();
  const part = (share: number) => share.toFixed(2);
  console.log(`the main thread spends ${part(main.all)} ms of processor time a frame (script ${part(main.script)}, style ${part(main.style)}, layout ${part(main.layout)}, paint ${part(main.paint)}); on a processor six times slower ${part(main.all * SLOWDOWN)} ms of the 16.67 there are`);
  console.log(`drawing, without a graphics card: ${raster.toFixed(0)} ms of processor time a second on other threads`);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const slow = await drag();
  const share = (all: number[], at: number) => (all[Math.min(all.length - 1, Math.floor(all.length * at))] ?? 0).toFixed(1);
  console.log(`slowed down six times: ${(slow.drawn / slow.seconds).toFixed(1)} frames a second, ${share(slow.gaps, 0.5)} ms apart (median), ${share(slow.gaps, 0.95)} ms (95 of 100); the machine's load: ${loadavg().map((load) => load.toFixed(1)).join(" ")} on ${cpus().length} processors`);
  expect(main.layout, "nothing is laid out during a drag").toBeLessThan(0.2);
  expect(main.all * SLOWDOWN).toBeLessThan(1000 / 60);
});
