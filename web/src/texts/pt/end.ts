import type { Texts } from "../en";

export const end: Texts["end"] = {
  title: "O jogo acabou",
  winner: { you: "Ganhaste!", one: (name) => `${name} ganha`, several: (names) => `Vencedores: ${names}` },
  replay: "Rever o jogo",
  fair: "Foi justo?",
};
