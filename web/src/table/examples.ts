/** Examples for the rules. The server judges whether each is a valid set. */
const EXAMPLES: Record<string, string[]> = {
  groups: ["k7 r7 b7", "k10 r10 b10 y10", "k7 r7 r7", "b4 y4"],
  runs: ["r3 r4 r5", "b9 b10 b11 b12 b13", "k12 k13 k1", "y2 y4 y5", "r5 b6 k7"],
  joker: ["b4 * b6", "r8 k8 *", "* *"],
  words: ["TOY", "CAPE", "REcOVER", "AB", "XQZ"],
};

/** A word that fits each theme, for the examples of a themed table. */
const OF_THEME: Partial<Record<string, string>> = {
  animals: "TIGER", body: "HAND", food: "BREAD", home: "CHAIR", leisure: "DANCE", nature: "RIVER", people: "UNCLE", plants: "ROSE",
};

/** The examples of a kind at a table with this theme. */
export function examplesOf(kind: string, theme: string): string[] {
  const fitting = kind === "words" ? OF_THEME[theme] : undefined;
  return [...(fitting === undefined ? [] : [fitting]), ...(EXAMPLES[kind] ?? [])];
}
