/** The names of the bots' characters in every language. */
import { characterAt, type CharacterId } from "../room/characters";
import type { Language } from "./index.svelte";

type Names = Record<CharacterId, string>;

const LATIN: Names = {
  bento: "Bento", ines: "Inês", mei: "Mei", hugo: "Hugo", olive: "Olive", jun: "Jun",
  rosa: "Rosa", otto: "Otto", lin: "Lin", tome: "Tomé", nina: "Nina", kit: "Kit",
};

export const CHARACTER_NAMES: Record<Language, Names> = {
  en: LATIN,
  "pt-PT": LATIN,
  "zh-Hant": {
    bento: "阿本", ines: "依妮", mei: "阿美", hugo: "雨果", olive: "奧莉", jun: "阿俊",
    rosa: "羅莎", otto: "奧托", lin: "小琳", tome: "阿湯", nina: "妮娜", kit: "阿傑",
  },
  "zh-Hans": {
    bento: "阿本", ines: "依妮", mei: "阿美", hugo: "雨果", olive: "奥莉", jun: "阿俊",
    rosa: "罗莎", otto: "奥托", lin: "小琳", tome: "阿汤", nina: "妮娜", kit: "阿杰",
  },
};

/** The name of the bot at a seat of a table. */
export const botName = (language: Language, table: string, seat: number): string => CHARACTER_NAMES[language][characterAt(table, seat)];
