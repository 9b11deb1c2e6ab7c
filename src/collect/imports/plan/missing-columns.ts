// Columns that decide figures and that a recognised file lacks by the names of its layout, though a header sounds like one: `Currency Code` for `Currency`. Such
// a header is asked about: read without it, amounts would silently be in another currency, or unpaid rows be paid.
import { type About, aboutOf } from '../layout/column-words.ts';
import { namesOfColumn } from '../layout/layouts.ts';
import type { Layout, TimeOf, When } from '../layout/shape.ts';
import type { ImportContext, Question } from '../reading.ts';
import { listOf, type Match, termsOf } from './plan.ts';

/** Which value of it a column is whose name does not say so. */
const USUAL_KINDS: Readonly<Record<string, string>> = {
  disputed: 'amount',
  refunded: 'amount',
  outstanding: 'amount',
  currency: 'id',
  parent: 'id',
  closing: 'date',
  paid: 'date',
};

/** A header with a value of another kind is another column: the date of a refund is not its amount. */
function isLike(header: About, { about, kinds }: About): boolean {
  if (header.about === undefined || header.about !== about) return false;
  const own = kinds.length > 0 ? kinds : [USUAL_KINDS[about] ?? ''];
  return header.kinds.length === 0 || header.kinds.some((kind) => own.includes(kind));
}

const keysOfWhen = (when: When | undefined): string[] => Object.keys(when ?? {});

/** Keys of columns that decide what a row is, when, how much, in which currency, and of which sale. */
function decidingKeys({ reads, time, amount, currency, status, types, rows, meanings, also, dispute, of }: Layout): Set<string> {
  if (reads === 'spend') return new Set([...listOf(currency?.from), 'campaign']);
  if (reads === 'deals') return new Set([...listOf(currency?.from), 'stage', 'close_day']);
  if (reads !== 'payments' && reads !== 'receipts') return new Set();
  const parts = [...(rows ?? []), ...Object.values(meanings ?? {}), ...(also ?? [])];
  return new Set([
    ...[amount, ...parts.map((each) => each?.amount)].flatMap((sum) => termsOf(sum).map(({ key }) => key)),
    ...[currency?.from, ...parts.map((each) => each?.currency), of, ...parts.map((each) => each?.of)].flatMap(listOf),
    ...[...listOf<TimeOf>(time?.from as TimeOf | TimeOf[] | undefined), ...parts.map((each) => each?.at)].filter(
      (each) => typeof each === 'string',
    ),
    ...(status ? [status.from] : []),
    ...(types ? [types.from] : []),
    ...(rows ?? []).flatMap(({ when }) => keysOfWhen(when)),
    ...(also ?? []).flatMap(({ when, whole_when }) => [...keysOfWhen(when), ...keysOfWhen(whole_when)]),
    ...listOf(dispute?.from),
  ]);
}

/** Is the currency said elsewhere: by another of its columns, or in the header of an amount? */
function isCurrencySaid({ layout, columns }: Match): boolean {
  const { from, always } = layout.currency ?? {};
  return (
    always !== undefined ||
    listOf(from).some((key) => columns.has(key)) ||
    [...columns.values()].some((column) => column.currency !== undefined)
  );
}

const isAskedFor = (key: string, match: Match): boolean =>
  !match.columns.has(key) && !(listOf(match.layout.currency?.from).includes(key) && isCurrencySaid(match));

const NONE = 'none';

/** The match with the columns that were chosen. @param questions Receives what has to be chosen. */
export function withMissingColumns(match: Match, context: ImportContext, questions: Question[]): Match {
  const { layout, header } = match;
  if (header.length === 0 || layout.isMapping) return match;
  const columns = new Map(match.columns);
  const free = new Set(header.filter((name) => name !== ''));
  for (const { header: name } of columns.values()) free.delete(name);
  const headers = [...free].map((name) => ({ name, about: aboutOf(name) }));
  for (const key of decidingKeys(layout)) {
    if (!isAskedFor(key, { ...match, columns })) continue;
    const names = namesOfColumn(layout.columns[key]);
    const abouts = names.map(aboutOf);
    const choices = headers.filter(({ about }) => abouts.some((each) => isLike(about, each))).map(({ name }) => name);
    const reply = context.replies?.[`column_${key}`];
    if (choices.length === 0 || reply === NONE) continue;
    if (reply !== undefined && header.includes(reply)) {
      columns.set(key, { header: reply, index: header.indexOf(reply) });
      continue;
    }
    const called = names.slice(0, 3).map((name) => JSON.stringify(name.replace(/\s*\(\{[a-z]+\}\)/, '')));
    questions.push({
      ask: `column_${key}`,
      words: `Files of ${layout.title} have a column ${called.join(' or ')}, which this one lacks. Is it ${choices.map((name) => JSON.stringify(name)).join(' or ')}?`,
      choices: [...choices, NONE],
    });
  }
  return { ...match, columns };
}
