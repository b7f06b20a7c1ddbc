import type { Texts } from "./en";
import { app, home, me, people } from "./zh-hant/start";
import { plan, bots, lobby } from "./zh-hant/plan";
import { table, news, hints, curtain, phrases, tiles } from "./zh-hant/table";
import { faults, refusals, forbidden } from "./zh-hant/refusals";
import { end } from "./zh-hant/end";

/** 繁體中文 */
export const texts: Texts = {
  tag: "zh-Hant",
  language: "繁體中文",
  app, home, me, people,
  plan, bots, lobby,
  table, news, hints, curtain, phrases, tiles,
  faults, refusals, forbidden,
  end,
};
