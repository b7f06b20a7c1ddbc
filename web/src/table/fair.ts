/** Checks that the seed of a finished game is the one to which the server committed before the deal (docs/shuffle.md). */
import { commitmentTo, fromHex, toHex } from "../room/hashes";

export function seedFits(seed: string, commitment: string): boolean {
  return toHex(commitmentTo(fromHex(seed))) === commitment;
}
