// A model as a statement, by its path under sql/models. And the models that land facts: how a batch is read, and what of it is written.
import { PARSING, type Segment } from '../../base/journal/archive.ts';
import type { AnyStatement, Param } from '../../base/warehouse/port.ts';
import { statementNamed } from '../../base/warehouse/statements.ts';

/** A model by its path under sql/models. */
export const model = (name: string, params?: Record<string, Param>): AnyStatement => statementNamed(`models/${name}`, params);
export const models = (...names: string[]): AnyStatement[] => names.map((name) => model(name));

/** All are left out where the relation, which a statement before has made, has fewer rows. */
export const unlessFewer = (relation: string, rows: number, statements: AnyStatement[]): AnyStatement[] =>
  statements.map((statement) => ({ ...statement, unlessFewer: { relation, rows } }));

/** All are left out where the relation has no row at the turn of the first; guards may be nested. */
export const unlessEmpty = (relation: string, statements: AnyStatement[]): AnyStatement[] =>
  statements.map((statement) => ({ ...statement, unlessEmpty: [relation, ...(statement.unlessEmpty ?? [])] }));

/** Fields of bodies without which whole steps have no work. */
export const TELLING_FIELDS = ['bot_agent', 'clicks', 'identifiers', 'value_amount'] as const;
export type TellingField = (typeof TELLING_FIELDS)[number];

/** The parts of a batch that have rows; steps without work are left out. */
export interface BatchKinds {
  hasSpend: boolean;
  hasAdObjects: boolean;
  decisionKinds: ReadonlySet<string>;
  /** Fields that no body of the batch has. */
  absent?: ReadonlySet<TellingField>;
}

/** Where a batch of facts comes from: an NDJSON file of the service, with more bytes than its longest line has, or sealed segments that were parsed alike. */
export type FactSource =
  | { json: string; lineBytes: number }
  | { segments: Pick<Segment, 'path' | 'parsing'>[]; after: bigint; upTo: bigint; leaveOut: string[] };

export function readFacts(source: FactSource): AnyStatement[] {
  if ('json' in source) return [model('landing/batch_from_json', { file: source.json, line_bytes: source.lineBytes })];
  const { segments, after, upTo, leaveOut } = source;
  const params = { after, up_to: upTo, leave_out: leaveOut };
  const files = segments.map(({ path }) => path);
  return segments.every(({ parsing }) => parsing === PARSING)
    ? [model('landing/batch_segment', { files, ...params }), model('landing/batch_from_parsed')]
    : files.flatMap((file) => model('landing/batch_from_archive', { file, ...params }));
}

const moneyOfBatch: AnyStatement[] = [
  ...models('landing/payments_of_batch'),
  ...unlessEmpty('payments_of_batch', models('landing/money_facts_insert', 'landing/sale_keys_insert')),
];

/** What a batch has to land; all of it where nothing else is known. */
export type FactKinds = Pick<BatchKinds, 'hasSpend' | 'hasAdObjects' | 'absent'>;
export const allFactKinds: FactKinds = { hasSpend: true, hasAdObjects: true };

export const landFacts = ({ hasSpend, hasAdObjects, absent = new Set() }: FactKinds): AnyStatement[] => [
  ...models('landing/repeats', 'landing/repeated_events_insert', 'landing/parsed_events', 'landing/events_insert'),
  ...(absent.has('identifiers') ? [] : models('landing/event_identifiers_insert')),
  ...(absent.has('clicks') ? [] : models('landing/event_clicks_insert')),
  ...(absent.has('value_amount') ? [] : moneyOfBatch),
  ...models('landing/origin_parts_insert'),
  ...(hasSpend ? models('landing/spend_facts_insert') : []),
  ...(hasAdObjects ? models('landing/ad_object_facts_insert') : []),
];

/** The same for a batch that is mostly small, which leaves out what it has nothing for. */
export const landBatch = ({ absent = new Set() }: BatchKinds): AnyStatement[] => [
  ...models('landing/repeats', 'scope/batch/events_of_batch'),
  ...unlessEmpty('repeats', models('landing/repeated_events_insert', 'scope/batch/unrepeated_events')),
  ...models('landing/events_insert', 'scope/batch/new_events'),
  ...(absent.has('bot_agent') ? [] : unlessEmpty('bot_exceptions', models('scope/batch/exempt_events_update'))),
  ...(absent.has('identifiers') ? [] : models('landing/event_identifiers_insert')),
  ...(absent.has('clicks') ? [] : models('landing/event_clicks_insert')),
  ...(absent.has('value_amount') ? [] : moneyOfBatch),
  ...models('scope/batch/new_origins'),
  ...unlessEmpty('new_origins', models('landing/origin_parts_insert')),
];
