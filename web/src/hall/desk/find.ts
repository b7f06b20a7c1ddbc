/** Finding a player by number, part of a name or school. */

interface Person {
  number: number;
  name: string;
  school?: string;
}

/** Small letters without accents, so that `jose` finds José. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** Those who match what was typed, the best first: the number itself, then names that begin with it, then the rest. */
export function findPeople<T extends Person>(people: readonly T[], typed: string): T[] {
  const wanted = plain(typed);
  if (wanted === "") return [];
  const worth = (person: T): number => {
    if (/^\d+$/.test(wanted)) return person.number === Number(wanted) ? 0 : 9;
    const name = plain(person.name);
    if (name.startsWith(wanted)) return 1;
    if (name.split(/\s+/).some((word) => word.startsWith(wanted))) return 2;
    if (name.includes(wanted)) return 3;
    return plain(person.school ?? "").includes(wanted) ? 4 : 9;
  };
  const found = people.map((person) => ({ person, worth: worth(person) })).filter((one) => one.worth < 9);
  return found.sort((one, other) => one.worth - other.worth || one.person.number - other.person.number).map(({ person }) => person);
}
