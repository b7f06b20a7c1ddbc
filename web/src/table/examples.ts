/** Examples for the rules. The server judges whether each is a valid set. */
export const EXAMPLES: Record<string, string[]> = {
  groups: ["k7 r7 b7", "k10 r10 b10 y10", "k7 r7 r7", "b4 y4"],
  runs: ["r3 r4 r5", "b9 b10 b11 b12 b13", "k12 k13 k1", "y2 y4 y5", "r5 b6 k7"],
  joker: ["b4 * b6", "r8 k8 *", "* *"],
  words: ["TOY", "CAPE", "REcOVER", "AB", "XQZ"],
};
