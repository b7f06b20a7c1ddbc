import type { Texts } from "../en";

export const end: Texts["end"] = {
  title: "本局结束",
  winner: { you: "你赢了！", one: (name) => `${name}胜出`, several: (names) => `${names}同时胜出` },
  replay: "重看这一局",
  fair: "公平吗？",
};
