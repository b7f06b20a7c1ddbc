import { describe, expect, it } from "vitest";
import { ceremonyOf } from "./ceremony";
import { plain, signed } from "../figures";
import { isLookedFor } from "./find";
import { byName, firstName } from "./names";
import { placeIn, whereTo } from "./own";
import { arrange, pageAt, pagesOf, roomFor } from "./paging";
import { languagesOf, pictureOf, type Picture } from "./pick";
import { fill, sentencesOf } from "./slides";
import { cutAfter, isTiedAtCut } from "./standings";
import { countdown, secondsOf, secondsUntil, shortTime, stillAhead } from "./time";
import type { OwnGame, PlayerView, PublicView, RoundView, ScreenView, StandingView, TableState } from "./view";

const SCREEN: ScreenView = { show: "auto", order: "number", page: null, revealed: 0, language: null, frozen: false };

/** A round of two tables, eight players. */
function round(number: number, state: RoundView["state"], tables: TableState, moves: Record<string, number> = {}): RoundView {
  const seats = [[1, 2, 3, 4], [5, 6, 7, 8]];
  return { round: number, state, tables: seats.map((players, index) => ({ table: index + 1, players: players.map((player) => ({ number: player })), seats: players, state: tables })), moves };
}

function row(number: number, rank: number | null): StandingView {
  return { number, rank, wins: "1", average: "0", total: "0", games: 1, provisional: false, wins_a_place: false };
}

function view(change: Partial<PublicView>): PublicView {
  return {
    title: "Cup", date: "2027-01-18", weekday: 1, check_in_open: true, round: 0, postponed: false, finished: false, rounds: [], standings: [], cut: 4, ordered: false, edition: "school", rules: {}, play: 25, published: 0, complete: false, keys: ["wins", "average"],
    agenda: { check_in: "09:50:00", seating: "10:00:00", briefing: "10:10:00", rounds: ["10:20:00", "10:50:00", "11:20:00"], counting: "11:50:00", ends: "12:05:00" },
    ...change,
  };
}

describe("what the wall picks", () => {
  const cases: [string, Partial<PublicView>, Picture][] = [
    ["before the seating", {}, "rules"],
    ["with a seating", { rounds: [round(1, "published", "seated")] }, "seats"],
    ["while a round is played", { round: 1, rounds: [round(1, "started", "playing")] }, "clock"],
    ["with one table still counting", { round: 1, rounds: [{ ...round(1, "started", "recorded"), tables: [...round(1, "started", "recorded").tables.slice(1), { table: 1, players: [], seats: [], state: "finished" }] }] }, "clock"],
    ["after a round with moves", { round: 1, rounds: [round(1, "started", "recorded", { 1: 2 })] }, "moves"],
    ["after a round without moves", { round: 1, rounds: [round(1, "started", "released")] }, "standings"],
    ["with the next seating", { round: 1, rounds: [round(1, "started", "recorded"), round(2, "published", "seated")] }, "seats"],
    ["after the last round", { round: 3, rounds: [round(3, "started", "recorded")] }, "counting"],
    ["at the end", { round: 3, rounds: [round(3, "started", "recorded")], finished: true }, "ceremony"],
    ["when it is postponed", { round: 2, rounds: [round(2, "started", "playing")], postponed: true }, "notice"],
  ];
  it.each(cases)("%s", (_, change, picture) => expect(pictureOf(view(change), SCREEN)).toBe(picture));

  it("is what the organiser chose, as far as there is something to show", () => {
    const playing = view({ round: 1, rounds: [round(1, "started", "playing")], standings: [row(1, 1)] });
    for (const show of ["clock", "seats", "standings", "rules", "notice"] as const) expect(pictureOf(playing, { ...SCREEN, show })).toBe(show);
    expect(pictureOf(view({}), { ...SCREEN, show: "seats" })).toBe("rules");
    expect(pictureOf(playing, { ...SCREEN, show: "moves" })).toBe("clock");
    expect(pictureOf(playing, { ...SCREEN, show: "ceremony" })).toBe("clock");
  });

  it("speaks the languages that the organiser wants", () => {
    expect(languagesOf(SCREEN)).toEqual([]);
    expect(languagesOf({ ...SCREEN, language: "zh-Hant" })).toEqual(["zh-Hant"]);
    expect(languagesOf({ ...SCREEN, language: "zh-Hant,en" })).toEqual(["zh-Hant", "en"]);
  });
});

describe("pages", () => {
  it("hold everybody once, in order, and differ by one row of the last page at most", () => {
    for (let count = 0; count <= 200; count++) {
      const items = Array.from({ length: count }, (_, index) => index);
      for (const most of [1, 10, 30, 48, 64]) {
        const pages = pagesOf(items, most);
        expect(pages.flat()).toEqual(items);
        expect(pages.length).toBe(Math.max(1, Math.ceil(count / most)));
        expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(most);
      }
    }
  });
  it("turn, one after the other, unless one is held", () => {
    expect([0, 11, 12, 24, 36].map((seconds) => pageAt(seconds, 3, null))).toEqual([0, 0, 1, 2, 0]);
    expect(pageAt(100, 3, 1)).toBe(1);
    expect(pageAt(0, 3, 9)).toBe(2);
    expect(pageAt(500, 1, null)).toBe(0);
  });
  it("have room for 64 numbers at once on a wide wall", () => {
    const wide = roomFor(170, 41, 16);
    expect(wide.columns * wide.rows).toBe(64);
    expect(roomFor(125, 41, 16).columns).toBe(3);
  });
  it("fill the width, however few there are, with letters as large as there is room", () => {
    for (const wall of [125, 170]) {
      const room = roomFor(wall, 41, 16);
      for (let count = 1; count <= room.columns * room.rows; count++) {
        const { columns, rows, size } = arrange(count, wall, room, { least: 4.2, widths: 9.8, together: 4 });
        expect(columns * rows).toBeGreaterThanOrEqual(count);
        expect((columns - 1) * rows).toBeLessThan(count);
        expect(columns).toBeLessThanOrEqual(room.columns);
        expect(rows).toBeLessThanOrEqual(room.rows);
        expect(size).toBeGreaterThanOrEqual(4.2);
      }
    }
    const measure = { least: 4.2, widths: 9.8, together: 4 };
    expect(arrange(12, 170, roomFor(170, 41, 16), measure)).toMatchObject({ columns: 3, rows: 4 });
    expect(arrange(12, 170, roomFor(170, 41, 16), measure).size).toBeGreaterThan(5);
    expect(arrange(64, 170, roomFor(170, 41, 16), measure)).toMatchObject({ columns: 4, rows: 16, size: 4.2 });
  });
});

describe("names", () => {
  const players = ["Zoë K.", "Ângela B.", "andré C.", "王", "一心", "Bea D.", undefined].map((name, index) => ({ number: index + 1, ...(name === undefined ? {} : { name }) }));
  it("are found by the alphabet of the language, without regard to accents and capitals", () => {
    expect(byName(players, "pt-PT").map((player) => player.name)).toEqual(["andré C.", "Ângela B.", "Bea D.", "Zoë K.", "一心", "王", undefined]);
  });
  it("are found by strokes in traditional Chinese, by sound in simplified Chinese", () => {
    expect(byName(players, "zh-Hant").map((player) => player.name).slice(0, 2)).toEqual(["一心", "王"]);
    const sounds = ["张", "安", "李"].map((name, number) => ({ number, name }));
    expect(byName(sounds, "zh-Hans").map((player) => player.name)).toEqual(["安", "李", "张"]);
    const strokes = ["龍", "一", "大"].map((name, number) => ({ number, name }));
    expect(byName(strokes, "zh-Hant").map((player) => player.name)).toEqual(["一", "大", "龍"]);
  });
  it("give the lower number first where they are equal, and lose nobody", () => {
    const twins = [9, 3, 7].map((number) => ({ number, name: "Ana S." }));
    for (const language of ["en", "pt-PT", "zh-Hant", "zh-Hans"]) expect(byName(twins, language).map((player) => player.number)).toEqual([3, 7, 9]);
  });
  it("are short where the number stands beside them", () => {
    expect(firstName("Francisca S.")).toBe("Francisca");
    expect(firstName("Tai Man C.")).toBe("Tai Man");
    expect(firstName("大文")).toBe("大文");
  });
  it("are found without accents, numbers exactly", () => {
    expect(isLookedFor({ number: 7, name: "Inês M." }, "ines")).toBe(true);
    expect(isLookedFor({ number: 17, name: "Inês M." }, "7")).toBe(false);
    expect(isLookedFor({ number: 7, name: "Inês M." }, " 7 ")).toBe(true);
    expect(isLookedFor({ number: 7, name: "大文" }, "文")).toBe(true);
    expect(isLookedFor({ number: 7 }, " ")).toBe(false);
  });
});

describe("the line below the winners", () => {
  const standing = (ranks: (number | null)[]) => ({ cut: 4, standings: ranks.map((rank, index) => row(index + 1, rank)) });
  it("is below the last of the winning places", () => {
    expect(cutAfter(standing([1, 2, 3, 4, 5, null]))).toBe(4);
    expect(cutAfter(standing([1, 2, 3, 4, 4, 6]))).toBe(5);
    expect(cutAfter(standing([1, 2, 3]))).toBeNull();
  });
  it("knows a tie", () => {
    expect(isTiedAtCut(standing([1, 2, 3, 4, 4, 6]))).toBe(true);
    expect(isTiedAtCut(standing([1, 1, 3, 3, 5]))).toBe(false);
  });
});

describe("the ceremony", () => {
  const standings = [5, 3, 9, 7, 1].map((number, index) => row(number, index + 1));
  it("goes from the fourth to the first where the winners have an order", () => {
    const shown = [0, 1, 2, 3, 4].map((revealed) => ceremonyOf(view({ standings, ordered: true }), revealed).tiles.filter((tile) => tile.isShown).map((tile) => tile.row.number));
    expect(shown).toEqual([[], [7], [7, 9], [7, 9, 3], [7, 9, 3, 5]]);
  });
  it("shows the winners together, by number, where they have none", () => {
    const ceremony = ceremonyOf(view({ standings, ordered: false }), 1);
    expect(ceremony.tiles.map((tile) => [tile.row.number, tile.isShown])).toEqual([[3, true], [5, true], [7, true], [9, true]]);
    expect(ceremonyOf(view({ standings }), 0).tiles.some((tile) => tile.isShown)).toBe(false);
  });
});

describe("figures and times", () => {
  it("are written as people write them", () => {
    expect(["24", "-9", "0", "73/2", "-10/3", "1/2", "40/11"].map(signed)).toEqual(["+24", "−9", "0", "+36½", "−3⅓", "+½", "+3.64"]);
    expect(["2", "3/2"].map(plain)).toEqual(["2", "1½"]);
    expect(countdown(320)).toBe("5:20");
    expect(countdown(3725)).toBe("1:02:05");
    expect(countdown(-3)).toBe("0:00");
    expect(secondsOf("10:31:05")).toBe(37865);
    expect(secondsOf("soon")).toBeNull();
    expect(secondsUntil("11:15:00", "11:09:40")).toBe(320);
    expect(shortTime("09:50:00")).toBe("09:50");
  });
});

describe("slides", () => {
  it("hold every sentence once, in order", () => {
    const sentences = sentencesOf(["One. Two; three.", "四。五。"]);
    expect(sentences).toEqual(["One.", "Two;", "three.", "四。", "五。"]);
    for (const room of [1, 40, 90, 1000]) expect(fill(sentences, room).flat()).toEqual(sentences);
  });
});

describe("planned times", () => {
  it("are shown until they are past", () => {
    expect(stillAhead("10:50:00", "10:49:59")).toBe("10:50:00");
    expect(stillAhead("10:50:00", "10:50:00")).toBeUndefined();
    expect(stillAhead("10:50:00", null)).toBe("10:50:00");
    expect(stillAhead(undefined, "10:49:00")).toBeUndefined();
  });
});

describe("the card", () => {
  const player = (change: Partial<PlayerView>): PlayerView => ({ ...view({}), number: 3, name: "Ana", status: "present", games: [], ...change });
  it("says where to go", () => {
    expect(whereTo(player({})).kind).toBe("none");
    expect(whereTo(player({ rounds: [round(1, "published", "seated")] }))).toMatchObject({ kind: "go", begins: "10:20:00", seat: { letter: "C", table: { table: 1 } } });
    expect(whereTo(player({ round: 1, rounds: [round(1, "started", "playing")] }))).toMatchObject({ kind: "play", seat: { letter: "C" } });
    expect(whereTo(player({ round: 1, rounds: [round(1, "started", "recorded", { 3: 2 })] }))).toMatchObject({ kind: "then", table: 2, round: 2 });
    expect(whereTo(player({ round: 1, rounds: [round(1, "started", "recorded")] })).kind).toBe("wait");
    expect(whereTo(player({ round: 1, rounds: [round(1, "started", "recorded"), round(2, "published", "seated")] })).kind).toBe("stay");
    expect(whereTo(player({ round: 3, rounds: [round(3, "started", "recorded")] })).kind).toBe("over");
  });
  it("knows the place at the table", () => {
    const game = (own: string, scores: Record<string, string>): OwnGame => ({ round: 1, table: 1, game: 1, ended: "out", scores, rack: { number: 3, opened: true, score: own, wins: "0", winner: false } });
    expect(placeIn(game("-10/3", { 1: "20", 2: "-3", 3: "-10/3", 4: "-10/3" }))).toEqual({ place: 3, players: 4 });
  });
});
