import type { Texts } from "./en";
import { app, home, me, people } from "./zh-hans/start";
import { plan, bots, lobby } from "./zh-hans/plan";
import { table, news, hints, curtain, phrases, tiles } from "./zh-hans/table";
import { faults, refusals, forbidden } from "./zh-hans/refusals";
import { end } from "./zh-hans/end";

/** 简体中文 */
export const texts: Texts = {
  tag: "zh-Hans",
  language: "简体中文",
  app, home, me, people,
  plan, bots, lobby,
  table, news, hints, curtain, phrases, tiles,
  faults, refusals, forbidden,
  end,
};
