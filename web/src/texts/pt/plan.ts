import type { Texts } from "../en";

export const plan: Texts["plan"] = {
  title: "Nova mesa",
  edition: "Regras",
  players: "Jogadores",
  seatFriend: "Um amigo",
  seatBot: "Robô",
  seconds: (count) => `${count} s`,
  listed: "Qualquer pessoa se pode sentar",
  create: "Abrir a mesa",
  name: "Nome da mesa",
  summary: "Nesta mesa:",
  themeLine: (theme) => `Tema: ${theme}`,
  noBots: "Ainda nenhum robô sabe jogar a isto. Convida amigos.",
  editions: {
    hk: "Hong Kong e Macau",
    cn: "China continental",
    pt: "Portugal",
    school: "Torneio escolar",
    "word-a": "Palavras A: contam as longas",
    "word-b": "Palavras B: esvaziar o suporte",
  },
  lexicons: { everyday: "Do dia a dia", standard: "Normal", large: "Grande" },
  themes: {
    nature: "Natureza",
    people: "Pessoas",
    home: "Casa",
    animals: "Animais",
    plants: "Plantas",
    food: "Comida e bebida",
    leisure: "Lazer",
    body: "Corpo",
  },
};

export const bots: Texts["bots"] = { greedy: "Apressado", level1: "Principiante", level2: "Descontraído", level3: "Bom", level4: "Forte", level5: "Mestre" };

export const lobby: Texts["lobby"] = {
  title: "A tua mesa",
  invite: "Convida os teus amigos",
  inviteHint: "Envia a ligação, diz-lhes o código ou mostra-lhes isto.",
  code: "Código",
  link: "Ligação",
  qr: "Código QR da ligação",
  waiting: "À espera de jogadores…",
  copyLink: "Copiar a ligação",
  freeSeats: (seats) => (seats === 1 ? "Há um lugar livre. Convida alguém ou junta um robô." : `Há ${seats} lugares livres. Convida amigos ou junta robôs.`),
  free: "Lugar livre",
  seatBot: "Juntar um robô",
  remove: "Libertar o lugar",
  begin: "Começar",
  waitHost: "O anfitrião vai começar o jogo.",
  sitHere: "Sentar aqui",
  host: "Anfitrião",
  you: "Tu",
  joinTitle: "Recebeste um convite",
};
