/**
 * Lists of players as people type them and spreadsheets write them: one a line, with commas, semicolons or tabs, with a
 * heading or without. It reads what `trinta tournament players import` reads.
 */

export interface Listed {
  line: number;
  name: string;
  school?: string;
}
export type ListFault = "no-name" | "too-many-fields" | "too-long" | "no-name-column" | "column-twice" | "open-quote";
export interface PeopleList {
  players: Listed[];
  faults: { line: number; fault: ListFault }[];
  /** Headings of columns that are not used. */
  unused: string[];
  /** What each column was taken for; null where nothing was understood. */
  columns: Column[];
  hasHeading: boolean;
}
export type Column = "name" | "given" | "family" | "school" | "number" | "other";

const MAX_NAME = 200;
const HEADINGS: readonly (readonly [Column, readonly string[]])[] = [
  ["name", ["name", "full name", "player", "player name", "nome", "nome completo", "jogador", "jogadora", "participante", "姓名", "名字", "參賽者", "参赛者", "參賽者姓名", "参赛者姓名", "選手", "选手", "學生", "学生", "學生姓名", "学生姓名"]],
  ["given", ["first name", "given name", "forename", "nome próprio", "primeiro nome", "名"]],
  ["family", ["last name", "family name", "surname", "apelido", "sobrenome", "último nome", "姓", "姓氏"]],
  ["school", ["school", "club", "team", "school name", "escola", "clube", "equipa", "equipe", "colégio", "學校", "学校", "學校名稱", "学校名称", "俱樂部", "俱乐部", "隊伍", "队伍", "單位", "单位"]],
  ["number", ["number", "no", "no.", "nr", "nr.", "#", "id", "número", "n.º", "nº", "n°", "號碼", "号码", "編號", "编号", "參賽者編號", "参赛者编号", "序號", "序号"]],
];
const columnOf = (heading: string): Column | null => HEADINGS.find(([, names]) => names.includes(heading.trim().toLowerCase()))?.[0] ?? null;

/** What a spreadsheet would compute gets an apostrophe before it when it is exported; here it is taken away again. */
function restore(cell: string): string {
  return /^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
}

/** The bytes of a file as text: UTF-8 with or without a byte order mark, or UTF-16 with one; null for anything else. */
export function decodeList(bytes: Uint8Array): string | null {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(mark, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function countOutsideQuotes(line: string, separator: string): number {
  let [quoted, found] = [false, 0];
  for (const letter of line) {
    if (letter === '"') quoted = !quoted;
    else if (!quoted && letter === separator) found++;
  }
  return found;
}

/** The separator that stands equally often in every line, or at least in the first. */
function findSeparator(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  const first = lines[0] ?? "";
  const candidates = ["\t", ";", ",", "，"];
  const even = (separator: string) => countOutsideQuotes(first, separator) > 0 && lines.every((line) => countOutsideQuotes(line, separator) === countOutsideQuotes(first, separator));
  return (
    candidates.find(even) ??
    candidates.find((separator) => countOutsideQuotes(first, separator) > 0) ??
    candidates.find((separator) => lines.some((line) => countOutsideQuotes(line, separator) > 0)) ??
    ","
  );
}

interface Row {
  line: number;
  cells: string[];
}

/** Splits text into rows of cells, with quoted fields; null with the line of a quote that is never closed. */
function splitRows(text: string, separator: string): Row[] | { openQuote: number } {
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let [cell, quoted, wasQuoted, line, quotedSince] = ["", false, false, 1, 0];
  const endCell = () => {
    row.cells.push(cell.trim());
    [cell, wasQuoted] = ["", false];
  };
  const endRow = () => {
    endCell();
    if (row.cells.some((one) => one !== "")) rows.push(row);
    row = { line: line + 1, cells: [] };
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (letter === '"' && cell.trim() === "" && !wasQuoted) [quoted, wasQuoted, quotedSince, cell] = [true, true, line, ""];
    else if (letter === separator) endCell();
    else if (letter === "\n") endRow();
    else cell += letter;
    if (letter === "\n") line++;
  }
  if (quoted) return { openQuote: quotedSince };
  endRow();
  return rows;
}

const isChinese = (text: string) => /^[\u3400-\u9fff\u{20000}-\u{3ffff}]+$/u.test(text);

function readName(cell: (wanted: Column) => string | undefined): string | undefined {
  const [whole, given, family] = [cell("name"), cell("given"), cell("family")];
  if (whole !== undefined) return whole;
  if (given !== undefined && family !== undefined) return isChinese(family) ? family + given : `${given} ${family}`;
  return given ?? family;
}

export function readPeople(source: string): PeopleList {
  const text = source.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  const list: PeopleList = { players: [], faults: [], unused: [], columns: [], hasHeading: false };
  const rows = splitRows(text, findSeparator(text));
  if (!Array.isArray(rows)) return { ...list, faults: [{ line: rows.openQuote, fault: "open-quote" }] };
  const first = rows[0];
  if (!first) return list;
  const named = first.cells.map(columnOf);
  if (named.some((column) => column !== null)) {
    list.hasHeading = true;
    list.columns = named.map((column) => column ?? "other");
    const times = (wanted: Column) => list.columns.filter((column) => column === wanted).length;
    if ((["name", "given", "family", "school"] as const).some((column) => times(column) > 1)) return { ...list, faults: [{ line: first.line, fault: "column-twice" }] };
    // `Nome` beside `Apelido` is the given name.
    if (times("name") === 1 && times("family") === 1) list.columns = list.columns.map((column) => (column === "name" ? "given" : column));
    if (!list.columns.some((column) => column === "name" || column === "given" || column === "family")) return { ...list, faults: [{ line: first.line, fault: "no-name-column" }] };
    list.unused = first.cells.filter((heading, at) => list.columns[at] === "other" && heading !== "");
    rows.shift();
  } else {
    const numbered = rows.every(({ cells }) => cells.length > 1 && /^\d+[.)]?$/.test(cells[0] ?? ""));
    list.columns = numbered ? ["number", "name", "school"] : ["name", "school"];
  }
  for (const { line, cells } of rows) {
    if (cells.slice(list.columns.length).some((cell) => cell !== "")) {
      list.faults.push({ line, fault: "too-many-fields" });
      continue;
    }
    const cell = (wanted: Column) => {
      const at = list.columns.indexOf(wanted);
      const found = at < 0 ? "" : restore(cells[at] ?? "").trim();
      return found === "" ? undefined : found;
    };
    const [name, school] = [readName(cell), cell("school")];
    if (name === undefined) list.faults.push({ line, fault: "no-name" });
    else if (name.length > MAX_NAME || (school ?? "").length > MAX_NAME || /\p{Cc}/u.test(name + (school ?? ""))) list.faults.push({ line, fault: "too-long" });
    else list.players.push(school === undefined ? { line, name } : { line, name, school });
  }
  return list;
}

/** Players of a list who are there already, or twice in it: the same name and school. */
export function findDuplicates(list: readonly Listed[], known: readonly { name: string; school?: string }[]): Listed[] {
  const key = (person: { name: string; school?: string }) => `${person.name.toLowerCase()}\n${(person.school ?? "").toLowerCase()}`;
  const seen = new Set(known.map(key));
  return list.filter((person) => {
    const again = seen.has(key(person));
    seen.add(key(person));
    return again;
  });
}
