// Which outcomes no definition counts, and the change of definitions that would count them: a proposal, never made on its own.
import type { ReadBase } from '../../base/base.ts';
import type { OutcomeSum, UncountedType } from '../../base/contract/slice-hooks.ts';
import { readSeed } from '../../base/kit/seeds.ts';
import { typeKey } from '../../collect/events/index.ts';
import { countedTypes, type Definition, definitionsOf } from './definitions.ts';

export const isCounted = (base: Pick<ReadBase, 'state'>, profileId: string, eventType: string): boolean =>
  countedTypes(base, profileId).has(typeKey(eventType));

/** Letters and digits alone: `Order Completed`, `order-completed` and `orderCompleted` are one. */
const lettersOf = (eventType: string): string => typeKey(eventType).replace(/[^\p{L}\p{N}]/gu, '');

/** Shorter words differ by a letter or two and mean other things. */
const TYPO_LETTERS = 8;
const TYPOS = 2;

/** True if one text becomes the other by at most two letters that are missing, added, exchanged or swapped with their neighbour. */
function isTypo(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < TYPO_LETTERS || Math.abs(a.length - b.length) > TYPOS) return false;
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next[j] = Math.min((last[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, exchanged, swapped);
    }
    [before, last] = [last, next];
  }
  return (last[b.length] ?? 0) <= TYPOS;
}

/** The definition that means the type: by another way to write it, by a name that other tools use, or by a slip of the keys. */
function definitionMeant(definitions: readonly Definition[], eventType: string): Definition | undefined {
  const letters = lettersOf(eventType);
  if (letters === '') return undefined;
  const having = (isIt: (eventType: string) => boolean): Definition | undefined =>
    definitions.find((definition) => definition.event_types.some((existing) => isIt(lettersOf(existing))));
  const synonym = readSeed('outcome_synonyms').find((row) => row.event_type === letters)?.['conversion_key'];
  return (
    having((type) => type === letters) ??
    definitions.find((definition) => definition.conversion_key === synonym) ??
    having((current) => isTypo(current, letters))
  );
}

const KEY_LETTERS = 48;
const MAX_TYPES_OF_ONE = 50;

/** A key for a type, of what keys may be made of. */
function keyFor(definitions: readonly Definition[], eventType: string): string {
  const plain = typeKey(eventType)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, KEY_LETTERS);
  const key = plain === '' ? 'outcome' : plain;
  const taken = new Set(definitions.map((definition) => definition.conversion_key));
  for (let no = 1; ; no += 1) {
    const tried = no === 1 ? key : `${key}_${no}`;
    if (!taken.has(tried)) return tried;
  }
}

function proposalFor(definitions: readonly Definition[], { event_type, money }: OutcomeSum): UncountedType['proposal'] {
  const meant = definitionMeant(definitions, event_type);
  if (meant && meant.event_types.length < MAX_TYPES_OF_ONE)
    return { conversion_key: meant.conversion_key, event_types: [...meant.event_types, event_type] };
  return {
    conversion_key: keyFor(definitions, event_type),
    event_types: [event_type],
    revenue_type: money.length > 0 ? 'cash' : 'pipeline',
  };
}

/** The sums whose type no definition lists, the most money first, each with the change that would count it. */
export function uncountedAmong(base: Pick<ReadBase, 'state'>, profileId: string, sums: readonly OutcomeSum[]): UncountedType[] {
  const open = sums.filter(({ event_type }) => !isCounted(base, profileId, event_type));
  if (open.length === 0) return [];
  const definitions = definitionsOf(base, profileId);
  return open
    .map((sum) => ({ ...sum, proposal: proposalFor(definitions, sum) }))
    .sort((a, b) => Number(b.money.length > 0) - Number(a.money.length > 0) || b.events - a.events);
}
