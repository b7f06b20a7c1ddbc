/** Outside of a game: the page itself, home, the account, names and faces. */
import { counted } from "../phrasing";

export const app = {
  tagline: "Runs, groups and words at one table.",
  connecting: "Connecting…",
  lost: "Connection lost. Your game is waiting for you.",
  back: "You are back at the table.",
  noServer: "The server can’t be reached. Trying again…",
  notLoaded: "This page could not be loaded.",
  unreachable: "The server can’t be reached.",
  retrying: "Trying again…",
  retry: "Try again",
  notFound: "There is nothing here.",
  home: "Home",
  close: "Close",
  settings: "Settings",
  yourName: "Your name",
  guest: "Guest",
  copied: "Copied",
  share: "Share",
  more: "More",
};

export const home = {
  play: "Play now",
  playHint: "Against three bots. No account, no waiting.",
  friends: "Play with friends",
  friendsHint: "A table of your own, with a link",
  joinHint: "Six characters",
  joinGo: "Go to the table",
  codeLabel: "Table code",
  open: "Open tables",
  openNone: "No open tables right now.",
  watch: "Watch",
  sit: "Sit down",
  hotSeat: "On one device",
  hotSeatHint: "Pass it around",
  learn: "First game",
  learnHint: "Learn by playing, in five minutes",
  rules: "Rules",
  tournament: "Tournament",
  tournamentHint: "For a class, a school or a club",
  games: "My games",
  gamesNone: "Your finished games will appear here.",
  allGames: "All my games",
  me: "Your account",
  seats: (taken: number, all: number) => `${taken} of ${all} seats taken`,
  playing: "Game in progress",
};

export const me = {
  rating: (points: number) => `Rating ${points}`,
};

/** Who somebody is, how they come back to a game, and how a game ends. */
export const people = {
  ask: "What shall we call you?",
  face: "And your face",
  faceNumber: (number: number) => `Face ${number}`,
  moreFaces: "Other faces",
  faceOf: (name: string) => `Another face for ${name}`,
  use: "That’s me",
  change: "Change name or face",
  sitAs: (name: string) => `Sit down as ${name}`,
  invites: (name: string) => `${name} invites you`,
  back: "Back to your game",
  moreGames: (count: number) => counted(count, "more game", "more games"),
  goOn: "Continue",
  between: "The next game begins soon",
  noClock: "no clock",
  withNames: (names: string) => `With ${names}`,
  device: "On this device",
  drew: "You drew:",
  hide: "Hide my tiles",
  shuffling: "The tiles are being shuffled…",
};
