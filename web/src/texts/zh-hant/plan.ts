import type { Texts } from "../en";

export const plan: Texts["plan"] = {
  title: "新牌桌",
  edition: "規則版本",
  players: "人數",
  seatFriend: "朋友",
  seatBot: "電腦",
  seconds: (count) => `${count} 秒`,
  listed: "任何人都可入座",
  create: "開桌",
  name: "牌桌名稱",
  summary: "本桌約定：",
  themeLine: (theme) => `主題：${theme}`,
  noBots: "還沒有會玩這個遊戲的電腦，請邀朋友同玩。",
  editions: {
    hk: "港澳",
    cn: "中國內地",
    pt: "葡萄牙",
    school: "學校比賽",
    "word-a": "英文字 A：長字得分",
    "word-b": "英文字 B：先出清者勝",
  },
  lexicons: { everyday: "日常", standard: "標準", large: "大" },
  themes: { nature: "大自然", people: "人", home: "家居", animals: "動物", plants: "植物", food: "飲食", leisure: "消閒", body: "身體" },
};

export const bots: Texts["bots"] = { greedy: "快手", level1: "初學", level2: "休閒", level3: "好手", level4: "高手", level5: "大師" };

export const lobby: Texts["lobby"] = {
  title: "你的牌桌",
  invite: "邀朋友來",
  inviteHint: "傳連結、說代碼，或讓他們掃描。",
  code: "代碼",
  link: "連結",
  qr: "連結的二維碼",
  waiting: "等待玩家……",
  copyLink: "複製連結",
  freeSeats: (seats) => `還有 ${seats} 個空位。邀朋友來，或加入電腦。`,
  free: "空座",
  seatBot: "加入電腦",
  remove: "騰出座位",
  begin: "開始",
  waitHost: "等桌主開始。",
  sitHere: "坐這裏",
  host: "桌主",
  you: "你",
  joinTitle: "有人邀請你",
};
