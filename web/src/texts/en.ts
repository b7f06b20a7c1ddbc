import { app, home, me, people } from "./en/start";
import { plan, bots, lobby } from "./en/plan";
import { table, news, hints, curtain, phrases, tiles } from "./en/table";
import { faults, refusals, forbidden } from "./en/refusals";
import { end } from "./en/end";

/** English. Its type is that of all languages, so that none lacks a text. */
export const en = {
  /** The language as a tag, for lists of names. */
  tag: "en-GB",
  language: "English",
  app, home, me, people,
  plan, bots, lobby,
  table, news, hints, curtain, phrases, tiles,
  faults, refusals, forbidden,
  end,
};

export type Texts = typeof en;
