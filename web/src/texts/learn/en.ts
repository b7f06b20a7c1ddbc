/** Texts of the first game. They are loaded with it. */
import type { LessonName } from "../../table/lessons";
import { counted } from "../phrasing";

export const en = {
  title: "First game",
  skip: "Skip",
  next: "Next",
  showMe: "Show me",
  tryIt: "Drag, or tap a tile, then a place.",
  byKeys: "Arrows go to a tile, Space picks it up. N lays a new set, Enter puts it beside the tile you are on.",
  progress: (at: number, of: number) => `Lesson ${at} of ${of}`,
  lessons: {
    run: { title: "Make a run", text: "One colour, numbers in a row. Drag the red 4, 5 and 6 to the table." },
    group: { title: "Make a group", text: "One number, each tile in another colour. Lay your three 9s." },
    opening: { title: "Open with 30 points", text: "Your first play in a game needs 30 points from your own rack. Three 10s are enough. Then tap Finish." },
    draw: { title: "Nothing to play?", text: "Then draw a tile. That ends your turn, too." },
    add: { title: "Use the table", text: "Once you have opened, every set is yours to use. Put your 7 at the end of the run, then tap Finish." },
    joker: { title: "The joker", text: "It stands for any tile. Lay it between your 11 and 13, then tap Finish." },
    take: { title: "Rearrange", text: "Take a tile from a set if what stays is still a set. Lay the red 7 with your two 7s, then tap Finish." },
  } satisfies Record<LessonName, { title: string; text: string }>,
  good: "Yes!",
  almost: "Almost.",
  goOn: "That’s it. Now the next one.",
  order: (tiles: string) => `Right tiles! A run goes in order: ${tiles}.`,
  jokerOrder: (tile: string) => `Right tiles! The joker stands for ${tile}, so it goes in that place.`,
  more: "You may do that, but here you can lay more. Undo, or tap “Show me”.",
  apart: "Put them side by side: a set has at least three tiles.",
  notNeeded: "This tile has no partners yet. Put it back, and take the lit one.",
  broken: "What stays on the table must still be a set.",
  odd: (tile: string) => `It is the ${tile} that doesn’t fit.`,
  neitherRun: "A run has one colour only.",
  neitherGroup: "A group has one number only.",
  points: (reached: number, needed: number) => `That is ${counted(reached, "point", "points")} so far. You need ${needed}.`,
  drawNow: "Tap “Draw a tile”.",
  finishNow: "That counts! Now tap Finish.",
  finished: "Played! Now it would be the next player’s turn.",
  drew: "You have a new tile, and the next player’s turn comes.",
  endTitle: "You can play!",
  endText: "Your first real game: one easy opponent, no clock, and hints whenever you like.",
  done: "Play a real game",
};

export type LearnTexts = typeof en;
