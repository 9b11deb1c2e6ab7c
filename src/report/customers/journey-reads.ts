// What journeys read of the warehouse: the person asked, their steps or touches, and for keyed journeys all that is said of them besides,
// in one read on one snapshot.
import type { Base } from '../../base/base.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import type { Row, Statement } from '../../base/warehouse/port.ts';
import { ask, askEach, cursorsStatement, type Version, versionOf, windowsInForce } from '../../credit/attribution/index.ts';
import { rateStatementsOfPeople } from '../analytics/index.ts';

const NEWEST_CONVERSIONS = 50;

interface Page {
  limit: number;
  offset: number;
}

/** A statement that leaves `journey_person`. */
export const personStatement = (keys: { customer_no?: bigint; visitor_key?: bigint; lone_outcome_key?: bigint }): Statement => ({
  sql: sqlText('warehouse/report/customers/journey_person'),
  params: {
    customer_no: keys.customer_no ?? null,
    visitor_key: keys.visitor_key ?? null,
    lone_outcome_key: keys.lone_outcome_key ?? null,
  },
});

export const conversionStatement = (keys: { conversion_no?: bigint; outcome_seq?: bigint }): Statement => ({
  sql: sqlText('warehouse/report/customers/journey_person_of_conversion'),
  params: { conversion_no: keys.conversion_no ?? null, outcome_seq: keys.outcome_seq ?? null },
});

/** The last leaves one row with `person_key`, `conversion_no`, `total_count` and `steps`; none when the person is unknown. */
const eventStatements = (person: Statement, page: Page): Statement[] => [
  person,
  { sql: sqlText('warehouse/report/customers/journey_steps') },
  { sql: sqlText('warehouse/report/customers/origin_click_kinds') },
  { sql: sqlText('warehouse/report/customers/journey_get'), params: { limit: page.limit, offset: page.offset } },
];

/** As `eventStatements`, with `touches` in the place of `steps`. */
const touchStatements = (person: Statement, page: Page): Statement[] => [
  person,
  { sql: sqlText('warehouse/report/customers/origin_click_kinds') },
  { sql: sqlText('warehouse/report/customers/journey_touches_get'), params: { limit: page.limit, offset: page.offset } },
];

export async function askEvents(base: Base, profileId: string, person: Statement, page: Page): Promise<Row | undefined> {
  const [row] = await ask(base, profileId, eventStatements(person, page), { size: 'small' });
  return row;
}

/** After those of the journey: the conversion asked, or the person's newest. */
const conversionStatements = (): Statement[] => [
  ...windowsInForce(),
  { sql: sqlText('warehouse/report/customers/journey_conversion_get') },
];

/** After those of the journey: the person, what they paid of all currencies, and their newest conversions. */
const personStatements = (): Statement[][] => [
  [{ sql: sqlText('warehouse/report/customers/journey_people') }, { sql: sqlText('warehouse/report/customers/people_get') }],
  [...rateStatementsOfPeople(), { sql: sqlText('warehouse/report/customers/people_cash_get') }],
  [{ sql: sqlText('warehouse/report/customers/journey_conversions_list'), params: { limit: NEWEST_CONVERSIONS } }],
];

export interface KeyedJourney {
  journey: Row;
  version: Version;
  conversion: Row | undefined;
  /** Filled only when all was asked. */
  person: Row;
  conversions: Row[];
}

/** All that is answered of a keyed journey; without `isFull`, touches alone and no person. */
export async function askJourney(
  base: Base,
  profileId: string,
  asked: Statement,
  { isFull, ...page }: Page & { isFull: boolean },
): Promise<KeyedJourney | undefined> {
  const parts = [
    isFull ? eventStatements(asked, page) : touchStatements(asked, page),
    conversionStatements(),
    [cursorsStatement],
    ...(isFull ? personStatements() : []),
  ];
  const results = await askEach(base, profileId, parts.flat(), { size: 'small' });
  let end = 0;
  const [journeys = [], conversions = [], cursors = [], people = [], cash = [], newest = []] = parts.map((part) => {
    end += part.length;
    return results[end - 1] ?? [];
  });
  const [journey] = journeys;
  if (!journey) return undefined;
  return {
    journey,
    version: versionOf(cursors),
    conversion: conversions[0],
    person: { ...people[0], ...cash[0] },
    conversions: newest,
  };
}
