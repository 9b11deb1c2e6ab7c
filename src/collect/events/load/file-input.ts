// A row of a file with the product's own columns as the input of an event, and its fact or its refusal.
import { ApiError } from '../../../base/contract/api-error.ts';
import type { NewFact } from '../../../base/journal/journal.ts';
import { readSeed } from '../../../base/kit/seeds.ts';
import { EARLIEST } from '../../../base/kit/time/instants.ts';
import { faultOfId } from '../../../base/rows/ids.ts';
import { IDENTIFIER_TYPES } from '../../identity/index.ts';
import { enrichEvent } from '../enrich/enrich.ts';
import type { EnrichContext, EventInput } from '../event-input.ts';
import { isBehaviour, type OutcomeSums } from '../uncounted.ts';
import type { GoodRow } from './file-load.ts';
import type { RowTimes } from './row-times.ts';
import type { Tally } from './tally.ts';

/** An input under construction. */
type Draft = { -readonly [K in keyof EventInput]: EventInput[K] } & { user_traits?: Record<string, unknown> };
type Setter = (draft: Draft, value: unknown) => void;

const PLAIN = [
  'event_id',
  'anonymous_id',
  'event_type',
  'event_name',
  'url',
  'referrer',
  'page_title',
  'idempotency_key',
  'refund_of',
  'installment_of',
  'deal_id',
  'user_agent',
  'engaged_seconds',
  'action_source',
  'event_source_url',
] as const;
const TRAITS = [...IDENTIFIER_TYPES, 'first_name', 'last_name'] as const;
const UTM = ['source', 'medium', 'campaign', 'term', 'content', 'id'];
const ADS = ['campaign_id', 'adset_id', 'ad_id'];
export const REQUIRED = ['event_type', 'occurred_at'];

/** A member of one of the input's objects, made when the first of them comes. */
const inside =
  (group: 'user_traits' | 'value' | 'click_ids' | 'utm' | 'ad', name: string): Setter =>
  (draft, value) => {
    const members = (draft[group] ?? {}) as Record<string, unknown>;
    members[name] = value;
    (draft as Record<string, unknown>)[group] = members;
  };

function readProperties(value: unknown): Record<string, unknown> {
  let read = value;
  if (typeof value === 'string') {
    try {
      read = JSON.parse(value);
    } catch {
      throw new ApiError('validation_error', 'properties: is no JSON.');
    }
  }
  if (read === null || typeof read !== 'object' || Array.isArray(read))
    throw new ApiError('validation_error', 'properties: is no JSON object.');
  return read as Record<string, unknown>;
}

let knownSetters: ReadonlyMap<string, Setter> | undefined;

/** The effect of each column on the input. */
function setters(): ReadonlyMap<string, Setter> {
  if (knownSetters) return knownSetters;
  const byColumn = new Map<string, Setter>();
  for (const name of PLAIN)
    byColumn.set(name, (draft, value) => {
      (draft as Record<string, unknown>)[name] = value;
    });
  for (const name of TRAITS) byColumn.set(name, inside('user_traits', name));
  for (const name of UTM) byColumn.set(`utm_${name}`, inside('utm', name));
  for (const name of ADS) byColumn.set(name, inside('ad', name));
  for (const { kind } of readSeed('click_ids')) byColumn.set(kind as string, inside('click_ids', kind as string));
  byColumn.set('platform', inside('ad', 'platform'));
  // A file's `account_id` may be anybody's account.
  byColumn.set('ad_account_id', inside('ad', 'account_id'));
  byColumn.set('value_amount', inside('value', 'amount'));
  byColumn.set('currency', inside('value', 'currency'));
  byColumn.set('country', (draft, value) => {
    draft.country = value as string;
  });
  byColumn.set('occurred_at', (draft, value) => {
    draft.occurred_at = value as string;
  });
  // A column that exports have: taken, and neither kept nor used.
  byColumn.set('ip', () => undefined);
  byColumn.set('properties', (draft, value) => {
    draft.properties = readProperties(value);
  });
  knownSetters = byColumn;
  return byColumn;
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
/** Columns with an id of the sender, or one that a platform made. */
const IDS: ReadonlySet<string> = new Set([
  'event_id',
  'anonymous_id',
  'idempotency_key',
  'refund_of',
  'installment_of',
  'deal_id',
  'utm_id',
  'ad_account_id',
  ...ADS,
  ...TRAITS.filter((name) => !name.endsWith('_name')),
]);

/** Equal numbers and texts are the same content, in every form of file. A binary number is an amount by the rule of such numbers. */
const asText = (column: string, value: unknown): unknown => {
  if (typeof value === 'number' && column === 'value_amount') return value;
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : value;
};

export function inputOf(record: Record<string, unknown>, tally: Tally, times: RowTimes): EventInput {
  const byColumn = setters();
  const draft: Draft = {};
  for (const column in record) {
    const set = byColumn.get(column);
    if (!set) {
      tally.unknown(column);
      continue;
    }
    const value = record[column];
    if (isEmpty(value)) continue;
    const fault = IDS.has(column) ? faultOfId(value) : undefined;
    if (fault !== undefined) throw new ApiError('validation_error', `${column}: ${fault}.`);
    set(draft, asText(column, value));
  }
  if (draft.occurred_at === undefined) throw new ApiError('validation_error', 'occurred_at: is required.');
  // Every spelling of an instant is the same content.
  const micros = times.read(draft.occurred_at, !isBehaviour(draft));
  if (micros !== undefined && micros >= EARLIEST) draft.occurred_at = micros;
  // The country is that of the event, and decides how the person's phone number is read.
  if (draft.user_traits && draft.country !== undefined) draft.user_traits.country = draft.country;
  return draft;
}

/** A file has columns, no objects: `value.amount` is its `value_amount`, `user_traits.email` its `email`. */
export const columnNamed = (reason: string): string =>
  reason
    .replace(/^value\.amount\b/, 'value_amount')
    .replace(/^utm\./, 'utm_')
    .replace(/^(?:value|user_traits|click_ids|ad)\./, '');

/** Does the column mean something in a file of events? */
export const isKnownColumn = (column: string): boolean => setters().has(column);

/** What the rows of a file are read with. */
export interface Reader {
  identify: (content: unknown) => bigint;
  sums: OutcomeSums;
  times: RowTimes;
}

export function factOf(
  row: GoodRow,
  context: EnrichContext,
  tally: Tally,
  { identify, sums, times }: Reader,
): NewFact | undefined {
  try {
    const input = inputOf(row.record, tally, times);
    const fact = enrichEvent(input, context);
    if (input.event_id === undefined && input.idempotency_key === undefined) fact.dedupeHash = identify(input);
    sums.add(input);
    return fact;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tally.reject(row.line, columnNamed(error.message), row.record);
    return undefined;
  }
}
