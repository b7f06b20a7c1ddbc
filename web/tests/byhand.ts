/**
 * A turn played tile by tile: what to play is the hint's word, how it gets there is the hand's work. By mouse tiles are
 * dragged, by finger they are tapped and put, by keys they are walked to, taken and put.
 */
import { expect, type Page } from "@playwright/test";
import { draw, lift, turnOver, turnsHad, wholeHint } from "./player";

interface Spot {
  id: string;
  face: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** How a hand takes a tile to a place: behind another, or on the empty felt. */
export interface Way {
  press(page: Page, name: string): Promise<void>;
  open(page: Page, id: string): Promise<void>;
  behind(page: Page, id: string, last: string): Promise<void>;
  draw(page: Page): Promise<void>;
}

const piece = (page: Page, id: string) => page.locator(`[data-piece="${id}"]`);
const spots = (page: Page, where: ".felt" | ".rack"): Promise<Spot[]> =>
  page.locator(`${where} [data-piece]`).evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { x, y, width: w, height: h } = tile.getBoundingClientRect();
      return { id: (tile as HTMLElement).dataset.piece ?? "", face: (tile as HTMLElement).dataset.face ?? "", x, y, w, h };
    }),
  );
/** A joker is a joker, whatever it is read as. */
const bare = (face: string) => (face.startsWith("*") || /^[a-z]$/.test(face) ? "*" : face);

/** The sets as they lie: tiles that touch, from left to right. */
function lying(all: Spot[]): Spot[][] {
  const sets: Spot[][] = [];
  for (const spot of [...all].sort((a, b) => Math.round(a.y - b.y) || a.x - b.x)) {
    const before = sets.at(-1)?.at(-1);
    if (before && Math.abs(before.y - spot.y) < 2 && Math.abs(before.x + before.w - spot.x) < 2) sets.at(-1)?.push(spot);
    else sets.push([spot]);
  }
  return sets;
}

/** The point of the felt that is farthest from every tile. */
async function emptySpot(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator(".felt").boundingBox();
  if (!box) throw new Error("no felt");
  const tiles = await spots(page, ".felt");
  let best = { x: box.x + box.width / 2, y: box.y + box.height / 2, far: -1 };
  for (let x = box.x + 12; x < box.x + box.width - 24; x += 12) {
    for (let y = box.y + 12; y < box.y + box.height - 8; y += 8) {
      const far = Math.min(1000, ...tiles.map((one) => Math.max(one.x - x, x - one.x - one.w, one.y - y, y - one.y - one.h) / one.w));
      if (far > best.far + 0.01) best = { x, y, far };
    }
  }
  expect(best.far, "there is room on the felt").toBeGreaterThan(0.65);
  return best;
}

async function dropAt(page: Page, x: number, y: number) {
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

export const byMouse: Way = {
  press: (page, name) => page.getByRole("button", { name, exact: true }).click(),
  async open(page, id) {
    const spot = await emptySpot(page);
    await lift(page, piece(page, id));
    await dropAt(page, spot.x, spot.y);
  },
  async behind(page, id, last) {
    await lift(page, piece(page, id));
    const box = await piece(page, last).boundingBox();
    if (!box) throw new Error("the set is gone");
    await dropAt(page, box.x + box.width * 1.2, box.y + box.height / 2);
  },
  draw: (page) => draw(page),
};

export const byFinger: Way = {
  press: (page, name) => page.getByRole("button", { name, exact: true }).tap(),
  async open(page, id) {
    await piece(page, id).tap();
    const spot = await emptySpot(page);
    await page.touchscreen.tap(spot.x, spot.y);
  },
  async behind(page, id, last) {
    await piece(page, id).tap();
    await piece(page, last).tap();
  },
  draw: (page) => draw(page, true),
};

/** Presses Tab until something of this kind has the focus. */
export async function tabTo(page: Page, selector: string) {
  for (let times = 0; times < 60; times++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not come to ${selector}`);
}

/** Walks with the arrow keys to a tile. */
async function walkTo(page: Page, id: string) {
  await tabTo(page, ".board [data-piece]");
  const order = [...lying(await spots(page, ".felt")).flat(), ...lying(await spots(page, ".rack")).flat()].map((spot) => spot.id);
  const from = order.indexOf((await page.evaluate(() => (document.activeElement as HTMLElement).dataset.piece)) ?? "");
  const steps = order.indexOf(id) - from;
  for (let step = 0; step < Math.abs(steps); step++) await page.keyboard.press(steps < 0 ? "ArrowLeft" : "ArrowRight");
  await expect(piece(page, id)).toBeFocused();
}

export const byKeys: Way = {
  async press(page, name) {
    if (name === "Finish") {
      await tabTo(page, ".board [data-piece]");
      await page.keyboard.press("f");
      return;
    }
    const label = name.replaceAll('"', "");
    for (let times = 0; times < 60; times++) {
      const there = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim() ?? "");
      if (there === label) break;
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
  },
  async open(page, id) {
    await walkTo(page, id);
    await page.keyboard.press(" ");
    await page.keyboard.press("n");
  },
  async behind(page, id, last) {
    await walkTo(page, id);
    await page.keyboard.press(" ");
    await walkTo(page, last);
    await page.keyboard.press("Enter");
  },
  async draw(page) {
    await tabTo(page, ".board [data-piece]");
    await page.keyboard.press("d");
    await page.keyboard.press("d");
  },
};

/** The same tiles are the same set, in whatever order; a joker's place may say what it is. */
function alike(one: string[], other: string[]): boolean {
  if (one.includes("*")) return one.join(" ") === other.join(" ");
  return [...one].sort().join(" ") === [...other].sort().join(" ");
}

/** Builds a table out of the one that lies there: sets that stay are not touched, the others are made tile by tile. */
async function build(page: Page, wanted: string[][], way: Way) {
  const done = new Set<string>();
  const todo = [...wanted];
  for (const set of lying(await spots(page, ".felt"))) {
    const same = todo.findIndex((faces) => alike(faces.map(bare), set.map((one) => bare(one.face))));
    if (same < 0) continue;
    todo.splice(same, 1);
    for (const one of set) done.add(one.id);
  }
  for (const faces of todo) {
    const made: string[] = [];
    for (const face of faces) {
      const laid = await spots(page, ".felt");
      // What lies on the table must find a new place, so it goes first.
      const from = laid.find((one) => bare(one.face) === bare(face) && !done.has(one.id)) ?? (await spots(page, ".rack")).find((one) => bare(one.face) === bare(face));
      if (!from) throw new Error(`no ${face} to take`);
      // The judgement may have laid a group in another order: behind it is behind whatever is last now.
      const last = lying(laid).find((set) => set.some((one) => one.id === made[0]))?.at(-1);
      made.push(from.id);
      done.add(from.id);
      const together = async () => lying(await spots(page, ".felt")).find((set) => set.some((one) => one.id === from.id))?.map((one) => one.id).sort();
      for (let tries = 1; ; tries++) {
        const before = JSON.stringify(lying(laid).map((set) => set.map((one) => one.id)));
        if (last) await way.behind(page, from.id, last.id);
        else await way.open(page, from.id);
        const there = expect.poll(together, { message: `${face} of ${faces.join(" ")}`, timeout: tries < 3 ? 4000 : 15_000 }).toEqual([...made].sort());
        if (tries === 3) {
          await there;
          break;
        }
        if (await there.then(() => true, () => false)) break;
        // What a person does when a tile did not go where it was meant to, as on a machine that stalls: back, and again.
        console.log(`try ${tries}: ${face} of ${faces.join(" ")} lies with ${String(await together())}`);
        const now = JSON.stringify(lying(await spots(page, ".felt")).map((set) => set.map((one) => one.id)));
        if (now !== before) await page.getByRole("button", { name: "Undo" }).click();
      }
      await judged(page);
    }
  }
}

/** The word of the server on what lies there now, as somebody waits for it who looks before the next move. */
const judged = (page: Page) => expect(page.locator('.status[aria-busy="false"]')).toBeAttached();

/** One turn by hand: played if there is something to play, drawn if not. Says whether something was played. */
export async function playByHand(page: Page, way: Way): Promise<boolean> {
  const before = await turnsHad(page);
  const wanted = await wholeHint(page, (name) => way.press(page, name));
  if (wanted) {
    await build(page, wanted, way);
    await expect(page.getByRole("button", { name: "Finish", exact: true })).toBeEnabled();
    await way.press(page, "Finish");
  } else await way.draw(page);
  await turnOver(page, before);
  return wanted !== null;
}
