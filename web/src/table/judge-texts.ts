/** Texts about judges, in four languages. Few tables have one: they are loaded with what shows them. */
import type { Language } from "../texts/index.svelte";

const en = {
  title: "Judge",
  asked: "You are asked to judge",
  sees: "A judge doesn’t play and sees every rack.",
  go: "Judge at this table",
  none: "A judge has a say at this table, and nobody judges yet.",
  invite: "Invite a judge",
  link: "Link for the judge, good once",
  onTurn: "Whoever is on turn",
  pushed: "A rack was pushed over:",
};

export const JUDGE_TEXTS: Record<Language, typeof en> = {
  en,
  "zh-Hant": {
    title: "評審員",
    asked: "請你擔任評審員",
    sees: "評審員不參與遊戲，看得到所有牌架。",
    go: "擔任這一桌的評審員",
    none: "這一桌需要評審員，但還沒有人擔任。",
    invite: "邀請評審員",
    link: "評審員的連結，只能用一次",
    onTurn: "輪到的玩家",
    pushed: "有牌架被推倒：",
  },
  "zh-Hans": {
    title: "裁判",
    asked: "请你担任裁判",
    sees: "裁判不参与游戏，看得到所有牌架。",
    go: "担任这一桌的裁判",
    none: "这一桌需要裁判，但还没有人担任。",
    invite: "邀请裁判",
    link: "裁判的链接，只能用一次",
    onTurn: "轮到的玩家",
    pushed: "有牌架被推倒：",
  },
  "pt-PT": {
    title: "Juiz",
    asked: "Pedem-te que sejas juiz",
    sees: "Um juiz não joga e vê todos os suportes.",
    go: "Ser juiz desta mesa",
    none: "Nesta mesa um juiz tem poderes, e ainda não há nenhum.",
    invite: "Convidar um juiz",
    link: "Ligação para o juiz, serve uma vez",
    onTurn: "Quem está a jogar",
    pushed: "Um suporte foi derrubado:",
  },
};
