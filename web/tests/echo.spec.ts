/** Latency from an action to its visible result, on one machine: `cargo xtask echo`. */
import { cpus, loadavg } from "node:os";
import { expect, type Page } from "@playwright/test";
import { playTurn } from "./byhand";
import { createTable, dragToFelt, felt, myTurn, open, rack, sheet, url } from "./player";
import { test } from "./test";

/** The median latency that must not be reached. */
const LIMIT_MS = 50;

/** Records in the page when the pointer was last released, and when the felt changed after that. */
async function watch(page: Page) {
  await page.evaluate(() => {
    const now = () => performance.timeOrigin + performance.now();
    const notes = { let: 0, judged: [] as number[], changed: [] as number[], waiting: false };
    (window as unknown as { notes: typeof notes }).notes = notes;
    addEventListener("pointerup", () => {
      notes.let = now();
      notes.waiting = true;
    }, true);
    const felt = document.querySelector(".felt");
    if (!felt) throw new Error("no felt");
    new MutationObserver((changes) => {
      const added = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node instanceof HTMLElement);
      if (added.some((node) => node.matches("[data-piece]"))) notes.changed.push(now());
      if (notes.waiting && added.some((node) => node.matches(".mark"))) {
        notes.waiting = false;
        notes.judged.push(now() - notes.let);
      }
    }).observe(felt, { childList: true, subtree: true });
  });
}
type Notes = { let: number; judged: number[]; changed: number[] };
const notes = (page: Page) => page.evaluate(() => (window as unknown as { notes: Notes }).notes);

function report(what: string, samples: number[]) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN).toFixed(1);
  console.log(`${what}: ${at(0.5)} ms (median), ${at(0.95)} ms (95 of 100), ${sorted.length} times; the machine's load: ${loadavg().map((load) => load.toFixed(1)).join(" ")} on ${cpus().length} processors`);
  return Number(at(0.5));
}

test("from dropping a tile to its judgement, and from Finish to the other browser", async ({ browser }) => {
  const ana = await open(browser);
  const { table, code } = await createTable(ana, { edition: "hk", players: 2, hints: true, settings: { turn_time: "none" } }, {}, false);
  await ana.goto(url(`/t/${table}`));
  const bo = await open(browser, {}, `/t/${table}#code=${code}`);
  await bo.getByRole("button", { name: "Sit down" }).click();
  await ana.getByRole("button", { name: "Begin" }).click();
  await Promise.race([ana, bo].map((page) => myTurn(page).waitFor()));
  for (const page of [ana, bo]) await watch(page);
  const first = (await myTurn(ana).count()) ? ana : bo;
  const judged: number[] = [];
  for (let times = 0; times < 20; times++) {
    await dragToFelt(first, rack(first).first(), 600, 300);
    await expect.poll(async () => (await notes(first)).judged.length).toBe(times + 1);
    await felt(first).first().click({ button: "right" });
    await expect(felt(first)).toHaveCount(0);
  }
  judged.push(...(await notes(first)).judged.slice(0, 20));
  const seen: number[] = [];
  for (let turns = 0; turns < 60 && seen.length < 15; turns++) {
    await Promise.race([ana, bo].map((page) => page.locator("li.own.turn, dialog .racks").first().waitFor()));
    if (await sheet(ana).count()) break;
    const [page, other] = (await myTurn(ana).count()) ? [ana, bo] : [bo, ana];
    const before = (await notes(other)).changed.length;
    if (!(await playTurn(page)) || (await sheet(page).count())) continue;
    await expect.poll(async () => (await notes(other)).changed.length).toBeGreaterThan(before);
    seen.push(((await notes(other)).changed[before] ?? NaN) - (await notes(page)).let);
  }
  const judgement = report("from letting go of a tile to its judgement", judged);
  const echo = report("from Finish to the other browser's felt", seen);
  expect(judgement).toBeLessThan(LIMIT_MS);
  expect(echo).toBeLessThan(LIMIT_MS);
});
