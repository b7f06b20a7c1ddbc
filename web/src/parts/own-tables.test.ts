import { expect, it } from "vitest";
import type { SeatedTable } from "../wire";
import { sortTables } from "./own-tables";

function seated(name: string, at: number, turn: number | null, seats = [0]): SeatedTable {
  return {
    table: { table: name, name: "", edition: "hk", players: 2, seats: ["Ana", "Rui"], playing: turn !== null, open: false, watch: false, at },
    faces: [null, null], seats, turn, timed: false,
  };
}
const names = (tables: SeatedTable[]) => tables.map((one) => one.table.table).join(" ");

it("tables where it is my turn come first, then the latest", () => {
  const tables = [seated("waiting", 50, null), seated("old", 10, 0), seated("others", 90, 1), seated("mine", 30, 0), seated("device", 20, 3, [1, 3])];
  expect(names(sortTables(tables, []))).toBe("mine device old others waiting");
});

it("a table on the screen moves only when a turn changes", () => {
  const first = sortTables([seated("a", 50, 1), seated("b", 40, 1), seated("c", 30, 0)], []);
  expect(names(first)).toBe("c a b");
  const later = sortTables([seated("b", 99, 1), seated("a", 50, 1), seated("new", 98, 1), seated("c", 30, 0)], first);
  expect(names(later)).toBe("c new a b");
  expect(names(sortTables([seated("b", 120, 0), seated("a", 50, 1), seated("new", 98, 1), seated("c", 130, 1)], later))).toBe("b c new a");
});
