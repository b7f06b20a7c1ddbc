/** Texts of the account. They are loaded with its screen. */
export const en = {
  title: "You",
  guest: "You are playing as a guest on this device. With an account you keep your games and your rating on any device.",
  signedIn: (account: string) => `Signed in as ${account}`,
  ratingNone: "You get a rating with your first game against another account.",
  ways: "Account",
  make: "New",
  have: "I have one",
  account: "Account name",
  accountHint: "3 to 24 letters, digits, - or _",
  password: "Password",
  passwordHint: "At least 10 characters",
  makeGo: "Create account",
  logIn: "Sign in",
  signOut: "Sign out",
  rename: "Use this name",
};

export type AccountTexts = typeof en;
