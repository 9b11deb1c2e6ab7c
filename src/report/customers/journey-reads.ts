// What journeys read of the warehouse: the person asked, their steps or touches, and for keyed journeys all that is said of them besides,
// in one read on one snapshot.
import type { Base } from '../../base/base.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import type { Row, Statement } from '../../base/warehouse/port.ts';
import { askEach, cursorsStatement, type Version, versionOf, windowsInForce } from '../../credit/attribution/index.ts';
import { rateStatementsOfPeople } from '../analytics/index.ts';

const NEWEST_CONVERSIONS = 50;

interface Page {
  limit: number;
  offset: number;
}

const statement = (name: string, params?: Statement['params']): Statement => ({
  sql: sqlText(`warehouse/report/customers/${name}`),
  ...(params ? { params } : {}),
});

/** A statement that sets `journey`. */
export const personStatement = (keys: { customer_no?: bigint; visitor_key?: bigint; lone_outcome_key?: bigint }): Statement =>
  statement('journey_person', {
    customer_no: keys.customer_no ?? null,
    visitor_key: keys.visitor_key ?? null,
    lone_outcome_key: keys.lone_outcome_key ?? null,
  });

export const conversionStatement = (keys: { conversion_no?: bigint; outcome_seqs?: bigint[] }): Statement =>
  statement('journey_person_of_conversion', { conversion_no: keys.conversion_no ?? null, outcome_seqs: keys.outcome_seqs ?? [] });

/** After one that sets `journey`: the last leaves a row with `person_key` and `total_count`; none when the person is unknown. */
const countStatements = (): Statement[] => [
  statement('journey_keys'),
  statement('journey_named'),
  statement('journey_rows'),
  statement('journey_strangers'),
  statement('journey_steps'),
  statement('journey_count'),
];

const stepsStatement = ({ limit, offset }: Page): Statement => statement('journey_get', { limit, offset });

const earnedStatements = ({ limit, offset }: Page): Statement[] => [
  statement('origin_click_kinds'),
  statement('journey_earned_get', { limit, offset }),
];

/** The last leaves one row with `person_key`, `total_count` and `touches`; none when the person is unknown. */
const touchStatements = ({ limit, offset }: Page): Statement[] => [
  statement('origin_click_kinds'),
  statement('journey_touches_get', { limit, offset }),
];

/** A person, how many steps their journey has, and a page of them. */
export interface Journey {
  personKey: bigint;
  totalCount: number;
  steps: Row[];
}

const journeyOf = (counts: Row[], steps: Row[]): Journey | undefined =>
  counts.map((row) => ({ personKey: row['person_key'] as bigint, totalCount: Number(row['total_count']), steps }))[0];

/** The rows of the last statement of each part, on one snapshot. */
async function askParts<Name extends string>(
  base: Base,
  profileId: string,
  parts: Record<Name, Statement[]>,
): Promise<Record<Name, Row[]>> {
  const named = Object.entries<Statement[]>(parts);
  const results = await askEach(
    base,
    profileId,
    named.flatMap(([, statements]) => statements),
    { size: 'small' },
  );
  let end = 0;
  const rows = named.map(([name, { length }]) => {
    end += length;
    return [name, length === 0 ? [] : (results[end - 1] ?? [])];
  });
  return Object.fromEntries(rows) as Record<Name, Row[]>;
}

export async function askEvents(base: Base, profileId: string, person: Statement, page: Page): Promise<Journey | undefined> {
  const { counts, steps } = await askParts(base, profileId, {
    counts: [person, ...countStatements()],
    steps: [stepsStatement(page)],
  });
  return journeyOf(counts, steps);
}

/** After those of the journey: the conversion asked, or the person's newest. */
const conversionStatements = (): Statement[] => [...windowsInForce(), statement('journey_conversion_get')];

/** After those of the journey: the person, what they paid of all currencies, and their newest conversions. */
const personParts = (isAsked: boolean): Record<'people' | 'cash' | 'conversions', Statement[]> => ({
  people: isAsked ? [statement('journey_people'), statement('people_get')] : [],
  cash: isAsked ? [...rateStatementsOfPeople(), statement('people_cash_get')] : [],
  conversions: isAsked ? [statement('journey_conversions_list', { limit: NEWEST_CONVERSIONS })] : [],
});

export interface KeyedJourney {
  journey: Journey;
  /** What touches among the steps earned; filled only when all was asked. */
  earned: Row[];
  version: Version;
  conversion: Row | undefined;
  /** Filled only when all was asked. */
  person: Row;
  conversions: Row[];
}

/** All that is answered of a keyed journey; without `isFull`, touches alone (as its steps) and no person. */
export async function askJourney(
  base: Base,
  profileId: string,
  asked: Statement,
  { isFull, ...page }: Page & { isFull: boolean },
): Promise<KeyedJourney | undefined> {
  const rows = await askParts(base, profileId, {
    counts: [asked, ...(isFull ? countStatements() : touchStatements(page))],
    steps: isFull ? [stepsStatement(page)] : [],
    earned: isFull ? earnedStatements(page) : [],
    conversion: conversionStatements(),
    cursors: [cursorsStatement],
    ...personParts(isFull),
  });
  const journey = journeyOf(rows.counts, isFull ? rows.steps : ((rows.counts[0]?.['touches'] ?? []) as Row[]));
  if (!journey) return undefined;
  return {
    journey,
    earned: rows.earned,
    version: versionOf(rows.cursors),
    conversion: rows.conversion[0],
    person: { ...rows.people[0], ...rows.cash[0] },
    conversions: rows.conversions,
  };
}
