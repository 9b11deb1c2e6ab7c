// Reports in another currency than the profile's: each amount is converted into the profile's currency at the rate of its day, as always, and from that into
// the currency of the report at the rate of the same day. The rates into it are the installation's, and none of the profile's decisions.
import { currencyFault } from '../../account/workspaces/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { datedRatesInto, dayBefore, decimalOf, ratesMark, usesReferenceRates } from '../../credit/rates/index.ts';

/** For a plan that needs `day_rates`; nothing of it in the profile's currency. */
export interface InCurrency {
  labels: readonly string[];
  params: { into_currency?: string; into_days?: string[]; into_rates?: string[]; into_ages?: string[] };
}

const AS_IT_IS: InCurrency = { labels: [], params: {} };
const DAY_MS = 86_400_000;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

interface Wanted {
  profileId: string;
  /** Of the figures. */
  own: string;
  /** Of the report; undefined: that of the figures. */
  into: string | undefined;
}

/** The rates of the days of a range. */
export function inCurrency(base: ReadBase, { profileId, own, into }: Wanted, from: string, to: string): InCurrency {
  if (into === undefined || into === own) return AS_IT_IS;
  const usesReference = usesReferenceRates(base, profileId);
  const rateOf = datedRatesInto(base, into, { fromDay: from, toDay: to, currencies: [own], usesReference });
  const count = daysBetween(from, to) + 1;
  const rates = Array.from({ length: count }, (_, at) => dayBefore(from, -at)).flatMap((day) => {
    const found = rateOf(day, own);
    return found === undefined ? [] : [{ day, rate: decimalOf(found.units), age: daysBetween(found.day, day) }];
  });
  const params = {
    into_currency: into,
    into_days: rates.map(({ day }) => day),
    into_rates: rates.map(({ rate }) => rate),
    into_ages: rates.map(({ age }) => String(age)),
  };
  return { labels: ['into_currency'], params };
}

/** What a cached answer in a currency depends on beside the version of the figures. @throws ApiError where it is no currency */
export function currencyMark(base: ReadBase, currency: string | undefined): { rates?: string } {
  if (currency === undefined) return {};
  const fault = currencyFault(currency);
  if (fault !== undefined) throw new ApiError('invalid_parameter', `currency: ${fault}`);
  return { rates: `${currency} ${ratesMark(base)}` };
}
