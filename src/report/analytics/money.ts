// The common part of reports on money: the statements that convert it and place spend, and the warnings about missing rates and spend.

import { trimmedDecimal } from '../../base/kit/decimals.ts';
import { rateWarnings } from '../../credit/rates/index.ts';
import type { Filters } from './filters.ts';

export { rateWarnings };

export interface Warning {
  code: string;
  message: string;
}

/** Money of a report in the profile's currency; null where it could not be converted, and nothing where there is none. */
export const convertedMoney = (value: string | null | undefined): string | null =>
  value === null ? null : trimmedDecimal(value ?? '0');

/** The labels of a plan about spend: whether what is bought at places is requested (`spend_places_bought`). */
export const spendLabels = (filters: Filters): readonly string[] =>
  [filters.channel, filters.source, filters.campaign].some((currency) => currency !== null) ? ['of_places'] : [];

const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

interface OlderRate {
  currency: string;
  days: number;
  oldest: number;
}

/** The warning about currencies converted at a rate of an earlier day, from the member `older_rates` of a report's row. */
export function olderRateWarnings(listed: readonly OlderRate[] | null | undefined): Warning[] {
  if (!listed || listed.length === 0) return [];
  const named = listed.map(({ currency, days, oldest }) => `${currency} on ${daysText(days)} (up to ${daysText(oldest)} older)`);
  const message = `No exchange rate of the day itself for ${named.join(', ')}: those amounts are converted at the newest rate before it.`;
  return [{ code: 'rate_older_than_day', message }];
}

export function spendWarnings(isIncomplete: boolean, from: string, to: string): Warning[] {
  if (!isIncomplete) return [];
  return [
    {
      code: 'spend_incomplete',
      message: `Spend is reported for a part of ${from} to ${to} only: the spend shown is too low and ROAS too high.`,
    },
  ];
}

/** As a member of an answer: present only when something degraded. */
export const asWarnings = (warnings: Warning[]): { warnings?: Warning[] } => (warnings.length === 0 ? {} : { warnings });
