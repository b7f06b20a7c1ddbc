import type { AccountTexts } from "./en";

export const texts: AccountTexts = {
  title: "你",
  guest: "你现在以访客身份在这台设备上玩。有了账户，牌局和等级分都会保留，换设备也不会失去。",
  signedIn: (account) => `已登录：${account}`,
  ratingNone: "与另一个账户打完第一局后才有等级分。",
  ways: "账户",
  make: "新账户",
  have: "已有账户",
  account: "账户名",
  accountHint: "3 至 24 个字母、数字、- 或 _",
  password: "密码",
  passwordHint: "至少 10 个字符",
  makeGo: "创建账户",
  logIn: "登录",
  signOut: "退出登录",
  rename: "用这个名字",
};
