// The progress of the month over the profiles of a workspace: each on its own, and their money together, by currency and in the workspace's
// own currency at the rates of the days. Nothing known is null, never 0; a day without a rate is left out and listed.
import { reachableProfiles } from '../../account/apps/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import { reportingCurrencyOf } from '../../account/workspaces/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { reading } from '../../base/contract/operation.ts';
import type { components } from '../../base/contract/types.ts';
import { decimalText, unitsOf } from '../../base/kit/decimals.ts';
import { type MissingRates, noteMissing, ONE, ratesInto, usesReferenceRates } from '../../credit/rates/index.ts';
import { type Day, decimalsOf, pacingOf, rounded } from './pacing.ts';
import { asWarnings, rateWarnings } from './warnings.ts';

type Schemas = components['schemas'];

/** The unit of rates. */

interface Money {
  currency: string;
  spend: Day[];
  /** Millionths; null: none is set. */
  budget: bigint | null;
  /** The profile whose rate converts the budget. */
  throughDay: string;
}

const added = (sum: bigint | null, more: bigint | null): bigint | null => (more === null ? sum : (sum ?? 0n) + more);
const spentOf = ({ spend }: Money): bigint | null => spend.reduce<bigint | null>((sum, day) => added(sum, day.amount), null);
const textOf = (sum: bigint | null): string | null => (sum === null ? null : decimalText(sum, 6));

function byCurrency(money: readonly Money[]): Schemas['WorkspacePacingTotal'][] {
  const sums = new Map<string, { spend: bigint | null; budget: bigint | null }>();
  for (const one of money) {
    const { spend, budget } = sums.get(one.currency) ?? { spend: null, budget: null };
    sums.set(one.currency, { spend: added(spend, spentOf(one)), budget: added(budget, one.budget) });
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { spend, budget }]) => ({ currency, spend_to_date: textOf(spend), monthly_budget: textOf(budget) }));
}

/** All of it in one currency: spend at the rate of its day, a budget at that of the last day that is over. */
function inCurrency(base: ReadBase, currency: string, money: readonly Money[], usesReference: boolean) {
  const missing = new Map<string, MissingRates>();
  const noted = new Set<string>();
  const days = money.flatMap(({ spend, throughDay }) => [...spend.map(({ day }) => day), throughDay]).sort();
  const [fromDay, toDay] = [days[0] ?? '', days.at(-1) ?? ''];
  const currencies = [...new Set(money.map((one) => one.currency))];
  const rate = ratesInto(base, currency, { fromDay, toDay, currencies, usesReference });
  const converted = (amount: bigint | null, day: string, of: string): bigint | null => {
    if (amount === null) return null;
    const units = rate(day, of);
    if (units === undefined && !noted.has(`${of} ${day}`)) {
      noted.add(`${of} ${day}`);
      noteMissing(missing, of, day);
    }
    return units === undefined ? null : amount * units;
  };
  let spend: bigint | null = null;
  let budget: bigint | null = null;
  for (const one of money) {
    for (const { day, amount } of one.spend) spend = added(spend, converted(amount, day, one.currency));
    budget = added(budget, converted(one.budget, one.throughDay, one.currency));
  }
  const printed = (sum: bigint | null): string | null => (sum === null ? null : rounded(sum, ONE, decimalsOf(currency)));
  return {
    currency,
    spend_to_date: printed(spend),
    monthly_budget: printed(budget),
    missing_rates: [...missing.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
  };
}

export const getWorkspacePacing = reading('getWorkspacePacing', async ({ principal, workspaceId }, base) => {
  const profiles: Schemas['WorkspacePacingRow'][] = [];
  const money: Money[] = [];
  const warnings: Schemas['Warnings'] = [];
  // One after the other: a page of many profiles must not take every place that reports have.
  for (const { profileId } of reachableProfiles(base, principal, workspaceId)) {
    const { data, spend_days: spend, warnings: own } = await pacingOf(base, profileId);
    const { name } = profileSettings(base, profileId);
    profiles.push({ profile_id: profileId, name, ...data });
    const budget = data.spend.target === null ? null : unitsOf(data.spend.target, 6);
    money.push({ currency: data.currency, spend, budget, throughDay: data.month.through_day });
    for (const { code, message } of own ?? []) warnings.push({ code, message: `${name}: ${message}` });
  }
  const usesReference = profiles.some(({ profile_id }) => usesReferenceRates(base, profile_id));
  const total = inCurrency(base, reportingCurrencyOf(base, workspaceId), money, usesReference);
  return {
    data: { profiles, totals: byCurrency(money), total },
    meta: { workspace_id: workspaceId },
    ...asWarnings([...warnings, ...rateWarnings(total.missing_rates.map(({ currency }) => currency))]),
  };
});
