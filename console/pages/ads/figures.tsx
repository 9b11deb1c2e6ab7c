// The figures of an ad as they are printed: each opens its receipt, where the report of attribution has one for it.
import { IntervalDot } from '../../charts/interval-dot.tsx';
import { Figure } from '../../receipts/receipts.tsx';
import { credit, money, percent, ratio } from '../../words/format.ts';
import type { Ad, AdsAnswer, AdsQuery, Credit } from './asked.ts';

export interface Shown {
  ad: Ad;
  /** Its place in the answer. */
  at: number;
  meta: AdsAnswer['meta'];
  query: AdsQuery;
  credit: Credit;
}

export const nameOf = ({ name, id }: Ad): string => name ?? id;

const FIGURES = {
  spend: { title: 'Spend', member: 'spend', missing: 'Not measured' },
  conversions: { title: 'Conversions', member: 'outcomes', missing: '–' },
  revenue: { title: 'Revenue', member: 'revenue', missing: 'No exchange rate' },
  roas: { title: 'ROAS', member: 'roas', missing: '–' },
  cost_per_conversion: { title: 'Cost per conversion', member: 'cost_per_outcome', missing: '–' },
  ctr: { title: 'CTR', member: 'ctr', missing: '–' },
  cpc: { title: 'CPC', member: 'cpc', missing: '–' },
} as const;

type FigureName = keyof typeof FIGURES;
/** What the platform counted, which has no receipt of attribution. */
const OF_PLATFORM = ['ctr', 'cpc'] as const;
const isOfPlatform = (of: FigureName): of is (typeof OF_PLATFORM)[number] => OF_PLATFORM.some((each) => each === of);

function textOf(of: FigureName, value: string | number, currency: string): string {
  if (of === 'ctr') return percent(100 * Number(value));
  if (of === 'roas') return ratio(Number(value));
  return of === 'conversions' ? credit(value) : money(value, currency);
}

export function AdFigure({ of, shown: { ad, at, meta, query, credit: receipts } }: { of: FigureName; shown: Shown }) {
  const { title, member, missing } = FIGURES[of];
  const value = ad[member];
  if (value === null) return <span class="soft">{missing}</span>;
  const text = textOf(of, value, meta.currency);
  const source = (isOfPlatform(of) ? undefined : receipts.sourceOf(ad, of)) ?? {
    path: '/api/v1/ads',
    query,
    pointer: `/data/${at}/${member}`,
    tool: 'list_ads',
  };
  return (
    <Figure name={`${title} of ${nameOf(ad)}`} source={source}>
      {text}
    </Figure>
  );
}

/** The cost of a conversion beside the usual cost, with its interval. */
export function Cost({ shown }: { shown: Shown }) {
  const { ad, meta, credit: receipts } = shown;
  const format = (value: number): string => money(value, meta.currency);
  const cost = ad.cost_per_outcome === null ? null : Number(ad.cost_per_outcome);
  const median = meta.median_cost_per_outcome === null ? null : Number(meta.median_cost_per_outcome);
  if (cost === null || median === null || median === 0) return null;
  const { low, high } = receipts.costOf(ad) ?? { low: null, high: null };
  const tone = high !== null && high < median ? 'good' : low !== null && low > median ? 'bad' : 'soft';
  return (
    <span class="ads-cost">
      <IntervalDot
        value={cost}
        reference={median}
        label={`Cost per conversion of ${nameOf(ad)}`}
        low={low}
        high={high}
        format={format}
        tone={tone}
      />
      <span class="note">
        {low === null || high === null ? 'too few people for an interval' : `${format(low)} – ${format(high)}`}
      </span>
    </span>
  );
}

const PERCENT = 100;

/** In words: `38 % below the median`. */
export function besideMedian(cost: string | null, median: string | null): string | undefined {
  if (cost === null || median === null || Number(median) === 0) return undefined;
  const share = Math.round(PERCENT * (Number(cost) / Number(median) - 1));
  if (share === 0) return 'At the median';
  return share < 0
    ? `${-share} % below the median`
    : share < 2 * PERCENT
      ? `${share} % above the median`
      : `${(share / PERCENT + 1).toFixed(1)} × the median`;
}

/** Rarer than this it is worth a warning. */
const RARE = 0.1;

export const WithoutSale = ({ ad: { without_sale } }: { ad: Ad }) =>
  without_sale && <span class={`ads-without ${without_sale.chance <= RARE ? 'rare' : ''}`}>{without_sale.text}</span>;

const STATUS = {
  active: 'Active',
  paused: 'Paused',
  archived: 'Archived',
  removed: 'Removed at the platform',
  other: 'Not delivering',
} as const;

export function State({ ad: { status, adset } }: { ad: Ad }) {
  if (status === null) return <span class="ads-state">Account not connected</span>;
  const { effective, configured, platform } = status;
  // An ad that is on under a parent that is off does not deliver, which its own switch does not show.
  const isHeld = effective !== 'active' && configured === 'active';
  const text = effective === 'other' && platform !== null ? platform.toLowerCase().replaceAll('_', ' ') : STATUS[effective];
  return (
    <span class={`ads-state ${effective}`}>
      {text}
      {isHeld && effective === 'paused' ? ' by its ad set or campaign' : ''}
      {effective === 'active' && adset?.learning === 'learning' ? ', learning' : ''}
      {effective === 'active' && adset?.learning === 'limited' ? ', learning limited' : ''}
    </span>
  );
}

export function budgetOf({ budget }: Ad): string | undefined {
  if (budget === null) return undefined;
  const { level, daily, lifetime, currency } = budget;
  const where = level === 'campaign' ? 'campaign' : 'ad set';
  if (daily !== null) return `${money(daily, currency)} a day, ${where}`;
  return lifetime === null ? undefined : `${money(lifetime, currency)} in all, ${where}`;
}
