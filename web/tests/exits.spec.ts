/** Principle 3: every screen has a way on. From anywhere to Home, from Home back to every running table, from every failure to a retry that retries. */
import { expect, type Browser, type Page } from "@playwright/test";
import { createTable, draw, myTurn, open, rack, url } from "./player";
import { crowded, finished, shortRecord, stage } from "./stage";
import { test } from "./test";

const plan = (players: number, more: object = {}) => ({ edition: "hk", players, settings: { turn_time: "none" }, ...more });
const play = (page: Page) => page.getByRole("button", { name: "Play now" });
const home = (page: Page) => page.locator('a[href="/"]:visible');
const again = (page: Page) => page.getByRole("button", { name: "Try again" });
const back = (page: Page) => page.getByRole("link", { name: "Continue" });

/** Follows the link to the start page, through the menu where there is one. */
async function goHome(page: Page) {
  const menu = page.getByRole("button", { name: "Menu" });
  if ((await home(page).count()) === 0 && (await menu.count()) > 0) await menu.click();
  await home(page).first().click();
  await expect(play(page)).toBeVisible();
}

/** Somebody with a running game, and the tables of a friend. */
interface World {
  /** A new tab of theirs. */
  page: Page;
  browser: Browser;
  /** Their running game. */
  game: string;
  /** Leads to a table of the friend that has not begun. */
  invitation: string;
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
/** A table of their own for two, with a friend who has come by the link; it is the turn of one of them. */
async function withFriend({ page, browser }: World, plan: object = {}): Promise<Page> {
  const { table, code } = await createTable(page, { edition: "hk", players: 2, hints: true, settings: { turn_time: "none" }, ...plan }, {}, false);
  await page.goto(url(`/t/${table}`));
  const friend = await open(browser, {}, `/t/${table}#code=${code}`);
  await press(friend, "Sit down");
  await press(page, "Begin");
  await expect(rack(page).first()).toBeVisible();
  return friend;
}
/** Their running game, on their turn. */
async function atTheGame({ page, game }: World) {
  await page.goto(url(`/t/${game}`));
  await myTurn(page).waitFor();
}
const fromMenu = (name: string) => async (world: World) => {
  await atTheGame(world);
  await press(world.page, "Menu");
  await world.page.getByRole("dialog").getByRole("button", { name }).click();
  await expect(world.page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
};
const goTo = (path: string) => async ({ page }: World) => void (await page.goto(url(path)));
async function family({ page }: World) {
  await page.goto(url("/one"));
  await press(page, "Begin");
  await page.locator(".curtain").waitFor();
}
async function atTheEnd({ page }: World) {
  const { send } = await stage(page, crowded());
  send({ type: "view", version: 2, now: Date.now(), state: finished() });
  await expect(page.getByRole("dialog").locator(".racks")).toBeVisible();
}
async function judgeLink({ browser }: World): Promise<string> {
  const host = await open(browser);
  const { table } = await createTable(host, { edition: "school", players: 2, powers: { begin: "judge", pause: "judge", seat: "host", rule: "judge" }, spectators: { allowed: false, delay: 0 } }, { 1: "level2" }, false);
  await host.goto(url(`/t/${table}`));
  await press(host, "Invite a judge");
  return host.getByLabel("Link for the judge").inputValue();
}

/** Everything that somebody may be looking at, and how they came there. */
const STATES: Record<string, (world: World) => Promise<unknown>> = {
  "the form of a new table": goTo("/new"),
  "the form of a family": goTo("/one"),
  "the rules": goTo("/rules"),
  "the own page": goTo("/me"),
  "an address that leads nowhere": goTo("/nowhere"),
  "a lesson": goTo("/learn"),
  "the end of the lessons": async ({ page }) => {
    await page.goto(url("/learn"));
    await press(page, "Skip");
    await expect(page.locator(".learn .ways")).toBeVisible();
  },
  "the lobby of the own table": async ({ page }) => {
    const { table } = await createTable(page, plan(3), {}, false);
    await page.goto(url(`/t/${table}`));
    await page.locator("svg.qr").waitFor();
  },
  "an invitation": async ({ page, invitation }) => {
    await page.goto(url(invitation));
    await expect(page.getByRole("button", { name: /Sit down/ })).toBeVisible();
  },
  "waiting for the host": async ({ page, invitation }) => {
    await page.goto(url(invitation));
    await press(page, /Sit down/);
    await expect(page.getByRole("button", { name: /Sit down/ })).toHaveCount(0);
  },
  "the own turn": atTheGame,
  "tiles that are chosen and laid": async (world) => {
    await atTheGame(world);
    await rack(world.page).first().click();
    await world.page.keyboard.press("n");
    await rack(world.page).first().click();
  },
  "the turn of another": async (world) => {
    const friend = await withFriend(world);
    await Promise.any([world.page, friend].map((page) => myTurn(page).waitFor()));
    if (await myTurn(world.page).count()) await draw(world.page);
    await expect(world.page.locator("li.own:not(.turn)")).toBeVisible();
  },
  "the menu": async (world) => {
    await atTheGame(world);
    await press(world.page, "Menu");
  },
  "the log": fromMenu("What happened"),
  "the rules at the table": fromMenu("Rules at this table"),
  "the settings": fromMenu("Settings"),
  "the keys": fromMenu("Keyboard shortcuts"),
  "the card of a seat": async (world) => {
    await atTheGame(world);
    await world.page.locator("li[data-seat] button").first().click();
    await expect(world.page.getByRole("dialog")).toBeVisible();
  },
  "the chat on a phone": async (world) => {
    await world.page.setViewportSize({ width: 390, height: 844 });
    await atTheGame(world);
    await press(world.page, /^Chat/);
    await expect(world.page.getByPlaceholder("Say something").or(world.page.getByLabel("Say something")).first()).toBeVisible();
  },
  "a hint": async (world) => {
    await atTheGame(world);
    await press(world.page, "Hint");
    await expect(world.page.locator(".hint")).toBeVisible();
  },
  "a joker without a letter": async ({ page }) => {
    const words = crowded();
    Object.assign(words.plan, { edition: "word-b", game: "words", settings: { spelling: "checked", turn_time: "none", opening_letters: 6 } });
    words.game.state.table = [];
    Object.assign(words.game.state.seats[0]?.rack ?? {}, { count: 4, tiles: "C A T *" });
    await stage(page, words);
    for (let index = 0; index < 4; index++) await rack(page).nth(index).click();
    await press(page, "New set");
    await expect(page.getByRole("dialog")).toContainText("Which letter");
  },
  "a stopped clock": async ({ page }) => {
    const state = crowded();
    await stage(page, { ...state, paused: true });
  },
  "the result": atTheEnd,
  "the table after the result": async (world) => {
    await atTheEnd(world);
    await press(world.page, /^See the (table|last play)/);
    await expect(world.page.getByRole("dialog")).toHaveCount(0);
  },
  "the curtain of a family": family,
  "a turn in a family": async (world) => {
    await family(world);
    await world.page.locator(".curtain button").click();
    await myTurn(world.page).waitFor();
  },
  "a tile that was drawn in a family": async (world) => {
    await family(world);
    await world.page.locator(".curtain button").click();
    await myTurn(world.page).waitFor();
    await draw(world.page);
    await world.page.getByText("You drew:").waitFor();
  },
  "an invitation to judge": async (world) => {
    await world.page.goto(await judgeLink(world));
    await expect(world.page.getByRole("button", { name: "Judge at this table" })).toBeVisible();
  },
  "the table as its judge": async (world) => {
    await world.page.goto(await judgeLink(world));
    await press(world.page, "Judge at this table");
    await press(world.page, "Begin");
    await expect(world.page.getByLabel("Whose rack")).toBeVisible();
  },
  "a game that is watched": async ({ page, browser }) => {
    const host = await open(browser);
    const { table, code } = await createTable(host, plan(2, { spectators: { allowed: true, delay: 0 } }), { 1: "level1" });
    await host.goto(url(`/t/${table}`));
    await expect(rack(host).first()).toBeVisible();
    await page.goto(url(`/t/${table}#code=${code}`));
    await expect(page.locator(".felt")).toBeVisible();
  },
  "a deal that waits for somebody’s device": async ({ page, browser }) => {
    const host = await open(browser);
    const { table, code } = await createTable(host, plan(2, { spectators: { allowed: true, delay: 0 } }), { 1: "level1" });
    await page.goto(url(`/t/${table}#code=${code}`));
    const dealing = page.locator("main.message-screen");
    await expect(dealing.getByRole("status")).toHaveText(/The tiles are being shuffled/);
    await expect(dealing.locator("details"), "what has been fixed is shown while somebody is awaited").toBeVisible();
  },
  "a table that does not answer": async ({ page, game }) => {
    // The first connection is silent; the way back gets another one.
    let silent = true;
    await page.routeWebSocket(/socket$/, (socket) => {
      if (!silent) socket.connectToServer();
      silent = false;
    });
    await page.goto(url(`/t/${game}`));
    await expect(page.getByText("Connecting")).toBeVisible();
  },
  "a connection that is lost": async (world) => {
    const sockets: { close: () => Promise<void> }[] = [];
    let blocked = false;
    await world.page.routeWebSocket(/socket$/, (socket) => {
      if (blocked) return void socket.close();
      socket.connectToServer();
      sockets.push(socket);
      return undefined;
    });
    await atTheGame(world);
    blocked = true;
    for (const socket of sockets) await socket.close();
    await expect(world.page.getByText("Connection lost")).toBeVisible();
    // So that the way back leads to the game.
    blocked = false;
  },
  "a table that is not there": goTo("/t/000000000000000000000000"),
  "a replay": async ({ page }) => {
    await page.route("**/games/1/record**", (route) => route.fulfill({ body: shortRecord(["Ana", "Rui"]) }));
    await page.route("**/games/1/analysis", (route) => route.fulfill({ json: [] }));
    await page.goto(url("/replay/any/1"));
    await expect(page.locator("input[type=range]")).toBeVisible();
  },
  "a replay that is not there": goTo("/replay/000000000000000000000000/1"),
  "the tournaments": goTo("/hall"),
  "the form of a new tournament": goTo("/hall#new"),
  "a tournament that is not there": goTo("/hall/nowhere"),
  "the entry of a tournament's code": goTo("/c"),
  "a tournament in public": async ({ page }) => {
    await page.route("**/api/v1/tournaments", (route) => route.fulfill({ json: { tournaments: [] } }));
    await page.goto(url("/screen"));
  },
};

/** Goes to the start page as people do: what lies over the screen is closed, what has no link home leads to what has. */
async function leave(page: Page) {
  const dialog = page.getByRole("dialog");
  await expect(home(page).or(page.getByRole("button", { name: "Menu" })).or(dialog).or(page.locator('a[href="/hall"]:visible')).first()).toBeVisible();
  if ((await dialog.count()) > 0 && (await dialog.locator('a[href="/"]:visible').count()) === 0) {
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toHaveCount(0);
  }
  const hall = page.locator('a[href="/hall"]:visible');
  if ((await home(page).count()) === 0 && (await hall.count()) > 0) {
    await hall.first().click();
    await expect(home(page).first()).toBeVisible();
  }
  await goHome(page);
}

test("from every state there is a way to Home, and from Home back to the running game", async ({ browser }) => {
  const own = await open(browser);
  const { table: game } = await createTable(own, plan(2, { name: "My game", hints: true }), { 1: "level1" });
  const friend = await open(browser);
  for (const [state, reach] of Object.entries(STATES)) {
    await test.step(state, async () => {
      const { table, code } = await createTable(friend, plan(3), {}, false);
      const page = await own.context().newPage();
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      await page.goto(url("/"));
      await reach({ page, browser, game, invitation: `/t/${table}#code=${code}` });
      expect.soft(await home(page).evaluateAll((links) => links.filter((link) => (link.getAttribute("aria-label") ?? link.textContent ?? "").trim() === "").length), `${state}: each link home has a name`).toBe(0);
      await leave(page);
      await expect(async () => {
        // A second tap at the same place, right after the one that led here, is dropped.
        if ((await page.locator(".first summary").count()) > 0 && (await page.locator(".first details[open]").count()) === 0) await page.locator(".first summary").click();
        if ((await play(page).count()) > 0) await page.locator("section", { hasText: "My game" }).getByRole("link", { name: "Continue" }).click({ timeout: 3000 });
        await expect(rack(page).first(), `${state}: back at the game`).toBeVisible({ timeout: 5000 });
      }).toPass({ timeout: 30_000 });
      expect.soft(errors, state).toEqual([]);
      await page.close();
    });
  }
});

test("P3: Home leads back to every table where I sit, and says whose turn it is", async ({ browser }) => {
  const page = await open(browser);
  await expect(play(page)).toBeVisible();
  await expect(back(page)).toHaveCount(0);
  const lobby = await createTable(page, plan(3, { name: "Friday" }), {}, false);
  await page.goto(url(`/t/${lobby.table}`));
  await page.locator("svg.qr").waitFor();
  await goHome(page);
  await expect(page.getByText("Waiting for players")).toBeVisible();
  await expect(back(page)).toHaveCount(1);
  const { table } = await createTable(page, plan(2), { 1: "level1" });
  await page.goto(url(`/t/${table}`));
  await page.locator("li.own.turn").waitFor();
  await goHome(page);
  await expect(back(page)).toHaveCount(2);
  await expect(page.getByText("Your turn · no clock")).toBeVisible();
  await back(page).first().click();
  await expect(rack(page).first()).toBeVisible();
  // Somebody who leaves for good is not called back.
  await page.getByRole("button", { name: "Menu" }).click();
  for (const name of ["Leave the table", "Leave?"]) await page.getByRole("button", { name }).click();
  await expect(play(page)).toBeVisible();
  await expect(page.getByText("Waiting for players")).toBeVisible();
  await expect(back(page)).toHaveCount(1);
});

/** What fails, where, and what is there once it has been retried. */
const FAILURES: Record<string, [path: string, what: RegExp, arrived: (page: Page) => Promise<unknown>]> = {
  "the own page": ["/me", /api\/v1\/visitor/, (page) => expect(page.getByRole("button", { name: "Create account" })).toBeEnabled()],
  "the form of a family": ["/one", /api\/v1\/server/, (page) => expect(page.getByRole("button", { name: "Begin" })).toBeEnabled()],
  "the form of a new table": ["/new", /api\/v1\/server/, (page) => expect(page.getByRole("button", { name: "Open the table" })).toBeEnabled()],
  "the rules": ["/rules", /api\/v1\/server/, (page) => expect(page.getByRole("radio").first()).toBeVisible()],
  "a replay": ["/replay/any/1", /games\/1\/record/, (page) => expect(page.locator("input[type=range]")).toBeVisible()],
};
for (const [screen, [path, what, arrived]] of Object.entries(FAILURES)) {
  test(`a failure of ${screen} is followed by a retry that retries`, async ({ browser }) => {
    const page = await open(browser);
    await page.route("**/games/1/record**", (route) => route.fulfill({ body: shortRecord(["Ana", "Rui"]) }));
    await page.route("**/games/1/analysis", (route) => route.fulfill({ json: [] }));
    let mended = false;
    await page.route(what, (route) => (mended ? route.fallback() : route.abort()));
    // Many failures, so that nothing is retried by itself.
    await page.evaluate(() => sessionStorage.setItem("trinta.failures", "9"));
    await page.goto(url(path));
    await expect(page.getByRole("heading")).toHaveText("The server can’t be reached.");
    await expect(home(page)).toBeVisible();
    await again(page).click();
    await expect(again(page)).toBeEnabled();
    await expect(page.getByRole("heading"), "a retry that fails says so").toHaveText("The server can’t be reached.");
    mended = true;
    await again(page).click();
    await arrived(page);
  });
}

test("somebody who follows a link to a replay before anything else is a guest, because records are for known visitors", async ({ browser }) => {
  const page = await open(browser);
  await page.route("**/games/1/record**", async (route) => {
    const known = await page.request.get(url("/api/v1/session"));
    await route.fulfill(known.ok() ? { body: shortRecord(["Ana", "Rui"]) } : { status: 401, json: { code: "no-session", message: "who are you?" } });
  });
  await page.route("**/games/1/analysis", (route) => route.fulfill({ json: [] }));
  await page.goto(url("/replay/any/1"));
  await expect(page.locator("input[type=range]")).toBeVisible();
});

/** Parts of screens that are fetched when they are needed: the file, where, what asks for it, and what shows that it is there. */
const PARTS: Record<string, [file: RegExp, path: (page: Page) => Promise<string>, ask: (page: Page) => Promise<unknown>, there: (page: Page) => ReturnType<Page["locator"]>]> = {
  "the settings of the start page": [/assets\/Settings-.*\.js/, () => Promise.resolve("/"), (page) => press(page, "Settings"), (page) => page.getByRole("dialog")],
  "the menu of a table": [/assets\/TableMenu-.*\.js/, ownGame, (page) => press(page, "Menu"), (page) => page.getByRole("dialog")],
  "a hint": [/assets\/HintBox-.*\.js/, ownGame, (page) => press(page, "Hint"), (page) => page.locator(".hint")],
  "a lobby": [/assets\/Lobby-.*\.js/, ownLobby, () => Promise.resolve(), (page) => page.locator(".lobby")],
};
async function ownGame(page: Page): Promise<string> {
  return `/t/${(await createTable(page, plan(2, { hints: true }), { 1: "level1" })).table}`;
}
async function ownLobby(page: Page): Promise<string> {
  return `/t/${(await createTable(page, plan(2), {}, false)).table}`;
}
for (const [part, [file, path, ask, there]] of Object.entries(PARTS)) {
  test(`${part}: if it can’t be fetched, that is said where it is seen, and a retry fetches it`, async ({ browser }) => {
    const page = await open(browser, { viewport: { width: 390, height: 844 } });
    const at = await path(page);
    let mended = false;
    await page.route(file, (route) => (mended ? route.continue() : route.abort()));
    await page.evaluate(() => sessionStorage.setItem("trinta.failures", "9"));
    await page.goto(url(at));
    if (at.startsWith("/t/") && part !== "a lobby") await myTurn(page).waitFor();
    await ask(page);
    await expect(again(page)).toBeInViewport({ ratio: 1 });
    await expect(home(page).last()).toBeInViewport({ ratio: 1 });
    mended = true;
    await again(page).click();
    // The page is loaded anew, with all that it had.
    await expect(again(page)).toHaveCount(0);
    if (at.startsWith("/t/") && part !== "a lobby") await myTurn(page).waitFor();
    await ask(page);
    await expect(there(page)).toBeVisible();
  });
}

test("a table that refuses can be tried again", async ({ browser }) => {
  const host = await open(browser);
  const { table, code } = await createTable(host, plan(2), {}, false);
  const page = await open(browser, {}, `/t/${table}`);
  await expect(page.getByRole("heading")).toHaveText("This table doesn’t exist.");
  await expect(home(page)).toBeVisible();
  await again(page).click();
  await expect(page.getByRole("heading")).toHaveText("This table doesn’t exist.");
  await page.goto(url(`/t/${table}#code=${code}`));
  await page.reload();
  await expect(page.getByRole("button", { name: /Sit down/ })).toBeVisible();
});

test("P23: the error of a wrong code stands at its field", async ({ browser }) => {
  const page = await open(browser);
  const field = page.getByLabel("Table code");
  await field.fill("ABC234");
  await page.getByRole("button", { name: "Go to the table" }).click();
  await expect(field).toHaveAccessibleDescription("This table doesn’t exist.");
  await expect(field).toHaveAttribute("aria-invalid", "true");
});

test("P24: a new visitor sees no error in the console, and two taps lead to a game", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(url("/"));
  await play(page).click();
  await expect(rack(page).first()).toBeVisible();
  expect(errors).toEqual([]);
});
