/** After a game: what is said of it at the table. */

export const end = {
  title: "Game over",
  winner: {
    you: "You win!",
    one: (name: string) => `${name} wins`,
    several: (names: string) => `${names} win together`,
  },
  replay: "Watch the replay",
  fair: "Was it fair?",
};
