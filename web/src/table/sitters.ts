/** Who sits at a seat, for people: the name, the face, and a bot's level in words. */
import { characterAt } from "../room/characters";
import type { Room } from "../room/room.svelte";
import { botName } from "../texts/character-names";
import { i18n } from "../texts/index.svelte";

/** The name of a seat; null if nobody sits there. A bot has the name of its character. */
export function sitterName(room: Room, seat: number): string | null {
  const who = room.view?.seats[seat]?.who;
  if (!who) return null;
  return who.bot ? botName(i18n.language, room.table, seat) : who.name;
}

/** The name of somebody in the record of a game, which has the level of a bot instead of a name. */
export function recordedName(table: string, seat: number, player: string): string {
  return player in i18n.texts.bots ? botName(i18n.language, table, seat) : player;
}

/** What a face is made from: a bot's character, or what a person chose. */
export function faceAt(room: Room, seat: number): { name: string; bot: boolean; face: string | undefined } {
  const who = room.view?.seats[seat]?.who;
  return who?.bot ? { name: characterAt(room.table, seat), bot: true, face: undefined } : { name: who?.name ?? "", bot: false, face: who?.face };
}

/** The level of a bot in words; null for people. */
export function botLevel(room: Room, seat: number): string | null {
  const who = room.view?.seats[seat]?.who;
  return who?.bot ? (i18n.texts.bots[who.name] ?? who.name) : null;
}
