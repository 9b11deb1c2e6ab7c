// A mapping that a person chooses for a file of no known layout: it becomes a layout like any other. What decides money (amount, currency, state, reference,
// time) is named or declined by the person, never found by values.
import { CUSTOMER_FIELDS } from '../reading.ts';
import { wordsOfTypes } from './column-words.ts';
import { type Layout, layoutShape } from './shape.ts';

export interface Mapping {
  reads: 'payments' | 'receipts' | 'spend' | 'deals' | 'customers';
  /** What each header means. */
  columns: Readonly<Record<string, string>>;
  /** Fields that the file does not have, by choice: without `currency` it is the profile's, without `status` every row is paid. */
  without: readonly string[];
}

/** A mapping that cannot be used; the message is for the person who made it. */
export class WrongMapping extends Error {}

/** What has to be chosen, and what may be declined. */
export const FIELDS: Readonly<
  Record<Mapping['reads'], { needed: readonly string[]; mayLack: readonly string[]; more: readonly string[] }>
> = {
  payments: {
    needed: ['amount', 'currency', 'status', 'reference', 'time'],
    mayLack: ['currency', 'status', 'reference'],
    more: ['refunded', 'type', 'of', 'invoice', 'email', 'name'],
  },
  receipts: { needed: ['amount', 'currency', 'time'], mayLack: ['currency'], more: ['reference', 'text', 'name', 'status'] },
  spend: {
    needed: ['day', 'spend', 'currency', 'campaign'],
    mayLack: ['currency'],
    more: ['account', 'campaign_id', 'adset', 'adset_id', 'ad', 'ad_id', 'impressions', 'clicks'],
  },
  deals: {
    needed: ['reference', 'stage', 'amount', 'currency', 'close_day'],
    mayLack: ['currency', 'close_day'],
    more: ['contact'],
  },
  customers: { needed: [], mayLack: [], more: CUSTOMER_FIELDS },
};

const quoted = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(', ');

function headersByField({ reads, columns, without }: Mapping): Map<string, string> {
  const { needed, mayLack, more } = FIELDS[reads];
  const headers = new Map<string, string>();
  for (const [header, field] of Object.entries(columns)) {
    if (!needed.includes(field) && !more.includes(field))
      throw new WrongMapping(`${JSON.stringify(field)} is no field of ${reads}; there are ${[...needed, ...more].join(', ')}.`);
    const other = headers.get(field);
    if (other !== undefined)
      throw new WrongMapping(`Both ${JSON.stringify(other)} and ${JSON.stringify(header)} are the ${field}: choose one of them.`);
    headers.set(field, header);
  }
  const missing = needed.filter((field) => !headers.has(field) && !without.includes(field));
  if (missing.length > 0) throw new WrongMapping(`Choose the column of: ${missing.join(', ')}.`);
  if (headers.size === 0) throw new WrongMapping(`Choose at least one column of: ${more.join(', ')}.`);
  const needless = without.filter((field) => !mayLack.includes(field));
  if (needless.length > 0) throw new WrongMapping(`A file of ${reads} needs ${quoted(needless)}: choose a column.`);
  return headers;
}

/** A state is read by the common words alone. */
export const MAPPED_STATUS: NonNullable<Layout['status']> = { from: 'status', words: {}, unknown: 'ask' };

export const MAPPED_REFUND: NonNullable<Layout['also']> = [{ is: 'refund', amount: 'refunded' }];

export const mappedTypes = (): NonNullable<Layout['types']> => ({ from: 'type', words: wordsOfTypes(), unknown: 'ask' });

/** The layout of a mapping. @throws WrongMapping */
export function layoutOfMapping(mapping: Mapping): Layout {
  const headers = headersByField(mapping);
  const only = <Value>(field: string, value: Value): Value | undefined => (headers.has(field) ? value : undefined);
  const isMoney = mapping.reads === 'payments' || mapping.reads === 'receipts';
  return layoutShape.parse({
    layout: 'mapping.chosen',
    title: 'A mapping that was chosen',
    reads: mapping.reads,
    source: 'mapping',
    seen: 'chosen by a person',
    isMapping: true,
    recognise: [...headers.keys()],
    columns: Object.fromEntries([...headers].map(([field, header]) => [field, [header]])),
    time: only('time', { from: 'time' }),
    amount: only('amount', 'amount'),
    currency: only('currency', { from: 'currency' }),
    reference: only('reference', 'reference'),
    of: only('of', 'of'),
    invoice: only('invoice', 'invoice'),
    text: only('text', 'text'),
    person: only('email', { email: 'email' }),
    status: isMoney ? only('status', MAPPED_STATUS) : undefined,
    types: only('type', mappedTypes()),
    otherwise: mapping.reads === 'receipts' ? 'receipt' : undefined,
    also: only('refunded', MAPPED_REFUND),
    states: mapping.reads === 'deals' ? { won: ['won', 'closed won'], lost: ['lost', 'closed lost'] } : undefined,
  });
}
