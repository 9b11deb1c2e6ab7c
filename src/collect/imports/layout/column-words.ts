// What a header of any export is about, by the words of seeds/column_words.yaml: for columns whose header is another than a known layout has.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectFile } from '../../../base/kit/paths.ts';
import { comparable } from './names.ts';

const wordsShape = z.strictObject({ within: z.array(z.string()), whole: z.array(z.string()).default([]) });
const seedShape = z.strictObject({
  names: z.record(z.string(), z.array(z.string())),
  about: z.record(z.string(), wordsShape),
  kinds: z.record(z.string(), wordsShape),
  never: z.array(z.string()),
  types: z.strictObject({ sale: z.array(z.string()), refund: z.array(z.string()) }),
});

interface WordList {
  name: string;
  within: readonly string[];
  whole: ReadonlySet<string>;
}

interface Lists {
  names: ReadonlyMap<string, ReadonlySet<string>>;
  about: readonly WordList[];
  kinds: readonly WordList[];
  never: readonly string[];
  types: { sale: string[]; refund: string[] };
}

let lists: Lists | undefined;

function readLists(): Lists {
  if (lists) return lists;
  const seed = seedShape.parse(parse(readFileSync(projectFile('seeds', 'column_words.yaml'), 'utf8')));
  const listsOf = (words: z.output<typeof seedShape>['about']): WordList[] =>
    Object.entries(words).map(([name, { within, whole }]) => ({
      name,
      within: within.map(comparable),
      whole: new Set(whole.map(comparable)),
    }));
  const names = new Map(Object.entries(seed.names).map(([role, list]) => [role, new Set(list.map(comparable))] as const));
  lists = { names, about: listsOf(seed.about), kinds: listsOf(seed.kinds), never: seed.never.map(comparable), types: seed.types };
  return lists;
}

/** What a whole cell of a column of types means. */
export const wordsOfTypes = (): Lists['types'] => readLists().types;

/** Headers, in their comparable form, that can mean nothing else; none of a role without such. */
export const namesOfRole = (role: string): ReadonlySet<string> => readLists().names.get(role) ?? new Set();

const fits = ({ within, whole }: WordList, header: string): boolean =>
  within.some((word) => header.includes(word)) || header.split(/[\s/()-]+/).some((word) => whole.has(word));

/** What a header is about, and which of its values. */
export interface About {
  about: string | undefined;
  kinds: readonly string[];
}

export function aboutOf(name: string): About {
  const { about, kinds, never } = readLists();
  const header = comparable(name.replace(/\(\{[a-z]+\}\)/, ''));
  if (never.some((word) => header.includes(word))) return { about: undefined, kinds: [] };
  const found = about.find((words) => fits(words, header))?.name;
  return { about: found, kinds: kinds.filter((words) => words.name !== found && fits(words, header)).map((words) => words.name) };
}
