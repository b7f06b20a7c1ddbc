import type { AccountTexts } from "./en";

export const texts: AccountTexts = {
  title: "Tu",
  guest: "Estás a jogar como convidado neste dispositivo. Com uma conta, guardas os teus jogos e a tua classificação em qualquer dispositivo.",
  signedIn: (account) => `Sessão iniciada: ${account}`,
  ratingNone: "Recebes uma classificação com o primeiro jogo contra outra conta.",
  ways: "Conta",
  make: "Nova",
  have: "Já tenho",
  account: "Nome da conta",
  accountHint: "3 a 24 letras, algarismos, - ou _",
  password: "Palavra-passe",
  passwordHint: "Pelo menos 10 caracteres",
  makeGo: "Criar conta",
  logIn: "Entrar",
  signOut: "Sair da conta",
  rename: "Usar este nome",
};
