import type { AccountTexts } from "./en";

export const texts: AccountTexts = {
  title: "你",
  guest: "你現在以訪客身分在這部裝置上玩。有了帳戶，牌局和等級分都會保留，換裝置也不會失去。",
  signedIn: (account) => `已登入：${account}`,
  ratingNone: "與另一個帳戶打完第一局後才有等級分。",
  ways: "帳戶",
  make: "新帳戶",
  have: "已有帳戶",
  account: "帳戶名稱",
  accountHint: "3 至 24 個字母、數字、- 或 _",
  password: "密碼",
  passwordHint: "至少 10 個字元",
  makeGo: "建立帳戶",
  logIn: "登入",
  signOut: "登出",
  rename: "用這個名字",
};
