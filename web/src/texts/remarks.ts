/** What bots say, in every language. Loaded when the first one speaks. */
import type { Occasion, Remark, Temper } from "../room/characters";
import type { Language } from "./index.svelte";

type Lines = Record<Temper, Record<Occasion, readonly string[]>>;

export const REMARKS: Record<Language, Lines> = {
  en: {
    cheerful: {
      opened: ["Here I come!"], bigPlay: ["What a day!", "Look at that!"], drew: ["More tiles, more fun.", "One for me."],
      almostOut: ["Nearly there!"], admires: ["Lovely!"], won: ["That was fun. Thank you!"],
    },
    dry: {
      opened: ["Well, I’m in."], bigPlay: ["That’ll do.", "Tidier now."], drew: ["Of course.", "Hm."],
      almostOut: ["Don’t mind me."], admires: ["Not bad."], won: ["Who’d have thought."],
    },
    dreamy: {
      opened: ["Ah, there they are."], bigPlay: ["They just fell into place.", "Pretty, isn’t it?"], drew: ["What will it be?", "Where was I?"],
      almostOut: ["My rack is so light."], admires: ["How beautiful."], won: ["Oh! Is it over?"],
    },
    eager: {
      opened: ["Off we go!"], bigPlay: ["All of these!", "And there’s more!"], drew: ["Next time!", "Come on…"],
      almostOut: ["So close!"], admires: ["Wow!"], won: ["Yes! Again?"],
    },
  },
  "pt-PT": {
    cheerful: {
      opened: ["Cá vou eu!"], bigPlay: ["Que belo dia!", "Olhem só!"], drew: ["Mais peças, mais graça.", "Uma para mim."],
      almostOut: ["Está quase!"], admires: ["Que bonito!"], won: ["Foi divertido. Obrigado a todos!"],
    },
    dry: {
      opened: ["Pronto, entrei."], bigPlay: ["Serve.", "Assim está mais arrumado."], drew: ["Pois claro.", "Hum."],
      almostOut: ["Não reparem em mim."], admires: ["Nada mau."], won: ["Quem diria."],
    },
    dreamy: {
      opened: ["Ah, cá estão elas."], bigPlay: ["Encaixaram sozinhas.", "Bonito, não é?"], drew: ["O que será?", "Onde é que eu ia?"],
      almostOut: ["Que leve está o meu suporte."], admires: ["Que maravilha."], won: ["Oh! Já acabou?"],
    },
    eager: {
      opened: ["Vamos a isto!"], bigPlay: ["Estas todas!", "E ainda há mais!"], drew: ["Para a próxima!", "Vá lá…"],
      almostOut: ["Falta tão pouco!"], admires: ["Uau!"], won: ["Boa! Mais um?"],
    },
  },
  "zh-Hant": {
    cheerful: {
      opened: ["我來了！"], bigPlay: ["今天真順！", "你們看！"], drew: ["牌多更好玩。", "再來一張。"],
      almostOut: ["快好了！"], admires: ["真漂亮！"], won: ["真好玩，謝謝大家！"],
    },
    dry: {
      opened: ["好，我出了。"], bigPlay: ["就這樣吧。", "整齊多了。"], drew: ["果然。", "嗯。"],
      almostOut: ["不用管我。"], admires: ["不錯。"], won: ["誰想得到呢。"],
    },
    dreamy: {
      opened: ["啊，原來在這。"], bigPlay: ["它們自己排好了。", "好看吧？"], drew: ["會是甚麼呢？", "我剛才想到哪了？"],
      almostOut: ["牌架好輕啊。"], admires: ["好美。"], won: ["咦，完了嗎？"],
    },
    eager: {
      opened: ["出發！"], bigPlay: ["全部出！", "還有呢！"], drew: ["下次一定！", "快來好牌……"],
      almostOut: ["就差一點！"], admires: ["嘩！"], won: ["贏了！再來？"],
    },
  },
  "zh-Hans": {
    cheerful: {
      opened: ["我来了！"], bigPlay: ["今天真顺！", "你们看！"], drew: ["牌多更好玩。", "再来一张。"],
      almostOut: ["快好了！"], admires: ["真漂亮！"], won: ["真好玩，谢谢大家！"],
    },
    dry: {
      opened: ["好，我出了。"], bigPlay: ["就这样吧。", "整齐多了。"], drew: ["果然。", "嗯。"],
      almostOut: ["不用管我。"], admires: ["不错。"], won: ["谁想得到呢。"],
    },
    dreamy: {
      opened: ["啊，原来在这。"], bigPlay: ["它们自己排好了。", "好看吧？"], drew: ["会是什么呢？", "我刚才想到哪了？"],
      almostOut: ["牌架好轻啊。"], admires: ["好美。"], won: ["咦，完了吗？"],
    },
    eager: {
      opened: ["出发！"], bigPlay: ["全部出！", "还有呢！"], drew: ["下次一定！", "快来好牌……"],
      almostOut: ["就差一点！"], admires: ["哇！"], won: ["赢了！再来？"],
    },
  },
};

export function sayRemark(language: Language, { temper, occasion, line }: Remark): string {
  return REMARKS[language][temper][occasion][line] ?? "";
}
