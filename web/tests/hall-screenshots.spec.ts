/** Pictures of every screen of a tournament, in four languages and the sizes where it is used: `cargo xtask screenshots`. */
import type { Browser, Page } from "@playwright/test";
import { Organiser } from "./hall";
import { url } from "./player";
import { test } from "./test";

const NAMES = [
  "Ana Silva", "陳大文", "Beatriz Lopes", "李小明", "Carlos Nunes", "黃詠詩", "Daniela Reis", "張家豪", "Emma Clark", "何嘉欣",
  "Maria da Conceição Albuquerque", "Filip Nowak", "Gil Matos", "周美玲", "Hugo Reis", "Inês Sá", "João Pires", "郭柏謙", "Lara Melo", "Mia Wolf",
  "Noah Berg", "Olga Reis", "潘逸朗", "Clara Noronha", "蘇卓賢", "Eva Rocha", "Rui Tavares", "林子晴", "Sofia Pinto", "Tomás Dias",
];
const SCHOOLS = ["Harbour Primary", "Escola Luso-Chinesa", "培正中學", "Hill Road"];

interface Look {
  name: string;
  language: string;
  width: number;
  height: number;
  theme?: "light" | "dark";
}
const LOOKS: Look[] = [
  { name: "en-laptop", language: "en", width: 1366, height: 768 },
  { name: "en-tablet", language: "en", width: 820, height: 1180 },
  { name: "en-phone-dark", language: "en", width: 360, height: 740, theme: "dark" },
  { name: "en-projector-dark", language: "en", width: 1920, height: 1080, theme: "dark" },
  { name: "pt-laptop", language: "pt-PT", width: 1366, height: 768 },
  { name: "pt-phone", language: "pt-PT", width: 360, height: 740 },
  { name: "hant-laptop-dark", language: "zh-Hant", width: 1366, height: 768, theme: "dark" },
  { name: "hant-phone", language: "zh-Hant", width: 360, height: 740 },
  { name: "hans-laptop", language: "zh-Hans", width: 1366, height: 768 },
  { name: "hans-tablet-dark", language: "zh-Hans", width: 820, height: 1180, theme: "dark" },
];
/** The projector, which follows the tournament by itself. */
const WALLS: Look[] = [
  { name: "en-projector", language: "en", width: 1920, height: 1080 },
  { name: "pt-projector", language: "pt-PT", width: 1280, height: 720 },
  { name: "hant-projector", language: "zh-Hant", width: 1024, height: 768 },
];
const WANTED = process.env.TRINTA_LOOKS?.split(",");
const looks = LOOKS.filter(({ name }) => WANTED === undefined || WANTED.includes(name));

async function deskOf(browser: Browser, { language, width, height, theme = "light" }: Look): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, baseURL: url(), reducedMotion: "reduce" });
  await context.addInitScript(([language, theme]) => {
    localStorage.setItem("trinta.language", language);
    localStorage.setItem("trinta.theme", theme);
    localStorage.setItem("trinta.volume", "off");
  }, [language, theme] as const);
  return context.newPage();
}

/** What each player has left; the one at `out` has nothing. */
const sums = (numbers: readonly number[], out: number, round: number) =>
  numbers.map((number, at) => ({ number, sum: at === out % numbers.length ? 0 : 5 + ((number * 7 + at * 11 + round * 5) % 40) }));

test("the desk, from the form to the archive", async ({ browser }) => {
  test.setTimeout(900_000);
  const organiser = await Organiser.start(browser, { venue: "Hall of the Harbour Primary School" });
  const desks: [Look, Page][] = [];
  for (const look of looks) desks.push([look, await deskOf(browser, look)]);
  const each = async (name: string, step: (page: Page, look: Look) => Promise<void>) => {
    for (const [look, page] of desks) {
      await step(page, look);
      await page.waitForTimeout(250);
      await page.screenshot({ path: `shots/hall-${name}-${look.name}.png`, fullPage: look.width < 1000 });
    }
  };
  const walls: [Look, Page][] = [];
  for (const look of WALLS) walls.push([look, await deskOf(browser, look)]);
  const wall = async (name: string, shows: string) => {
    for (const [look, page] of walls) {
      if (page.url() === "about:blank") await page.goto(`/screen/${organiser.id}`);
      await page.locator(shows).first().waitFor();
      await page.waitForTimeout(250);
      await page.screenshot({ path: `shots/hall-${name}-${look.name}.png` });
    }
  };
  const tab = async (page: Page, name: string) => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.locator(`nav a[aria-current="page"]`).waitFor();
    await page.evaluate((to) => (location.hash = to), name);
    await page.locator(`nav a[aria-current="page"][href="#${name}"]`).waitFor();
  };
  const seatedOf = async (round: number) => {
    const answer = await organiser.ask({ what: "seating", round });
    return answer["tables"] as { table: number; players: number[] }[];
  };

  await each("01-wizard", async (page) => {
    await page.goto("/hall#new");
    // On a busy machine there may be no forecast.
    await page.locator("aside dl dt").nth(2).waitFor({ timeout: 30_000 }).catch(() => undefined);
  });
  await each("02-recovery", async (page) => {
    await page.locator("aside .main").click();
    await page.locator("[data-recovery]").waitFor();
  });
  await each("03-players-empty", async (page) => {
    await page.locator(".no-print .main").click();
    await page.locator("textarea").first().waitFor();
  });
  await each("04-players-pasted", async (page) => {
    await page.locator("textarea").first().fill(NAMES.slice(0, 12).map((name, at) => `${name}\t${SCHOOLS[at % 4]}`).join("\n"));
    await page.locator(".preview b").first().waitFor();
  });
  await each("05-home", async (page) => {
    await page.goto("/hall");
    await page.locator("ul.rows li").first().waitFor();
  });

  await organiser.do({ do: "add", players: NAMES.map((name, at) => ({ name, school: SCHOOLS[at % 4] })) });
  await organiser.do({ do: "numbers", how: "spread" });
  await organiser.do({ do: "judges", names: ["Rosa Lima", "Tiago Vaz", "吳老師", "Ivo Cruz", "Mrs Hart"] }).catch(() => undefined);
  await wall("06-wall-day", ".day");
  await each("06-players", async (page) => {
    await page.goto(`/hall/${organiser.id}#t=${organiser.token}`);
    await tab(page, "players");
  });
  await each("07-player-sheet", async (page) => {
    await page.locator("button.name").nth(2).click();
    await page.getByRole("dialog").waitFor();
  });
  const all = NAMES.map((_, at) => at + 1);
  await organiser.do({ do: "check-in", numbers: all.filter((number) => ![3, 8, 17, 19, 28].includes(number)) });
  await each("08-check-in", (page) => tab(page, "check-in"));
  await organiser.do({ do: "check-in", numbers: [3, 8, 17] });
  await organiser.do({ do: "briefing" });
  await each("09-barred", (page) => tab(page, "check-in"));
  await each("10-before-seating", (page) => tab(page, "seating"));
  await organiser.do({ do: "seat", round: 1 });
  await each("11-seating", (page) => tab(page, "seating"));
  await each("12-own-seating", async (page) => {
    await page.locator("aside .bar .button.slim").nth(1).click();
  });
  await organiser.do({ do: "publish", round: 1 });
  await wall("13-wall-seats", "ul.number");
  await each("13-published", (page) => tab(page, "seating"));
  await organiser.do({ do: "start", round: 1 });
  const first = await seatedOf(1);
  const numbersAt = (table: number) => first.find((one) => one.table === table)?.players ?? [];
  await organiser.do({ do: "result", ended: "out", round: 1, table: 1, racks: sums(numbersAt(1), 1, 1) });
  const third = numbersAt(3);
  await organiser.do({ do: "result", ended: "out", round: 1, table: 3, racks: [{ number: third[0], tiles: "" }, { number: third[1], sum: 35 }, { number: third[2], opened: false, tiles: "r10 b10 k10 y1" }, { number: third[3], sum: 12 }] });
  await organiser.do({ do: "protest", round: 1, table: 3, why: "The third rack was dealt wrongly" });
  await organiser.do({ do: "pause", round: 1, table: 5 });
  await organiser.do({ do: "call", round: 1, table: 2, why: "Two players finished at once" });
  await organiser.do({ do: "step", round: 1, table: 6, game: 1, step: "end" });
  for (const why of ["noise", "noise", "food"]) await organiser.do({ do: "warn", number: numbersAt(4)[1], why });
  await each("14-board", (page) => tab(page, "board"));
  await wall("14-wall-clock", ".felt");
  await each("15-board-line", async (page) => {
    const [a, b, c, d] = ["a35", "b0", "cno", "d12"];
    await page.locator(".line input, input.line, form input").first().fill(`4 ${a} ${b} ${c} ${d}`);
    await page.locator(".echo").waitFor();
  });
  await each("16-result-form", async (page) => {
    await page.locator(".line input, input.line, form input").first().fill("");
    await page.locator("[data-table='7']").click();
    await page.getByRole("dialog").waitFor();
  });
  await each("17-correction", async (page) => {
    await page.keyboard.press("Escape");
    await page.locator("[data-table='1']").click();
    await page.locator("dialog .bar .button").first().click();
    await page.locator("dialog input[inputmode=numeric], dialog input").first().fill("60");
    await page.locator("dialog .effect, dialog table").last().waitFor();
    await page.waitForTimeout(600);
  });
  await each("18-table-sheet", async (page) => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.locator("[data-table='3']").click();
    await page.getByRole("dialog").waitFor();
  });
  await each("19-cases", (page) => tab(page, "cases"));
  await each("20-print", (page) => tab(page, "print"));
  await each("21-wall", (page) => tab(page, "wall"));
  await each("22-more", (page) => tab(page, "more"));
  for (const { table } of first) if (![1, 3].includes(table)) {
    if (table === 5) await organiser.do({ do: "resume", round: 1, table });
    await organiser.do({ do: "result", ended: "out", round: 1, table, racks: sums(numbersAt(table), table % 3, 1) });
  }
  for (const call of [1]) await organiser.do({ do: "answer-call", call });
  await each("23-standings-ruling", (page) => tab(page, "standings"));
  const headJudge = await organiser.headJudge();
  for (const number of [1, 2]) await headJudge.do({ do: "rule", case: number, decision: "dismiss", why: "Looked into" });
  await organiser.do({ do: "seat", round: 2 });
  await wall("24-wall-moves", ".mover");
  await each("24-moves", (page) => tab(page, "seating"));
  await each("25-board-done", (page) => tab(page, "board"));
  for (const round of [2, 3]) {
    if (round > 2) await organiser.do({ do: "seat", round });
    await organiser.do({ do: "publish", round });
    await organiser.do({ do: "start", round });
    for (const { table, players } of await seatedOf(round)) {
      const { draw } = await organiser.do({ do: "result", ended: "out", round, table, racks: sums(players, (table + round) % 3, round) }) as { draw?: unknown };
      if (draw) await organiser.do({ do: "draw", round, table });
    }
  }
  await each("26-ties", (page) => tab(page, "standings"));
  const { ties } = await organiser.ask({ what: "standings" }) as unknown as { ties: { rank: number; numbers: number[] }[] };
  for (const { rank, numbers } of ties) await headJudge.do({ do: "play-off", rank, order: numbers, why: "Drawn by lot" });
  await organiser.do({ do: "finish" });
  await wall("27-wall-winners", ".tile");
  await each("27-finished", (page) => tab(page, "standings"));
  await each("28-wall-ceremony", (page) => tab(page, "wall"));
  await each("29-history", (page) => tab(page, "more"));
  await each("30-print-after", (page) => tab(page, "print"));
});
