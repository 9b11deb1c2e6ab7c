// Identifiers that come together in the rows of one file, before stitching has seen them: an id that a processor gave its customer beside two addresses makes
// the second the customer of the first, if nobody had it. So a preview knows who will have paid, as the figures will.
import type { Draft } from '../statements/draft.ts';

type Person = Draft['person'];

/** From the strongest, as stitching reads them. */
const TYPES = ['external_id', 'national_id', 'email', 'phone'] as const;
export type CompanionType = (typeof TYPES)[number];

/** People of whom it is remembered; in a longer file the rest are compared by what is stored alone. */
const MOST_NAMES = 40_000;
const MOST_PERSONS = 20;

interface Named {
  type: CompanionType;
  name: string;
}

/** People of earlier rows that one of a row's own identifiers came with. */
export interface Companions {
  type: CompanionType;
  persons: Person[];
}

const namesOf = (person: Person): Named[] =>
  TYPES.flatMap((type) => {
    const text = person[type]?.trim().toLowerCase() ?? '';
    return text === '' ? [] : [{ type, name: `${type}=${text}` }];
  });

const isSame = (one: Person, other: Person): boolean => TYPES.every((type) => one[type] === other[type]);

export class NamesTogether {
  readonly #groups = new Map<string, Person[]>();

  /** In the order of the file. */
  add(person: Person): Companions[] {
    const names = namesOf(person);
    const before = names.flatMap(({ type, name }) => {
      const persons = this.#groups.get(name) ?? [];
      return persons.every((each) => isSame(each, person)) ? [] : [{ type, persons: [...persons] }];
    });
    if (names.length > 0 && this.#groups.size < MOST_NAMES) this.#join(names, person);
    return before;
  }

  /** The strongest that was there says who it is; what nobody had becomes theirs. */
  #join(names: readonly Named[], person: Person): void {
    const group = names.map(({ name }) => this.#groups.get(name)).find((found) => found !== undefined) ?? [];
    if (group.length < MOST_PERSONS && !group.some((each) => isSame(each, person))) group.push(person);
    for (const { name } of names) if (!this.#groups.has(name)) this.#groups.set(name, group);
  }
}
