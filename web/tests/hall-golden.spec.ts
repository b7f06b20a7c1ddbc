/**
 * The golden morning of `crates/tournament` by clicks: 64 players, a latecomer who is barred and admitted, draws, unopened racks,
 * a rack that was pushed over, pauses, a new deal, a protest, a correction after the next round has started, somebody who leaves,
 * a third offence and a play-off. Every line of the file is done at the desk or on a judge's phone; where the file has a refusal,
 * the page must refuse or not offer the step. What the server has in the end is what the file's answers say.
 */
import { expect, type Browser, type Locator, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cardCode, programAnswers, sheetCode } from "./hall";
import { url } from "./player";
import { test } from "./test";

interface Rack {
  number: number;
  sum?: number;
  tiles?: string;
  opened?: boolean;
  could?: boolean;
  pushed?: boolean;
  last_drawn?: string;
}
interface Line {
  do: string;
  by?: string;
  what?: string;
  how?: string;
  seed?: string;
  number: number;
  numbers: number[];
  round: number;
  table: number;
  play_off?: number;
  ended?: "out" | "pool" | "time";
  racks?: Rack[];
  players?: { name: string; school: string }[];
  tiles: Record<string, string>;
  why: string;
  case?: number;
}
type Json = Record<string, unknown>;

const GOLDEN = join(import.meta.dirname, "../../crates/tournament/tests/golden");
const read = (name: string): Json[] => readFileSync(join(GOLDEN, name), "utf8").trim().split("\n").map((line) => JSON.parse(line) as Json);
const LINES = read("morning.jsonl") as unknown as Line[];
const ANSWERS = read("morning-answers.jsonl");
const SEED = LINES[0]?.seed ?? "";

/** Tables that are judged on a phone, by round; the others come to the desk as sheets and are typed. */
const BY_PHONE: Record<number, readonly number[]> = { 1: [1, 6, 7, 9], 2: [4], 3: [5] };

/** A number by itself, also right after the letter of a seat. */
const hasNumber = (number: number) => new RegExp(`(^|\\D)${number}(\\D|$)`);
const dialog = (page: Page): Locator => page.getByRole("dialog").last();
const noDialog = (page: Page) => expect(page.getByRole("dialog")).toHaveCount(0);
const primary = (page: Page) => page.locator("main .primary");
const isSent = (page: Page) => expect(page.locator("header .state:not(.waits)")).toBeVisible();

async function tab(desk: Page, name: string) {
  await desk.evaluate((to) => (location.hash = to), name);
  await expect(desk.locator(`nav a[aria-current="page"]`)).toHaveAttribute("href", `#${name}`);
}

/** A result as somebody types it from a sheet. */
function typed({ table, play_off: rank, ended, racks = [] }: Line): string {
  const left = (rack: Rack) => {
    if (rack.pushed) return "pushed";
    if (rack.sum !== undefined) return String(rack.sum);
    if (rack.could !== undefined) return rack.could ? "could" : "no";
    return rack.tiles === "" ? "0" : `${(rack.tiles ?? "").replaceAll("*", "j")}${rack.opened === false ? " u" : ""}`;
  };
  return `${rank === undefined ? table : `p${rank}`} ${racks.map((rack) => `${rack.number} ${left(rack)}`).join(" ")}${ended === "out" ? "" : ` ${ended}`}`;
}

/** The desk of the morning. */
class Desk {
  constructor(readonly page: Page) {}

  async asHeadJudge() {
    const role = this.page.getByRole("dialog", { name: "Only the head judge decides this." });
    await role.getByLabel("Head judge").fill("Rosa");
    await role.getByRole("button", { name: "I am the head judge" }).click();
    await expect(role).toHaveCount(0);
  }

  async asOrganiser() {
    await tab(this.page, "more");
    await this.page.getByRole("button", { name: "Organiser", exact: true }).click();
    await expect(this.page.getByText("Here as: Organiser")).toBeVisible();
  }

  /** Checks a player in by number. */
  async checkIn(number: number) {
    await this.page.getByLabel("Number or part of a name").fill(String(number));
    await expect(this.page.locator(".hit.on .who")).toHaveText(String(number));
    await this.page.keyboard.press("Enter");
  }

  async type(line: Line) {
    const input = this.page.getByLabel("Result in one line");
    await input.fill(typed(line));
    await expect(this.page.locator(".echo .good")).toBeVisible();
    await input.press("Enter");
    await expect(input).toHaveValue("");
  }

  async openTable(table: number) {
    await this.page.locator(`[data-table='${table}']`).click();
    return dialog(this.page);
  }

  async drawAt(table: number, tiles: Record<string, string>) {
    const sheet = await this.openTable(table);
    if (Object.keys(tiles).length === 0) await sheet.getByRole("button", { name: "Let the program draw" }).click();
    else {
      for (const [at, tile] of Object.values(tiles).entries()) await sheet.locator("form input").nth(at).fill(tile);
      await sheet.getByRole("button", { name: "Save" }).click();
    }
    await this.page.keyboard.press("Escape");
    await noDialog(this.page);
  }
}

/** A judge's phone at a table of a round. */
class Phone {
  constructor(readonly page: Page) {}

  static async open(browser: Browser, round: number, table: number): Promise<Phone> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL: url(), reducedMotion: "reduce" });
    await context.addInitScript(() => localStorage.setItem("trinta.volume", "off"));
    const page = await context.newPage();
    await page.goto(`/c#${sheetCode(SEED, round, table)}`);
    await page.getByRole("button", { name: /^Yes, all/ }).tap();
    return new Phone(page);
  }

  /** The numbers of a draw, in the order in which the phone asks for them. */
  async draw(tiles: Record<string, string>) {
    for (const tile of Object.values(tiles)) {
      if (tile === "*") await this.page.locator(".pad button.joker").tap();
      else await this.page.locator(".pad button", { hasText: new RegExp(`^${tile.slice(1)}$`) }).tap();
    }
    await isSent(this.page);
  }

  async deal() {
    const play = this.page.getByRole("timer");
    while (!(await play.isVisible())) await primary(this.page).tap();
  }

  async warn(number: number) {
    await this.page.getByRole("button", { name: "Warning", exact: true }).tap();
    await this.page.locator("dialog .row button", { hasText: hasNumber(number) }).tap();
    await this.page.getByRole("button", { name: "Noise, talking" }).tap();
    await expect(this.page.locator("dialog")).toHaveCount(0);
    await isSent(this.page);
  }

  async result({ ended, racks = [] }: Line) {
    const { page } = this;
    await page.getByRole("button", { name: "Game over" }).tap();
    const out = racks.find((rack) => rack.tiles === "" || rack.sum === 0);
    if (out && ended === "out") await page.locator("dialog .player", { hasText: hasNumber(out.number) }).tap();
    else await page.locator("dialog .pair button").nth(ended === "pool" ? 0 : 1).tap();
    for (const rack of racks.filter((one) => one !== out || ended !== "out")) {
      await page.locator(".racks button", { hasText: hasNumber(rack.number) }).tap();
      await expect(page.locator("main h1")).toContainText(String(rack.number));
      const byKeys = (await page.locator(".keys").count()) > 0;
      const wantsKeys = rack.tiles === undefined;
      if (byKeys !== wantsKeys) await page.getByRole("button", { name: wantsKeys ? "By sum" : "By tiles" }).tap();
      if (rack.could !== undefined) {
        await page.locator(".verdicts button").nth(rack.could ? 1 : 0).tap();
      } else if (rack.sum !== undefined) {
        for (const digit of String(rack.sum)) await page.locator(".keys button", { hasText: new RegExp(`^${digit}$`) }).tap();
      } else {
        if (rack.opened === false) await page.locator(".opened button").nth(1).tap();
        for (const tile of (rack.tiles ?? "").split(" ")) await page.locator(`[data-tile="${tile}"]`).tap();
      }
    }
    const next = page.getByRole("button", { name: "Review" });
    if (await next.isVisible()) await next.tap();
    await expect(page.locator(".total b")).toHaveText("0");
    // The last nod sends.
    for (const nod of await page.locator(".nod").all()) await nod.tap();
    await isSent(page);
  }

  async close() {
    await this.page.context().close();
  }
}

const isRefused = (at: number) => ANSWERS[at]?.["error"] !== undefined;

test("the golden morning by clicks gives what its file says", async ({ browser }) => {
  const laptop = { viewport: { width: 1366, height: 768 }, baseURL: url(), reducedMotion: "reduce" as const };
  const page = await (await browser.newContext(laptop)).newPage();
  await page.goto("/hall");
  const { id, token } = await page.evaluate(async (command) => {
    const answer = await fetch("/api/v1/tournaments", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ command, utc_offset: 0 }) });
    return (await answer.json()) as { id: string; token: string };
  }, { ...LINES[0], code_seed: SEED });
  await page.goto(`/hall/${id}#t=${token}`);
  await page.locator(`nav a[aria-current="page"]`).waitFor();
  const desk = new Desk(page);
  const phones = new Map<number, Phone>();
  const card = await (await browser.newContext({ ...laptop, viewport: { width: 390, height: 844 } })).newPage();
  let round = 0;

  /** The phone at a table, opened when it is first needed. */
  const phoneAt = async (table: number): Promise<Phone> => {
    const known = phones.get(table) ?? (await Phone.open(browser, round, table));
    phones.set(table, known);
    return known;
  };
  const judgedByPhone = (line: Line) => line.round === round && (BY_PHONE[round] ?? []).includes(line.table);
  const wrongs: Record<string, (line: Line) => Promise<void>> = {
    "check-in": async ({ numbers }) => {
      await tab(page, "check-in");
      await page.getByRole("button", { name: new RegExp(`^${numbers[0] ?? 0} .*barred`) }).click();
      await expect(dialog(page)).toContainText("by ruling?");
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
    },
    // The dialog for it stays until the head judge does it, in the next line.
    admit: async ({ number, why }) => {
      await page.getByRole("button", { name: new RegExp(`^${number} .*barred`) }).click();
      await dialog(page).getByLabel("Reason").fill(why);
      await dialog(page).getByRole("button", { name: "Admit by ruling" }).click();
      await expect(page.getByRole("dialog", { name: "Only the head judge decides this." })).toBeVisible();
    },
    result: async (line) => {
      await tab(page, "board");
      await page.getByLabel("Result in one line").fill(typed(line));
      await expect(page.locator(".echo .bad")).toContainText("paused");
      await page.getByLabel("Result in one line").fill("");
    },
    redeal: async (line) => {
      const phone = await phoneAt(line.table);
      await phone.page.locator(".starters button").first().tap();
      await newDeal(phone, line);
      await phone.page.getByRole("alert").waitFor();
    },
    seat: async () => {
      await tab(page, "seating");
      await expect(page.getByRole("button", { name: /^Propose round/ })).toHaveCount(0);
    },
    // The sheet of a round that is over shows nothing to judge.
    correct: async ({ round: earlier, table }) => {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: url() });
      const late = await context.newPage();
      await late.goto(`/c#${sheetCode(SEED, earlier, table)}`);
      await late.locator("main, h1").first().waitFor();
      await expect(late.getByRole("button", { name: /Correct/ })).toHaveCount(0);
      await context.close();
    },
    finish: async () => {
      await tab(page, "standings");
      await expect(page.locator(".waits").filter({ hasText: /Cases wait|Ties need/ })).toBeVisible();
      await expect(page.getByRole("button", { name: "Finish and publish" })).toHaveCount(0);
    },
  };
  const newDeal = async (phone: Phone, { number, tiles }: Line) => {
    await phone.page.locator("main > .button:not(.primary)").first().tap();
    await phone.page.locator("dialog .row button", { hasText: hasNumber(number) }).tap();
    for (const tile of (tiles as unknown as string).split(" ")) await phone.page.locator(`dialog [data-tile="${tile}"]`).tap();
    await phone.page.locator("dialog .primary").tap();
  };
  const steps: Record<string, (line: Line) => Promise<void>> = {
    add: async ({ players = [] }) => {
      await tab(page, "players");
      await page.getByLabel(/One a line/).first().fill(players.map(({ name, school }) => `${name}\t${school}`).join("\n"));
      await page.getByRole("button", { name: `Add ${players.length} player` }).click();
      await expect(page.getByLabel(/One a line/).first()).toHaveValue("");
    },
    numbers: async () => {
      await page.getByRole("button", { name: "Draw, schools apart" }).click();
      await expect(page.locator("tbody tr").first()).toContainText("Léa Martin");
    },
    "check-in": async ({ numbers }) => {
      await tab(page, "check-in");
      if (numbers.length === 1) return desk.checkIn(numbers[0] ?? 0);
      // Everybody in the queue but one: by tapping the numbers.
      const missing = (await page.locator(".nums .no").allTextContents()).map(Number);
      expect(missing.filter((number) => !numbers.includes(number))).toEqual([40]);
      for (const number of missing.filter((one) => one !== 40)) {
        await page.locator(".nums button", { hasText: new RegExp(`^${number}$`) }).click();
        await expect(page.locator(".nums button", { hasText: new RegExp(`^${number}$`) })).toBeDisabled();
      }
    },
    withdraw: async ({ number, why }) => {
      await tab(page, "players");
      await page.getByLabel("Number, name or school").fill(String(number));
      await page.locator("tbody tr", { has: page.locator(".who", { hasText: new RegExp(`^${number}$`) }) }).getByRole("button").click();
      await dialog(page).getByRole("button", { name: "Withdraws" }).click();
      if (await dialog(page).getByLabel("Reason").isVisible()) await dialog(page).getByLabel("Reason").fill(why);
      await dialog(page).getByRole("button", { name: "Withdraws" }).click();
      await page.keyboard.press("Escape");
      await noDialog(page);
      await page.getByLabel("Number, name or school").fill("");
    },
    briefing: async () => {
      await tab(page, "check-in");
      await page.getByRole("button", { name: "Start briefing" }).click();
      await dialog(page).getByRole("button", { name: "Start briefing" }).click();
      await expect(page.getByText("Check-in is closed.")).toBeVisible();
    },
    admit: async () => {
      await desk.asHeadJudge();
      await expect(page.locator(".counters .good")).toHaveText("64");
      await desk.asOrganiser();
    },
    seat: async (line) => {
      await tab(page, "seating");
      await page.getByRole("button", { name: `Propose round ${line.round}` }).click();
    },
    publish: async (line) => page.getByRole("button", { name: `Publish round ${line.round}` }).click(),
    start: async (line) => {
      await page.getByRole("button", { name: `Start round ${line.round}` }).click();
      await expect(page.locator("[data-table='16']")).toContainText("Playing");
      round = line.round;
      for (const phone of phones.values()) await phone.close();
      phones.clear();
    },
    draw: async (line) => {
      if (line.play_off !== undefined) {
        await tab(page, "standings");
        for (const [at, tile] of Object.values(line.tiles).entries()) await page.locator("form.count input").nth(at).fill(tile);
        await page.locator("form.count").getByRole("button", { name: "Save" }).click();
        // The answer empties the form; what is typed before it would be lost.
        const filled = () => page.locator("form.count input").evaluateAll((inputs) => inputs.filter((input) => (input as HTMLInputElement).value !== "").length);
        await expect.poll(filled).toBe(0);
      } else if (judgedByPhone(line)) await (await phoneAt(line.table)).draw(line.tiles);
      else {
        await tab(page, "board");
        await desk.drawAt(line.table, line.tiles ?? {});
      }
    },
    warn: async ({ number }) => {
      const table = { 1: 3, 2: 4, 3: 5 }[round] ?? 0;
      const phone = await phoneAt(table);
      if (await phone.page.locator(".starters").isVisible()) await phone.page.locator(".starters button").first().tap();
      await phone.deal();
      await phone.warn(number);
    },
    result: async (line) => {
      if (line.play_off !== undefined) {
        await tab(page, "board");
        return desk.type(line);
      }
      if (!judgedByPhone(line)) {
        await tab(page, "board");
        await page.getByLabel("Result in one line").fill(typed(line));
        if (line.by === "head-judge") {
          await page.getByLabel("Result in one line").press("Enter");
          await desk.asHeadJudge();
          await expect(page.locator(`[data-table='${line.table}']`)).toContainText("Final");
          return desk.asOrganiser();
        }
        await desk.type(line);
        return;
      }
      const phone = await phoneAt(line.table);
      if (await phone.page.locator(".starters").isVisible()) await phone.page.locator(".starters button").first().tap();
      await phone.deal();
      await phone.result(line);
    },
    pause: async (line) => {
      const phone = await phoneAt(line.table);
      if (await phone.page.locator(".starters").isVisible()) await phone.page.locator(".starters button").first().tap();
      if (!(await phone.page.locator(".tools").isVisible())) await phone.deal();
      await phone.page.getByRole("button", { name: "Pause", exact: true }).tap();
      await isSent(phone.page);
    },
    resume: async (line) => {
      const phone = await phoneAt(line.table);
      await primary(phone.page).tap();
      await isSent(phone.page);
    },
    redeal: async (line) => {
      const phone = await phoneAt(line.table);
      await newDeal(phone, line);
      await isSent(phone.page);
    },
    protest: async ({ table, why }) => {
      await tab(page, "board");
      const sheet = await desk.openTable(table);
      await sheet.getByRole("button", { name: "Protest" }).click();
      await dialog(page).getByLabel("Reason").fill(why);
      await dialog(page).getByRole("button", { name: "Protest" }).click();
      await page.keyboard.press("Escape");
      await expect(page.locator(`[data-table='${table}']`)).toContainText("Flagged");
    },
    rule: async ({ why }) => {
      await tab(page, "cases");
      await page.locator("article").getByRole("button", { name: "Dismiss" }).click();
      await dialog(page).getByLabel("Reason").fill(why);
      await dialog(page).getByRole("button", { name: "Dismiss" }).click();
      await desk.asHeadJudge();
      await expect(page.locator("article")).toHaveCount(0);
      await desk.asOrganiser();
    },
    correct: async ({ table, racks = [], why }) => {
      await tab(page, "board");
      await page.getByRole("button", { name: "Round 1", exact: true }).click();
      const sheet = await desk.openTable(table);
      await sheet.getByRole("button", { name: "Correct the result" }).click();
      const out = racks.findIndex(({ sum }) => sum === 0);
      await sheet.getByRole("button", { name: "out", exact: true }).nth(out).click();
      for (const { number, sum } of racks.filter((rack) => rack.sum !== 0)) await sheet.getByLabel(`Sum of the tiles: ${number}`).fill(String(sum));
      await sheet.getByRole("button", { name: "Store the correction" }).click();
      await dialog(page).getByLabel("Reason").fill(why);
      await dialog(page).getByRole("button", { name: "Store the correction" }).click();
      await desk.asHeadJudge();
      await page.keyboard.press("Escape");
      await noDialog(page);
      await desk.asOrganiser();
      await tab(page, "board");
      await page.getByRole("button", { name: "Round 2", exact: true }).click();
    },
    "play-off": async () => {
      await tab(page, "standings");
      await page.getByRole("button", { name: "Open play-off games" }).click();
      await expect(page.getByRole("button", { name: "Enter the result" })).toBeVisible();
    },
    finish: async () => {
      await tab(page, "standings");
      await page.getByRole("button", { name: "Finish and publish" }).click();
      await dialog(page).getByRole("button", { name: "Finish and publish" }).click();
      await expect(page.locator(".win")).toHaveCount(4);
    },
    // What can be asked is on a screen; the last three answers are compared as a whole below.
    ask: async (line) => {
      if (line.what === "where") {
        await card.goto(`/c#${cardCode(SEED, line.number)}`);
        await expect(card.locator(".where .big")).toHaveText(/^(Go to t|T)able 10\b/);
      }
    },
  };

  for (const [at, line] of LINES.entries()) {
    if (at === 0) continue;
    await test.step(`line ${at + 1}: ${line.do}${line.table === undefined ? "" : ` at ${line.table}`}${isRefused(at) ? ", refused" : ""}`, async () => {
      const step = (isRefused(at) ? wrongs : steps)[line.do];
      if (!step) throw new Error(`line ${at + 1}: nothing does ${line.do}`);
      await step(line);
    });
  }

  const [standings, players, cases] = await programAnswers(page, id, token, ["standings", "players", "cases"]);
  const golden = (what: string) => ANSWERS[LINES.findLastIndex((line) => line.do === "ask" && line.what === what)]?.[what] as Json[];
  expect(standings?.["standings"]).toEqual(golden("standings"));
  expect(players?.["players"]).toEqual(golden("players"));
  // A judge taps the reason for a warning; the file has words of its own.
  const outline = (list: unknown) => (list as Json[]).map((one) => [one["case"], one["kind"], one["decision"], one["number"], one["table"], (one["history"] as unknown[] | undefined)?.length]);
  expect(outline(cases?.["cases"])).toEqual(outline(golden("cases")));
});
