/** Where tiles are on the screen. */
import { expect, type Page } from "@playwright/test";

export interface TilePosition {
  id: string;
  face: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

export const piece = (page: Page, id: string) => page.locator(`[data-piece="${id}"]`);
export const tilesIn = (page: Page, where: ".felt" | ".rack"): Promise<TilePosition[]> =>
  page.locator(`${where} [data-piece]`).evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { x, y, width: w, height: h } = tile.getBoundingClientRect();
      return { id: (tile as HTMLElement).dataset.piece ?? "", face: (tile as HTMLElement).dataset.face ?? "", x, y, w, h };
    }),
  );
/** A face without the reading of a joker. */
export const withoutReading = (face: string) => (face.startsWith("*") || /^[a-z]$/.test(face) ? "*" : face);

/** The sets as they appear on the screen: tiles that touch, from left to right. */
export function setsOnScreen(all: TilePosition[]): TilePosition[][] {
  const sets: TilePosition[][] = [];
  for (const spot of [...all].sort((a, b) => Math.round(a.y - b.y) || a.x - b.x)) {
    const before = sets.at(-1)?.at(-1);
    if (before && Math.abs(before.y - spot.y) < 2 && Math.abs(before.x + before.w - spot.x) < 2) sets.at(-1)?.push(spot);
    else sets.push([spot]);
  }
  return sets;
}

/** The point of the felt that is farthest from all tiles. */
export async function emptyPoint(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator(".felt").boundingBox();
  if (!box) throw new Error("no felt");
  const tiles = await tilesIn(page, ".felt");
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
