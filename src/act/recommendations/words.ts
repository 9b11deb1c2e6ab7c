// The sentences about a recommendation, composed from its evidence alone. They contain no text of others: a name may be written by
// anybody, and readers may be programs. What may come is said with "if".
import { exponentOf } from '../../providers/money.ts';
import type { Kind, Reason } from './evidence/judge.ts';
import { fixedMoney } from './evidence/rounding.ts';
import type { StoredAd, StoredEvidence } from './stored.ts';

const percentText = (value: number): string => `${Math.abs(value).toFixed(Math.abs(value) < 10 ? 1 : 0)} %`;
const chanceText = (chance: number): string => `${Math.round(chance * 100)} %`;
const salesText = (sales: number): string => {
  const shown = Number.isInteger(sales) ? String(sales) : sales.toFixed(1);
  return `${shown} ${shown === '1' ? 'sale' : 'sales'}`;
};

/** With the decimals that the currency has: 49.50 EUR. */
function moneyText(amount: string, currency: string): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const shown = decimals.padEnd(exponentOf(currency), '0');
  return `${whole}${shown === '' ? '' : `.${shown}`} ${currency}`;
}

function comparison({ ad, median, currency, window, ads_compared }: StoredEvidence): string {
  const direction = ad.delta_pct < 0 ? 'below' : 'above';
  return `${salesText(ad.sales)} for ${moneyText(ad.spend, currency)} in the ${window.days} days to ${window.to}: ${moneyText(ad.cost, currency)} a sale, ${percentText(ad.delta_pct)} ${direction} the median of ${moneyText(median, currency)} over ${ads_compared} ads.`;
}

const shared = ({ ads_in_adset }: StoredAd): string =>
  ads_in_adset > 1 ? ` The ad set shares its budget among ${ads_in_adset} ads.` : '';

const AUDIENCES = {
  brand:
    ' By its name it is shown to people who search for the shop itself. Many of them would have bought without it, which attribution cannot see.',
  retargeting:
    ' By its name it is shown to people who were at the shop before. Some of them would have bought without it, which attribution cannot see.',
} as const;

export const rationaleText = (kind: Kind, evidence: StoredEvidence): string =>
  reasoning(kind, evidence) + (evidence.ad.audience === null ? '' : AUDIENCES[evidence.ad.audience]);

function reasoning(kind: Kind, evidence: StoredEvidence): string {
  const { ad, from, change, currency } = evidence;
  const week = moneyText(change.week, currency);
  const saved = moneyText(change.saved, currency);
  if (kind === 'scale')
    return `${comparison(evidence)} If 20 % more budget (${week} in 7 days) sold at the same cost, it would lead to ${salesText(change.sales)}.${shared(ad)}`;
  if (kind === 'pause')
    return `${comparison(evidence)} If the ${week} that it spends in 7 days sold at the median cost instead, the same sales would cost ${saved} less.`;
  if (kind === 'reallocate' && from)
    return `${comparison(evidence)} The ad that gives the money sold for ${moneyText(from.cost, currency)} a sale. If ${week} in 7 days moved and sold at the cost of this ad, the same sales would cost ${saved} less.`;
  const left = ad.fatigue ? chanceText(ad.fatigue.ratio) : 'less';
  return `${comparison(evidence)} Its click rate is ${left} of what it was, against the account's other ads. If a new creative sold at the median cost, the same sales would cost ${saved} less in 7 days.`;
}

const restOf = (others: number): string =>
  others < 1
    ? 'It is the only active ad of its ad set.'
    : `Its ad set keeps ${others} other active ${others === 1 ? 'ad' : 'ads'}.`;

export function actionText(kind: Kind, { ad, from, change }: StoredEvidence): string {
  const daily =
    change.daily === null ? '' : ` by ${fixedMoney(change.daily, ad.account_currency ?? '')} ${ad.account_currency ?? ''} a day`;
  if (kind === 'scale')
    return `Raise the daily budget of the ad set by 20 %${daily === '' ? '' : `, that is${daily.replace(' by', '')}`}.`;
  if (kind === 'pause') return `Pause the ad. ${restOf(ad.ads_in_adset - 1)}`;
  if (kind === 'reallocate')
    return `Lower the daily budget of ad set ${from?.adset_id ?? ''}${daily} and raise this one by as much.`;
  return 'Test a new creative beside this ad. Nothing is written at the platform.';
}

const REASON_TEXTS: Readonly<Record<Reason, string>> = {
  figures_behind: 'The figures are more than an hour behind, or all history is being computed again.',
  spend_incomplete: 'The account has not reported every day of the window, so costs are too low.',
  ad_ids_low: 'Fewer than 60 % of the visits that name a campaign of this platform name their ad.',
  quality_problem: 'A finding of data quality is a problem for what is credited to ads.',
  recently_changed: 'The ad, its creative or its budget changed in the last 7 days.',
  unripe: 'The ad is learning, or cost something on fewer than 7 days of the window.',
  too_few_sales: 'The ad has fewer than 3 credited sales in the window.',
  models_disagree: 'Attribution models do not agree whether the ad is cheap or dear.',
  interval_wide: 'Chance may explain the difference: the probability is below what this kind requires.',
  conditions_unmet:
    'The figures say so, and the change cannot be made: the budget is at the campaign or not spent, the ad is tired, or it is the last one that its ad set shows.',
  error_limit: 'Surer recommendations use up the 10 % of errors that a list may have, or the 10 places of it.',
};

/** @param findings Names of the findings, for `quality_problem`. */
export const reasonText = (reason: Reason, findings: readonly string[] = []): string =>
  findings.length === 0
    ? REASON_TEXTS[reason]
    : `${REASON_TEXTS[reason].slice(0, -1)}: ${findings.join(', ')}. It is evaluated again when that ends.`;

/** The evidence that would give another verdict. */
export function whatWouldChange(kind: Kind, { ad, median, currency }: StoredEvidence): string {
  const edge = kind === 'scale' ? 0.9 : 1.1;
  const side = kind === 'scale' ? 'above' : 'below';
  const cost = fixedMoney(Number(median) * edge, currency);
  const sales = Number(ad.spend) / Number(cost);
  return `For the same spend, ${salesText(Math.round(sales * 10) / 10)} instead of ${salesText(ad.sales)} would put its cost ${side} ${cost} ${currency}, where the floor of 10 % from the median ends.`;
}
