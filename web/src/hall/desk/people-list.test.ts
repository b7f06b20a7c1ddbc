import { describe, expect, it } from "vitest";
import { decodeList, findDuplicates, readPeople } from "./people-list";

const names = (text: string) => readPeople(text).players.map(({ name, school }) => (school === undefined ? name : `${name}@${school}`));

describe("a list of players", () => {
  it("is one name a line", () => {
    expect(names("Ana Silva\n\n  Bea \r\n陳大文")).toEqual(["Ana Silva", "Bea", "陳大文"]);
  });
  it("has schools after any separator", () => {
    for (const separator of ["\t", ";", ",", "，"]) expect(names(`Ana${separator}North\nBea${separator}South`)).toEqual(["Ana@North", "Bea@South"]);
    expect(names("Ana, North\nBea")).toEqual(["Ana@North", "Bea"]);
  });
  it("may have headings in any language and order", () => {
    expect(names("Escola;Nome;Idade\nNorte;Ana;9\n;Rui;8")).toEqual(["Ana@Norte", "Rui"]);
    expect(readPeople("Escola;Nome;Idade\nNorte;Ana;9").unused).toEqual(["Idade"]);
    expect(names("姓\t名\t學校\n陳\t大文\t北")).toEqual(["陳大文@北"]);
    expect(names("Nome,Apelido\nAna,Silva")).toEqual(["Ana Silva"]);
  });
  it("may have running numbers and quoted fields", () => {
    expect(names("1,Ana\n2,Bea")).toEqual(["Ana", "Bea"]);
    expect(names('"Silva, Ana",North\n"O""Neil",South')).toEqual(["Silva, Ana@North", 'O"Neil@South']);
    expect(names("'=1+1")).toEqual(["=1+1"]);
  });
  it("names the lines that are wrong", () => {
    expect(readPeople("name,school\nAna,North\n,South\nBea,S,x").faults).toEqual([{ line: 3, fault: "no-name" }, { line: 4, fault: "too-many-fields" }]);
    expect(readPeople("school\nNorth").faults).toEqual([{ line: 1, fault: "no-name-column" }]);
    expect(readPeople("name,name\nA,B").faults).toEqual([{ line: 1, fault: "column-twice" }]);
    expect(readPeople('Ana\n"Bea').faults).toEqual([{ line: 2, fault: "open-quote" }]);
    expect(readPeople("x".repeat(201)).faults).toEqual([{ line: 1, fault: "too-long" }]);
  });
  it("is empty if nothing was typed", () => {
    expect(readPeople(" \n ").players).toEqual([]);
    expect(readPeople(" \n ").faults).toEqual([]);
  });
  it("knows who is there already", () => {
    const { players } = readPeople("Ana,North\nana,NORTH\nBea,South\nAna,South");
    expect(findDuplicates(players, [{ name: "Bea", school: "South" }]).map(({ line }) => line)).toEqual([2, 3]);
  });
  it("comes in the encodings of spreadsheets", () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...[..."名\n陳"].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8])]);
    expect(decodeList(utf16)).toBe("名\n陳");
    expect(decodeList(new TextEncoder().encode("\ufeffAna"))).toBe("Ana");
    expect(decodeList(new Uint8Array([0x41, 0xe3, 0x0a]))).toBeNull();
  });
});
