// The ads of a profile that cost something in the window of its recommendations, with what is believed of their rates of sales.
import { profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import type { LeaderSort } from '../../base/contract/slice-hooks.ts';
import { localDay } from '../../base/kit/time/zone-shifts.ts';
import type { Version } from '../../credit/pipeline/index.ts';
import { cachedByVersion } from '../../report/analytics/index.ts';
import {
  type AdFigures,
  adKey,
  CHEAPER,
  costInterval,
  type Fatigue,
  FLOOR_SALES,
  overviewOf,
  type Reading,
  readFigures,
} from '../recommendations/index.ts';
import { addressKey } from './analysis/tags.ts';
import { type Attention, attentionOf, type Rate, rateOf } from './attention.ts';
import { believedRate, type Prior, priorOf } from './believed-rates.ts';

export const RATES = ['hook', 'hold', 'click', 'sale'] as const;
export type RateName = (typeof RATES)[number];
type Of<Value> = Record<RateName, Value>;

/** As it was counted, and what is believed of it. */
export interface LeaderRate extends Rate {
  shrunk: number;
}

export interface Leader {
  /** Its address. */
  key: string;
  ad: Pick<AdFigures, 'platform' | 'accountId' | 'adId' | 'name' | 'adsetId' | 'campaignId' | 'creativeId' | 'status'>;
  /** In the profile's currency. */
  spend: number;
  sales: number;
  /** Null without a sale. */
  cost: number | null;
  /** The costs of a sale between which 80 % of the belief are. */
  interval: { low: number; high: number };
  /** P(a sale costs at most 0.9 of what is usual); null where too few ads can be compared. */
  cheaper: number | null;
  fatigue: Fatigue['state'] | null;
  isProven: boolean;
  isWinner: boolean;
  /** It first cost something in the window. */
  isNew: boolean;
  /** `sale` are sales of clicks; one that several ads share counts for a part. */
  rates: Of<LeaderRate | null>;
}

export interface Leaders {
  data: Leader[];
  /** Undefined where no payment counts as a conversion. */
  meta?: { version: Version; priors: Of<Prior | null> } & Pick<Reading, 'window' | 'goal' | 'model' | 'currency' | 'plan'>;
}

/** The most spent first; ads of equal spend by their address. */
const bySpend = (a: Leader, b: Leader): number => b.spend - a.spend || (a.key < b.key ? -1 : 1);
const byHighEnd = (a: Leader, b: Leader): number => a.interval.high - b.interval.high || bySpend(a, b);

/** The largest of what is believed first; ads without it are last. */
export const byBelieved =
  (name: RateName) =>
  (a: Pick<Leader, 'rates'>, b: Pick<Leader, 'rates'>): number =>
    (b.rates[name]?.shrunk ?? -1) - (a.rates[name]?.shrunk ?? -1);

/** The same leaders in the same order as long as the figures and the day are the same. */
export function leadersOf(base: ReadBase, profileId: string, order: LeaderSort = 'cost'): Promise<Leaders> {
  const today = localDay(base.clock.now(), profileSettings(base, profileId).timezone);
  return cachedByVersion(base, profileId, ['leaders', today, order], async (): Promise<Leaders> => {
    if (order !== 'cost') {
      const { data, ...rest } = await leadersOf(base, profileId);
      const byRate = byBelieved(order);
      return { ...rest, data: data.toSorted((a, b) => byRate(a, b) || bySpend(a, b)) };
    }
    const reading = await readFigures(base, profileId);
    return reading ? leadersIn(reading, await attentionOf(base, profileId, reading.window)) : { data: [] };
  });
}

const NOTHING: Attention = { hook: null, hold: null, click: null };

function leadersIn(reading: Reading, attention: ReadonlyMap<string, Attention>): Leaders {
  const { ads, window, goal, model, currency, version, plan } = reading;
  const { estimated, judged } = overviewOf(ads);
  const judgedBy = new Map(judged.map((each) => [adKey(each.ad), each]));
  const rates = estimated.map(({ ad }) => ratesOf(ad, attention));
  const priors = ofEach((name) => priorOf(rates.map((each) => each[name])));
  const data = estimated.map(({ ad, spend, posterior }, at): Leader => {
    const key = adKey(ad);
    const { cheaper, fatigue } = judgedBy.get(key) ?? {};
    const [low, high] = costInterval(posterior);
    const isProven = ad.sales >= FLOOR_SALES;
    return {
      key,
      ad,
      spend,
      sales: ad.sales,
      cost: ad.sales > 0 ? spend / ad.sales : null,
      interval: { low, high },
      cheaper: cheaper ?? null,
      fatigue: fatigue?.state ?? null,
      isProven,
      isWinner: isProven && cheaper !== undefined && cheaper >= CHEAPER,
      isNew: ad.firstDay !== null && ad.firstDay >= window.from,
      rates: ofEach((name) => shrunkBy(priors[name], rates[at]?.[name] ?? null)),
    };
  });
  return { data: data.sort(byHighEnd), meta: { version, window, goal, model, currency, plan, priors } };
}

function ratesOf(ad: AdFigures, attention: ReadonlyMap<string, Attention>): Of<Rate | null> {
  const seen = attention.get(addressKey({ platform: ad.platform, account_id: ad.accountId, ad_id: ad.adId })) ?? NOTHING;
  const { hook, hold, click } = seen;
  return { hook, hold, click, sale: click === null ? null : rateOf(ad.sales, click.count) };
}

const ofEach = <Value>(make: (name: RateName) => Value): Of<Value> => ({
  hook: make('hook'),
  hold: make('hold'),
  click: make('click'),
  sale: make('sale'),
});

const shrunkBy = (prior: Prior | null, rate: Rate | null): LeaderRate | null =>
  prior === null || rate === null ? null : { ...rate, shrunk: believedRate(prior, rate) };
