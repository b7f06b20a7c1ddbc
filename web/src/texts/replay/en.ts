/** Texts of the replay. They are loaded with it. */
export const en = {
  title: "Replay",
  turn: (at: number, of: number) => `Turn ${at} of ${of}`,
  allEyes: "All racks",
  best: "Most tiles:",
  bestSame: "No play would have placed more tiles.",
  bestMeans: "This is the play with the most tiles in that turn. It keeps nothing back, not even jokers: a strong player often plays fewer.",
  bestNone: "There was no play.",
  bestShow: "Show it",
  bestHide: "Show what was played",
  bot: "Strongest bot:",
  botShow: "Show the bot’s play",
  botSame: "The strongest bot would have played the same.",
  botDoes: {
    draw: "The strongest bot would have drawn.",
    pass: "The strongest bot would have passed.",
    "new-deal": "The strongest bot would have asked for a new deal.",
    challenge: "The strongest bot would have challenged the play before.",
  },
  botMeans: "The strongest bot sees what this player saw and no more. It opens with few tiles, then draws until it can go out in one turn.",
  botMeansWords: "The strongest bot sees what this player saw and no more, and it doesn’t think of every word.",
  means: "What is compared",
  first: "First turn",
  back: "Previous turn",
  forward: "Next turn",
  last: "Last turn",
  run: "Play",
  stop: "Stop",
  missing: "This game can’t be shown.",
};

export type ReplayTexts = typeof en;
