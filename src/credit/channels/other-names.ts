// Names of sources and campaigns for which a merchant chose another: checked, and as rows of `own_names`. Names are compared as everywhere (`nameKey`); what
// they mean is written as reports show it.

import { ApiError } from '../../base/contract/api-error.ts';
import type { components } from '../../base/contract/types.ts';
import { nameKey } from '../../base/kit/text-key.ts';
import { knownSources } from '../pipeline/index.ts';

export type OtherName = components['schemas']['OtherName'];

/** A row of `own_names`. */
interface NameRow {
  field: OtherName['of'];
  name: string;
  meaning: string;
  meaning_name: string;
}

/** A source that is known is meant by its own name, whichever of its names was typed; a name that means itself stays its own. */
export function otherNameOf({ of, name, means }: OtherName): OtherName {
  const shown = means.trim();
  const isItself = nameKey(name) === nameKey(shown);
  return { of, name: name.trim(), means: of === 'source' && !isItself ? (knownSources().get(nameKey(shown)) ?? shown) : shown };
}

const refuse = (at: number, field: keyof OtherName, message: string): never => {
  throw new ApiError('validation_error', `other_names[${at}].${field}: ${message}`);
};

const NOBODY: ReadonlySet<string> = new Set(['direct', '(direct)', '(not set)', '(none)']);

/** Each name means one other, and that is not a name for a third: so the order of the list has no effect. */
export function checkNames(names: readonly OtherName[]): void {
  const keyOf = (of: OtherName['of'], text: string): string => `${of} ${nameKey(text)}`;
  const meant = new Map(names.map(({ of, name, means }) => [keyOf(of, name), keyOf(of, means)]));
  const taken = new Set<string>();
  for (const [at, { of, name, means }] of names.entries()) {
    if (nameKey(name).trim() === '') refuse(at, 'name', 'an empty text matches nothing.');
    if (nameKey(means).trim() === '') refuse(at, 'means', 'is empty.');
    if (of === 'source' && NOBODY.has(nameKey(name))) refuse(at, 'name', 'visits without a source have no name.');
    if (of === 'source' && NOBODY.has(nameKey(means))) refuse(at, 'means', 'is what visits without a source are called.');
    const key = keyOf(of, name);
    if (taken.has(key)) refuse(at, 'name', `"${name}" occurs twice in the list.`);
    taken.add(key);
    if (of === 'source' && nameKey(knownSources().get(nameKey(name)) ?? '') === nameKey(name) && key !== keyOf(of, means))
      refuse(
        at,
        'name',
        `"${name}" is what clicks and referrers of that source are called: give the other name this meaning instead.`,
      );
    const next = meant.get(keyOf(of, means));
    if (key !== keyOf(of, means) && next !== undefined && next !== keyOf(of, means))
      refuse(at, 'means', `"${means}" has another meaning in the list: name that instead.`);
  }
}

/** One spelling of each meaning, which what is sent under the meaning itself has as well. */
export function nameRowsOf(names: readonly OtherName[]): NameRow[] {
  const spellings = new Map<string, string>();
  const rows = new Map<string, NameRow>();
  for (const { of, name, means } of names) {
    const meaning_name = nameKey(means);
    const meaning = spellings.get(`${of} ${meaning_name}`) ?? means;
    spellings.set(`${of} ${meaning_name}`, meaning);
    for (const each of [nameKey(name), meaning_name]) rows.set(`${of} ${each}`, { field: of, name: each, meaning, meaning_name });
  }
  return [...rows.values()];
}
