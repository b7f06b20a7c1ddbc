import type { Texts } from "../en";

export const plan: Texts["plan"] = {
  title: "新牌桌",
  edition: "规则版本",
  players: "人数",
  seatFriend: "朋友",
  seatBot: "电脑",
  seconds: (count) => `${count} 秒`,
  listed: "任何人都可入座",
  create: "开桌",
  name: "牌桌名称",
  summary: "本桌约定：",
  themeLine: (theme) => `主题：${theme}`,
  noBots: "还没有会玩这个游戏的电脑，请邀朋友同玩。",
  editions: {
    hk: "港澳",
    cn: "中国内地",
    pt: "葡萄牙",
    school: "学校比赛",
    "word-a": "英文单词 A：长词得分",
    "word-b": "英文单词 B：先打光者胜",
  },
  lexicons: { everyday: "日常", standard: "标准", large: "大" },
  themes: { nature: "大自然", people: "人", home: "家居", animals: "动物", plants: "植物", food: "饮食", leisure: "休闲", body: "身体" },
};

export const bots: Texts["bots"] = { greedy: "快手", level1: "初学", level2: "休闲", level3: "好手", level4: "高手", level5: "大师" };

export const lobby: Texts["lobby"] = {
  title: "你的牌桌",
  invite: "邀朋友来",
  inviteHint: "传链接、说代码，或让他们扫描。",
  code: "代码",
  link: "链接",
  qr: "链接的二维码",
  waiting: "等待玩家……",
  copyLink: "复制链接",
  freeSeats: (seats) => `还有 ${seats} 个空位。邀朋友来，或加入电脑。`,
  free: "空座",
  seatBot: "加入电脑",
  remove: "腾出座位",
  begin: "开始",
  waitHost: "等桌主开始。",
  sitHere: "坐这里",
  host: "桌主",
  you: "你",
  joinTitle: "有人邀请你",
};
