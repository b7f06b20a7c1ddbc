import type { Texts } from "./en";
import { app, home, me, people } from "./pt/start";
import { plan, bots, lobby } from "./pt/plan";
import { table, news, hints, curtain, phrases, tiles } from "./pt/table";
import { faults, refusals, forbidden } from "./pt/refusals";
import { end } from "./pt/end";

/** Português (Portugal) */
export const texts: Texts = {
  tag: "pt-PT",
  language: "Português",
  app, home, me, people,
  plan, bots, lobby,
  table, news, hints, curtain, phrases, tiles,
  faults, refusals, forbidden,
  end,
};
