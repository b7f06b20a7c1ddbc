/** Turns that follow the hint: played tile by tile, or laid by the page. */
import { expect, type Page } from "@playwright/test";
import { byMouse, type InputMethod } from "./inputs";
import { turnOver, turnsHad, waitForTurn, wholeHint } from "./player";
import { setsOnScreen, tilesIn, withoutReading } from "./positions";

/** Whether two sets have the same tiles. With jokers the order matters, because it may determine the reading. */
function sameSet(one: string[], other: string[]): boolean {
  if (one.includes("*")) return one.join(" ") === other.join(" ");
  return [...one].sort().join(" ") === [...other].sort().join(" ");
}

/** Turns the current table into another one: sets that stay are not touched, the others are made tile by tile. */
async function build(page: Page, wanted: string[][], input: InputMethod) {
  const done = new Set<string>();
  const todo = [...wanted];
  for (const set of setsOnScreen(await tilesIn(page, ".felt"))) {
    const same = todo.findIndex((faces) => sameSet(faces.map(withoutReading), set.map((one) => withoutReading(one.face))));
    if (same < 0) continue;
    todo.splice(same, 1);
    for (const one of set) done.add(one.id);
  }
  for (const faces of todo) {
    const made: string[] = [];
    for (const face of faces) {
      const laid = await tilesIn(page, ".felt");
      // Tiles of the table need a new place, so they are used before those of the rack.
      const from = laid.find((one) => withoutReading(one.face) === withoutReading(face) && !done.has(one.id)) ?? (await tilesIn(page, ".rack")).find((one) => withoutReading(one.face) === withoutReading(face));
      if (!from) throw new Error(`no ${face} to take`);
      // The judgement may have reordered a group: the next tile goes after the one that is last now.
      const last = setsOnScreen(laid).find((set) => set.some((one) => one.id === made[0]))?.at(-1);
      made.push(from.id);
      done.add(from.id);
      const together = async () => setsOnScreen(await tilesIn(page, ".felt")).find((set) => set.some((one) => one.id === from.id))?.map((one) => one.id).sort();
      for (let tries = 1; ; tries++) {
        const before = JSON.stringify(setsOnScreen(laid).map((set) => set.map((one) => one.id)));
        if (last) await input.append(page, from.id, last.id);
        else await input.newSet(page, from.id);
        const there = expect.poll(together, { message: `${face} of ${faces.join(" ")}`, timeout: tries < 3 ? 4000 : 15_000 }).toEqual([...made].sort());
        if (tries === 3) {
          await there;
          break;
        }
        if (await there.then(() => true, () => false)) break;
        // If a tile landed elsewhere, as on a machine that stalls, undo and try again, as a person would.
        console.log(`try ${tries}: ${face} of ${faces.join(" ")} lies with ${String(await together())}`);
        const now = JSON.stringify(setsOnScreen(await tilesIn(page, ".felt")).map((set) => set.map((one) => one.id)));
        if (now !== before) await page.getByRole("button", { name: "Undo" }).click();
      }
      await judged(page);
    }
  }
}

/** Waits for the server's judgement of the draft. */
const judged = (page: Page) => expect(page.locator('.status[aria-busy="false"]')).toBeAttached();

/** One turn: plays what the hint proposes, or draws. Returns whether something was played. */
export async function playByHand(page: Page, input: InputMethod): Promise<boolean> {
  const before = await turnsHad(page);
  const wanted = await wholeHint(page, (name) => input.press(page, name));
  if (wanted) {
    await build(page, wanted, input);
    await expect(page.getByRole("button", { name: "Finish", exact: true })).toBeEnabled();
    await input.press(page, "Finish");
  } else await input.draw(page);
  await turnOver(page, before);
  return wanted !== null;
}

/** One turn: has what the hint proposes laid, or draws. Returns whether something was played. */
export async function playTurn(page: Page, input: InputMethod = byMouse): Promise<boolean> {
  const before = await turnsHad(page);
  await input.press(page, "Hint");
  const hint = page.locator(".hint");
  await expect(hint).not.toContainText("Looking");
  const found = (await hint.getByRole("button", { name: "Show me where" }).count()) > 0;
  if (found) {
    for (const step of ["Show me where", "Show me all of it", "Lay it for me"]) await input.press(page, step);
    await expect(page.getByRole("button", { name: "Finish", exact: true })).toBeEnabled();
    await input.press(page, "Finish");
  } else {
    await input.press(page, "Close");
    await input.draw(page);
  }
  await turnOver(page, before);
  return found;
}

/** Plays until the game is over. */
export async function playOut(page: Page, input: InputMethod = byMouse) {
  for (let turns = 0; turns < 120; turns++) {
    if (!(await waitForTurn(page))) return;
    await playTurn(page, input);
  }
  throw new Error("the game does not end");
}
