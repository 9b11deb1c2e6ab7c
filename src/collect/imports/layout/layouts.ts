// The layouts that ship with the product, read once, and the words that files of any layout use for a state.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { projectFile } from '../../../base/kit/paths.ts';
import { checkLayout } from './check.ts';
import { wordsOfTypes } from './column-words.ts';
import { comparable } from './names.ts';
import type { Layout, LayoutColumn, Words } from './shape.ts';

let all: readonly Layout[] | undefined;

/** All layouts of seeds/layouts and its folders, in the order of their names. */
export function readLayouts(): readonly Layout[] {
  all ??= readdirSync(projectFile('seeds', 'layouts'), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => checkLayout(file, readFileSync(projectFile('seeds', 'layouts', file), 'utf8')));
  return all;
}

/** Words as a flat list. */
export const listOfWords = (words: Words): readonly string[] => (Array.isArray(words) ? words : Object.values(words).flat());

/** The headers of a column, in all languages. */
export function namesOfColumn(column: LayoutColumn | undefined): readonly string[] {
  if (column === undefined) return [];
  const words = Array.isArray(column) || !('names' in column || 'position' in column || 'path' in column) ? column : column.names;
  return words === undefined ? [] : listOfWords(words as Words);
}

/** What each word means, by its comparable form. A word that begins another is no trouble: whole words are compared. */
export function meaningsOfWords<Meaning extends string>(
  words: Partial<Record<Meaning, Words | undefined>>,
): ReadonlyMap<string, Meaning> {
  const found = new Map<string, Meaning>();
  for (const [meaning, list] of Object.entries(words) as [Meaning, Words | undefined][])
    for (const word of list === undefined ? [] : listOfWords(list)) found.set(comparable(word), meaning);
  return found;
}

const wordsOfSeed = (name: string): Record<string, string[]> =>
  parse(readFileSync(projectFile('seeds', name), 'utf8')) as Record<string, string[]>;

let states: ReadonlyMap<string, string> | undefined;

/** States in many languages, for words that a layout does not list. */
export function commonStates(): ReadonlyMap<string, string> {
  states ??= meaningsOfWords(wordsOfSeed('state_words.yaml'));
  return states;
}

let types: ReadonlyMap<string, 'sale' | 'refund'> | undefined;

/** Types of rows in many languages, for sheets that a person maps. */
export function commonTypes(): ReadonlyMap<string, 'sale' | 'refund'> {
  types ??= meaningsOfWords(wordsOfTypes());
  return types;
}

interface StagesOfDeals {
  states: ReadonlyMap<string, 'won' | 'lost'>;
  /** Words of which a stage with another name that has one may be won or lost. */
  like: ReadonlySet<string>;
}

let stages: StagesOfDeals | undefined;

/** Stages of deals in many languages. */
export function commonStages(): StagesOfDeals {
  if (stages) return stages;
  const { won, lost, like } = wordsOfSeed('deal_states.yaml');
  stages = { states: meaningsOfWords({ won, lost }), like: new Set((like ?? []).map(comparable)) };
  return stages;
}
