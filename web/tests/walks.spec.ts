/** Whole evenings: a match and its rematch on two phones; a themed word game with challenges; a family of four on one device. */
import { expect, type Browser, type Page } from "@playwright/test";
import { en } from "../src/texts/en";
import { texts as pt } from "../src/texts/pt";
import { texts as zhHans } from "../src/texts/zh-hans";
import { texts as zhHant } from "../src/texts/zh-hant";
import { RESULT_TEXTS } from "../src/texts/result";
import { createTable, myTurn, open, rack, sheet, turnOver, turnsHad, url } from "./player";
import { test } from "./test";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true };
const LAPTOP = { viewport: { width: 1440, height: 900 }, hasTouch: true };
const LANGUAGES = { en: ["en-GB", en], "pt-PT": ["pt-PT", pt], "zh-Hant": ["zh-HK", zhHant], "zh-Hans": ["zh-CN", zhHans] } as const;
type Language = keyof typeof LANGUAGES;

/** Somebody at a device, and the texts that they read. */
interface Person {
  page: Page;
  language: Language;
}
const says = ({ language }: Person) => LANGUAGES[language][1];
const device = (screen: object, language: Language) => ({ ...screen, locale: LANGUAGES[language][0] });
const tap = (person: Person, name: string) => person.page.getByRole("button", { name, exact: true }).tap();
/** With `TRINTA_WALK=FOLDER`, a picture of every step, to look at. */
let taken = 0;
let walk = "";
test.beforeEach(({}, { title }) => {
  [taken, walk] = [0, title.split(" ").slice(0, 3).join("-")];
});
async function look(pages: Page[], step: string) {
  if (!process.env.TRINTA_WALK) return;
  for (const page of pages) await page.screenshot({ path: `${process.env.TRINTA_WALK}/${walk}-${String(taken++).padStart(2, "0")}-${step}.png` });
}

/** Ana opens a table, Bo comes by the link, and they begin. */
async function twoFriends(browser: Browser, plan: object, [anas, bos]: readonly [[object, Language], [object, Language]]): Promise<[Person, Person]> {
  const ana: Person = { page: await open(browser, device(...anas)), language: anas[1] };
  const { table, code } = await createTable(ana.page, { players: 2, hints: true, ...plan }, {}, false);
  await ana.page.goto(url(`/t/${table}`));
  await ana.page.getByLabel(says(ana).people.ask).fill("Ana");
  await tap(ana, says(ana).people.use);
  const bo: Person = { page: await open(browser, device(...bos), `/t/${table}#code=${code}`), language: bos[1] };
  await bo.page.getByLabel(says(bo).people.ask).fill("Bo");
  const both = [ana.page, bo.page];
  await look(both, "lobby");
  await tap(bo, says(bo).people.sitAs("Bo"));
  await tap(ana, says(ana).lobby.begin);
  for (const page of both) await expect(rack(page)).toHaveCount(14);
  await look(both, "begun");
  return [ana, bo];
}

/** One turn: has what the hint proposes laid, or draws. Looks at every step of a hint if `watched`. */
async function takeTurn(person: Person, watched = false) {
  const { page } = person;
  const texts = says(person);
  const before = await turnsHad(page);
  const hint = page.locator(".hint");
  await tap(person, texts.table.hint);
  await expect(hint.locator("button").first()).toBeVisible();
  await expect(hint).not.toContainText(texts.hints.thinking);
  if (watched) await look([page], "hint");
  if ((await hint.getByRole("button", { name: texts.hints.where }).count()) > 0) {
    for (const step of [texts.hints.where, texts.hints.show, texts.hints.lay]) {
      await tap(person, step);
      if (watched) await look([page], "hint");
    }
    await expect(page.locator(".finish")).toBeEnabled();
    await page.locator(".finish").tap();
  } else {
    await hint.getByRole("button", { name: texts.app.close }).tap();
    for (let times = 0; times < 2; times++) await page.locator(".draw").tap();
  }
  await turnOver(page, before);
}

/** Plays until both see the result; a last play that could be challenged is accepted. */
async function playToTheEnd(people: Person[]) {
  const pages = people.map((person) => person.page);
  const next = "li.own.turn, dialog .racks";
  for (let turns = 0; turns < 240; turns++) {
    if ((await Promise.all(pages.map((page) => sheet(page).count()))).every((shown) => shown > 0)) return;
    for (const person of people) {
      const { page } = person;
      if (await myTurn(page).count()) {
        await takeTurn(person, turns > 5 && turns < 8);
        if (turns > 5 && turns < 8) await look(pages, "middle");
      }
      const accept = page.getByRole("button", { name: says(person).table.accept });
      if ((await accept.count()) > 0 && (await pages[0]?.locator("li.turn").count()) === 0) {
        await look(pages, "last");
        // It goes away by itself when the others have accepted meanwhile; whoever still has to is asked in the next round.
        await accept.tap({ timeout: 2000 }).catch(() => undefined);
      }
    }
    await pages[0]?.locator(next).first().waitFor({ timeout: 1000 }).catch(() => undefined);
  }
  throw new Error("the game does not end");
}

test("two friends play a match to its end and begin another one", async ({ browser }) => {
  const people = await twoFriends(browser, { edition: "hk", settings: { turn_time: "none", opening_points: 0, match_games: 1 } }, [[PHONE, "zh-Hant"], [PHONE, "pt-PT"]]);
  const pages = people.map((person) => person.page);
  await playToTheEnd(people);
  await look(pages, "end");
  for (const person of people) {
    await tap(person, RESULT_TEXTS[person.language].again);
    await look(pages, "again");
  }
  for (const page of pages) {
    await expect(sheet(page)).toHaveCount(0);
    await expect(rack(page)).toHaveCount(14);
    await expect(page.locator(".felt [data-piece]")).toHaveCount(0);
  }
  await look(pages, "rematch");
});

test("a themed word game with challenges: a wrong word comes back, and the game is played to its end", async ({ browser }) => {
  const people = await twoFriends(browser, { edition: "word-b", settings: { turn_time: "none", theme: "animals", spelling: "challenge" } }, [[LAPTOP, "en"], [TABLET, "zh-Hans"]]);
  const pages = people.map((person) => person.page);
  await Promise.race(pages.map((page) => myTurn(page).waitFor()));
  const [ana, bo] = people;
  const [first, second] = (await myTurn(ana.page).count()) ? [ana, bo] : [bo, ana];
  const plain = rack(first.page).locator(":scope:not([data-face='*'])");
  for (let index = 0; index < 8; index++) await plain.nth(index).tap();
  await tap(first, says(first).table.newSet);
  await tap(first, says(first).table.finish);
  await look(pages, "played");
  await tap(second, says(second).table.challenge);
  const [right = ""] = says(second).news.you.challengeWon("¦").split("¦");
  await expect(second.page.getByText(right.trim()).first()).toBeVisible();
  // Whoever laid it has it back, with a tile as a penalty.
  await expect(rack(first.page)).toHaveCount(15);
  await expect(second.page.locator(".felt [data-piece]")).toHaveCount(0);
  await look(pages, "challenged");
  await playToTheEnd(people);
  await look(pages, "end");
  for (const page of pages) await expect(page.locator("dialog .racks")).toBeVisible();
});

test("a family of four plays on one device, each with their own rack, and nobody sees another’s", async ({ browser }) => {
  test.setTimeout(600_000);
  const family = ["Ana", "Rui", "Mei", "Gil"];
  const [screen, language] = [process.env.TRINTA_WALK ? TABLET : PHONE, "pt-PT"] as const;
  const page = await open(browser, device(screen, language));
  const person: Person = { page, language };
  const texts = says(person);
  await page.locator('a[href="/one"]').tap();
  await page.getByRole("group", { name: texts.plan.players }).getByRole("radio", { name: "4" }).check();
  for (const [index, name] of family.entries()) await page.getByRole("textbox", { name: texts.curtain.player(index + 1) }).fill(name);
  await look([page], "family");
  await tap(person, texts.curtain.begin);
  const held = new Set<string>();
  const curtain = page.locator(".curtain button");
  // To its end when somebody looks; otherwise two rounds, because a game of four takes minutes.
  const most = process.env.TRINTA_WALK ? 400 : 8;
  for (let turns = 0; turns < most && (await sheet(page).count()) === 0; turns++) {
    await curtain.or(sheet(page)).or(myTurn(page)).first().waitFor();
    if (await curtain.count()) {
      // Nobody's tiles are on the screen while it goes from hand to hand.
      expect(await page.locator("[data-piece]").count()).toBe(0);
      await expect(page.locator("[data-seat] .name:visible")).toHaveCount(family.length);
      if (turns < 3) await look([page], "curtain");
      const shown = (await curtain.textContent()) ?? "";
      held.add(family.find((name) => shown === texts.curtain.ready(name)) ?? shown);
      await curtain.tap();
    }
    await sheet(page).or(myTurn(page)).first().waitFor();
    if (await sheet(page).count()) break;
    if (turns < 6) await look([page], "turn");
    await takeTurn(person);
    const hide = page.getByRole("button", { name: texts.people.hide });
    await curtain.or(sheet(page)).or(hide).first().waitFor();
    if (turns < 6) await look([page], "played");
    if (await hide.count()) await hide.tap({ timeout: 2000 }).catch(() => undefined);
  }
  expect([...held].sort()).toEqual([...family].sort());
  if (!process.env.TRINTA_WALK) return;
  await look([page], "family-end");
  await page.locator("dialog .button.main").first().tap();
  await expect(curtain).toBeVisible();
  await look([page], "family-again");
});
