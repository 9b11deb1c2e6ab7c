// What every report about money shares: the statements that convert it and place spend, and the warnings about what is missing.
import { trimmedDecimal } from '../../base/kit/decimals.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import type { Statement } from '../../base/warehouse/port.ts';
import { rateWarnings } from '../../credit/attribution/index.ts';
import type { Filters } from './filters.ts';

export { rateWarnings };

export interface Warning {
  code: string;
  message: string;
}

/** Money of a report in the profile's currency; null where it could not be converted, and nothing where there is none. */
export const convertedMoney = (value: string | null | undefined): string | null =>
  value === null ? null : trimmedDecimal(value ?? '0');

/** Leaves `day_rates` (what a unit of each currency is worth on each day of the range that knows money) and `converted()`. */
export const rateStatements = (range: { money_from: string; money_to: string }): Statement[] => [
  { sql: sqlText('warehouse/report/money/money_days_in_range'), params: range },
  ...ratesOfMoneyDays(),
];

/** As `rateStatements`, for the days of all history that know money of the persons in `people`, which stands before. */
export const rateStatementsOfPeople = (): Statement[] => [
  { sql: sqlText('warehouse/report/money/money_days_of_people') },
  ...ratesOfMoneyDays(),
];

const ratesOfMoneyDays = (): Statement[] => [
  { sql: sqlText('warehouse/report/money/converted') },
  { sql: sqlText('warehouse/report/money/day_rates') },
  { sql: sqlText('warehouse/report/money/older_rates') },
];

/**
 * Leaves `chosen_spend`, `spend_places` (what of it is measured, and by whom), `spend_coverage` and, where a report is by places,
 * `spend_key()`; after `rateStatements`.
 */
export function spendStatements(range: { money_from: string; money_to: string }, filters: Filters, byPlace = false): Statement[] {
  const isOfPlaces = byPlace || [filters.channel, filters.source, filters.campaign].some((asked) => asked !== null);
  const statement = (name: string, params?: Statement['params']): Statement => ({
    sql: sqlText(`warehouse/report/money/${name}`),
    ...(params ? { params } : {}),
  });
  return [
    statement('placed_spend'),
    statement('chosen_spend', { ...range, ...filters }),
    statement('spend_places', filters),
    ...(isOfPlaces ? [statement('spend_places_bought', filters)] : []),
    statement('spend_coverage', range),
    ...(byPlace ? [statement('spend_key')] : []),
  ];
}

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** The warning about currencies converted at a rate of an earlier day, from the member `older_rates` of a report's row. */
export function olderRateWarnings(listed: unknown): Warning[] {
  if (!Array.isArray(listed) || listed.length === 0) return [];
  const named = listed.map(({ currency, days, oldest }) => `${currency} on ${daysText(days)} (up to ${daysText(oldest)} older)`);
  const message = `No exchange rate of the day itself for ${named.join(', ')}: those amounts are converted at the newest rate before it.`;
  return [{ code: 'rate_older_than_day', message }];
}

export function spendWarnings(isIncomplete: boolean, from: string, to: string): Warning[] {
  if (!isIncomplete) return [];
  return [
    {
      code: 'spend_incomplete',
      message: `Spend is reported for a part of ${from} to ${to} only: spend is too low, roas too high.`,
    },
  ];
}

/** As a member of an answer: present only when something degraded. */
export const asWarnings = (warnings: Warning[]): { warnings?: Warning[] } => (warnings.length === 0 ? {} : { warnings });
