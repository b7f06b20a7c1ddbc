/** How long the entry of a result takes at the pace of a person: one tap in 0.8 seconds. Written down, not asserted. */
import { expect, type Locator, type Page } from "@playwright/test";
import { Organiser } from "./hall";
import { url } from "./player";
import { test } from "./test";

const TAP_MS = 800;

class Hand {
  taps = 0;
  readonly #page: Page;
  readonly #start = Date.now();
  #next = Date.now();
  constructor(page: Page) {
    this.#page = page;
  }
  /** Taps when a person would, or when the page is ready, whichever is later. */
  async tap(what: Locator): Promise<void> {
    this.#next = Math.max(this.#next + TAP_MS, Date.now());
    await this.#page.waitForTimeout(Math.max(0, this.#next - Date.now()));
    await what.tap();
    this.taps++;
  }
  get seconds(): number {
    return Math.round((Date.now() - this.#start) / 100) / 10;
  }
}

for (const way of ["tiles", "sums"] as const) {
  for (const nods of ["one tap", "four nods"] as const) {
    test(`the worked example by ${way}, ${nods}`, async ({ browser }) => {
      const organiser = await Organiser.start(browser);
      await organiser.seatAndStart(["潘逸朗", "Nora Venn", "Clara Noronha", "蘇卓賢", "Eva", "Filipe", "Gil", "Hana"]);
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL: url() });
      // As after an earlier game that was entered this way.
      await context.addInitScript((bySum) => localStorage.setItem("trinta.hall.by-sum", bySum), way === "sums" ? "yes" : "no");
      const page = await context.newPage();
      await page.goto(`/c#${organiser.sheet(1, 1)}`);
      const primary = page.locator("main .primary");
      await primary.tap();
      await page.locator(".starters button").nth(1).tap();
      for (let step = 0; step < 5; step++) await primary.tap();
      const tile = (name: string) => page.locator(`[data-tile="${name}"]`);
      const key = (digit: number) => page.locator(".keys button", { hasText: new RegExp(`^${digit}$`) });
      const hand = new Hand(page);
      // The player whose turn it is has gone out.
      await hand.tap(page.getByRole("button", { name: "is out" }));
      if (way === "tiles") {
        for (const face of ["r13", "b11", "y9", "k2"]) await hand.tap(tile(face));
        await hand.tap(primary);
        await hand.tap(page.locator(".opened button").nth(1));
        for (const face of ["r10", "b10", "k10"]) await hand.tap(tile(face));
        await expect(page.locator(".verdict.could")).toBeVisible();
        await hand.tap(primary);
        for (const face of ["k5", "r7"]) await hand.tap(tile(face));
        await hand.tap(primary);
      } else {
        for (const digit of [3, 5]) await hand.tap(key(digit));
        await hand.tap(page.locator(".keys .main"));
        await hand.tap(page.locator(".verdicts button").nth(1));
        for (const digit of [1, 2]) await hand.tap(key(digit));
        await hand.tap(page.locator(".keys .main"));
      }
      await expect(page.locator(".total b")).toHaveText("0");
      if (nods === "four nods") for (const at of [0, 1, 2, 3]) await hand.tap(page.locator(".nod").nth(at));
      else await hand.tap(primary);
      await expect(page.locator(".slip")).toBeVisible();
      console.log(`by ${way}, ${nods}: ${hand.taps} taps, ${hand.seconds.toFixed(1)} s`);
      await context.close();
      await organiser.close();
    });
  }
}
