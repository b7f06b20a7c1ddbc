import type { Texts } from "../en";

export const end: Texts["end"] = {
  title: "本局結束",
  winner: { you: "你贏了！", one: (name) => `${name}勝出`, several: (names) => `${names}同時勝出` },
  replay: "重看這一局",
  fair: "公平嗎？",
};
