// Checks a layout file: YAML, the shape, and that every key that is used is a column. Each fault is one sentence with the file, the key and what is wrong.
import { parseDocument } from 'yaml';
import type { z } from 'zod';
import { type Layout, layoutShape } from './shape.ts';
import { fitsKind } from './vocabulary.ts';

/** A layout file that cannot be used; the message has one line for each fault. */
export class WrongLayout extends Error {}

const pathText = (path: readonly PropertyKey[]): string => (path.length === 0 ? 'the file' : path.map(String).join('.'));

/** Of alternatives none of which fits, the fault that lies deepest says most. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const all = issue.errors.flatMap((errors) => errors.map(deepest));
  const best = all.reduce((a, b) => (b.path.length > a.path.length ? b : a));
  return { ...best, path: [...issue.path, ...best.path] };
}

function sentencesOf(file: string, issue: z.core.$ZodIssue): string {
  const { path, message, code } = deepest(issue);
  if (code === 'unrecognized_keys') {
    const { keys } = issue as z.core.$ZodIssueUnrecognizedKeys;
    return `${file}: ${pathText(path)} has ${(keys ?? []).map((each) => JSON.stringify(each)).join(', ') || 'a key'}, which layouts do not have.`;
  }
  return `${file}: ${pathText(path)} ${message.charAt(0).toLowerCase()}${message.slice(1)}.`;
}

const listOf = <T>(value: T | readonly T[] | undefined | null): readonly T[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value as T];

const plainKey = (term: string): string => term.replace(/^-/, '');

function keysOfTime(time: NonNullable<Layout['time']>['from'] | null | undefined): string[] {
  return listOf(time).flatMap((each) =>
    typeof each === 'string' ? [each] : [each.date, each.time, each.zone].flatMap((part) => part ?? []),
  );
}

/** Every key of a column that the layout uses, with the place where it does. */
function usedKeys(layout: Layout): [place: string, key: string][] {
  const used: [string, string][] = [];
  const add = (place: string, keys: readonly string[]): void => {
    for (const each of keys) used.push([place, plainKey(each)]);
  };
  add('recognise', layout.recognise);
  add('time', keysOfTime(layout.time?.from));
  add('amount', listOf(layout.amount));
  add('currency', listOf(layout.currency?.from));
  for (const part of ['reference', 'of', 'invoice', 'payment_reference', 'text'] as const) add(part, listOf(layout[part]));
  add('order', [...listOf(layout.order?.from), ...listOf(layout.order?.in)]);
  for (const keys of Object.values(layout.person ?? {})) add('person', listOf(keys));
  for (const [at, each] of [...(layout.rows ?? []), ...(layout.also ?? [])].entries()) {
    const place = at < (layout.rows?.length ?? 0) ? `rows.${at}` : `also.${at - (layout.rows?.length ?? 0)}`;
    add(place, Object.keys(each.when ?? {}));
    add(place, [...listOf(each.reference), ...listOf(each.of), ...listOf(each.amount), ...listOf(each.currency)]);
    add(place, keysOfTime(each.at));
  }
  for (const [name, each] of Object.entries(layout.meanings ?? {}))
    add(`meanings.${name}`, [...listOf(each?.reference), ...listOf(each?.of), ...listOf(each?.amount), ...keysOfTime(each?.at)]);
  add('status', listOf(layout.status?.from));
  add('types', listOf(layout.types?.from));
  add('dispute', listOf(layout.dispute?.from));
  add('group', layout.group?.by ?? []);
  add('payouts', layout.payouts ?? []);
  add('totals', layout.totals?.without ?? []);
  addEvents(layout, add);
  return used;
}

/** Keys in braces. */
const keysIn = (template: string): string[] => [...template.matchAll(/\{([a-z0-9_]+)\}/g)].map(([, each]) => each as string);

function addEvents(layout: Layout, add: (place: string, keys: readonly string[]) => void): void {
  const { name, visitor, parameters, identify, alias, values, if_blank: blank } = layout;
  add('name', listOf(name));
  add('visitor', listOf(visitor));
  add('parameters', listOf(parameters));
  add('identify', [...listOf(identify?.visitor), ...listOf(identify?.user)]);
  add('alias', [...listOf(alias?.from), ...listOf(alias?.to)]);
  add('if_blank', Object.keys(blank ?? {}));
  for (const [field, sources] of Object.entries(values ?? {}))
    for (const source of sources) {
      const { from, when } = typeof source === 'string' ? { from: source, when: {} } : source;
      add(`values.${field}`, [...keysIn(from), ...Object.keys(when)]);
    }
}

/** Meanings that a file of another kind has. */
function wrongMeanings(layout: Layout): [place: string, meaning: string][] {
  const used: [string, string][] = [
    ...Object.keys(layout.types?.words ?? {}).map((each): [string, string] => ['types.words', each]),
    ...(layout.rows ?? []).map(({ is }, at): [string, string] => [`rows.${at}.is`, is]),
    ...(layout.also ?? []).map(({ is }, at): [string, string] => [`also.${at}.is`, is]),
    ...Object.keys(layout.meanings ?? {}).map((each): [string, string] => ['meanings', each]),
    ...(layout.otherwise === undefined ? [] : [['otherwise', layout.otherwise] as [string, string]]),
  ];
  return used.filter(([, meaning]) => !fitsKind(meaning, layout.reads));
}

/** A template in a rule captures parts that its row may name. */
const isCaptured = (layout: Layout, key: string): boolean =>
  (layout.rows ?? []).some(({ when }) =>
    Object.values(when).some(
      (each) => typeof each === 'object' && 'text' in each && each.text.some((text) => text.includes(`{${key}}`)),
    ),
  );

/**
 * @param file Its name, for messages.
 * @throws WrongLayout
 */
export function checkLayout(file: string, yaml: string): Layout {
  const document = parseDocument(yaml, { uniqueKeys: true });
  const faults = document.errors.map(({ message }) => `${file}: ${message.split('\n')[0]?.replace(/:$/, '')}.`);
  if (faults.length > 0) throw new WrongLayout(faults.join('\n'));
  const read = layoutShape.safeParse(document.toJS({ maxAliasCount: 0 }));
  if (!read.success) throw new WrongLayout(read.error.issues.map((issue) => sentencesOf(file, issue)).join('\n'));
  const layout = read.data;
  const unknown = usedKeys(layout)
    .filter(([, each]) => !Object.hasOwn(layout.columns, each) && !isCaptured(layout, each))
    .map(([place, each]) => `${file}: ${place} uses ${JSON.stringify(each)}, which is no key of columns.`);
  const wrong = wrongMeanings(layout).map(
    ([place, meaning]) => `${file}: ${place} has ${JSON.stringify(meaning)}, which no row of ${layout.reads} is.`,
  );
  if (unknown.length + wrong.length > 0) throw new WrongLayout([...unknown, ...wrong].join('\n'));
  return layout;
}
