// The shop's ads: those of the sandbox platform, with what they truly do. Their spend is what the sandbox reports; who lands by them
// follows from its clicks, and what each sells beyond what would have been sold anyway is known, because it was drawn so.
import { Temporal } from 'temporal-polyfill';
import { type AdDay, CAMPAIGNS, finalDay, type Market, openMarket, reportedDay, shopAccount } from '../../src/sandbox/index.ts';
import type { Chance } from './random.ts';
import type { Channel } from './shop.ts';
import type { SpendLine, WorldOptions } from './world-lines.ts';

const PLATFORM = 'sandbox';

export interface Ad {
  /** Where it is shown. */
  network: 'google' | 'bing' | 'facebook' | 'tiktok';
  channel: Channel;
  campaignId: string;
  campaign: string;
  adsetId: string;
  adset: string;
  adId: string;
  ad: string;
  /** Whom it brings: newcomers, or people who know the shop. */
  brings: 'newcomers' | 'brand_search' | 'retargeting';
  /** How much likelier its people buy than others. */
  appeal: number;
  /** Share of its sales that would not have been made without it. */
  incremental: number;
}

/** Money is a decimal string; sales are expected ones, so that chance does not blur what is true. */
export interface AdTruth {
  ad_id: string;
  ad_name: string;
  adset_id: string;
  campaign_id: string;
  spend: string;
  incremental_sales: number;
  /** Null where it spent without selling anything. */
  cost_per_incremental_sale: string | null;
}

export interface Planted {
  kind:
    | 'tired_ad'
    | 'paused_ad'
    | 'learning_ad_set'
    | 'campaign_budget'
    | 'dynamic_creative'
    | 'asks_a_question_and_sells_more'
    | 'sells_to_people_who_would_buy_anyway';
  id: string;
  name: string;
}

/** Appeal and incremental share by the ad's name. */
const MERITS: Readonly<Record<string, readonly [number, number]>> = {
  'Official shop': [1.2, 0.12],
  'Solid wood desks': [1.9, 0.8],
  'Made to last': [0.5, 0.75],
  'Work well at home': [0.7, 0.75],
  'Brass desk lamps': [1.2, 0.75],
  'Light for late hours': [0.5, 0.7],
  'Wool, not plastic': [0.9, 0.75],
  'Oak standing desks': [1.4, 0.8],
  'Desks that rise': [0.8, 0.75],
  'Reel: the workshop': [1.4, 0.85],
  'Carousel: desks': [1.1, 0.85],
  'Still: morning light': [0.35, 0.85],
  'Still: before and after': [0.9, 0.85],
  'Carousel: seen last': [1.5, 0.2],
  'Still: free samples': [0.8, 0.25],
  'Film: one plank': [1.3, 0.9],
  'Film: the joint': [0.7, 0.9],
  'Film: small rooms': [0.9, 0.9],
};
const AVERAGE = [1, 0.75] as const;
/** People whom ads bring are further on their way to buying than others: ads sell enough that what they cost can be compared. */
const BROUGHT = 1.4;
/** Below this share an ad mostly meets people who would buy anyway. */
const MOSTLY_ANYWAY = 0.3;
/** Landings a click: not every click waits until the page is there. */
const LANDINGS = { google: 0.92, bing: 0.92, facebook: 0.87, tiktok: 0.86 };
/** The links of these ads lead over an old redirect, and half of the clicks give up on the way: a finding of the demo (docs/demo.md). */
const SLOW = { campaign: 'Retargeting', landings: 0.42 };

const decimal = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** The ads of a world: whom they bring, what they cost, and what is true of them. */
export class AdMarket {
  readonly #ads = new Map<string, Ad>();
  #market: Market;
  readonly #days: AdDay[][];
  /** Landings that are still to come, by day and ad. */
  readonly #waiting: Map<string, number>[];
  readonly #sales = new Map<Ad, number>();
  readonly #cents = new Map<Ad, number>();

  constructor({ seed, size, lastDay, days, market }: WorldOptions, dice: Chance) {
    const last = Temporal.PlainDate.from(lastDay);
    // The world is made on the day after its last one, when its last days are not reported in full yet.
    const now = { today: last.add({ days: 1 }).toString(), hours: 0 };
    this.#market = market ?? openMarket({ seed, scale: size, today: now.today });
    for (const ad of adsOf(this.#market)) this.#ads.set(ad.adId, ad);
    this.#days = Array.from({ length: days }, (_, at) =>
      reportedDay(this.#market, shopAccount(this.#market).id, last.subtract({ days: days - 1 - at }).toString(), now),
    );
    this.#waiting = this.#days.map((rows) => new Map(rows.map((row) => [row.ad.id, this.#landingsOf(row, dice)])));
    for (const row of this.#days.flat()) this.#cents.set(this.#adOf(row), (this.#cents.get(this.#adOf(row)) ?? 0) + row.spend);
  }

  /** The day after the last one, with the ads as they are on it. */
  addDay(market: Market, day: string, dice: Chance): void {
    this.#market = market;
    for (const ad of adsOf(market)) if (!this.#ads.has(ad.adId)) this.#ads.set(ad.adId, ad);
    const rows = finalDay(market, shopAccount(market).id, day);
    this.#waiting.push(new Map(rows.map((row) => [row.ad.id, this.#landingsOf(row, dice)])));
  }

  /** Who comes for the first time, by the ad that brings them. */
  newcomersOf(day: number): Ad[] {
    return [...(this.#waiting[day] ?? [])].flatMap(([id, landings]) => {
      const ad = this.#ads.get(id);
      return ad?.brings === 'newcomers' ? Array.from({ length: landings }, () => ad) : [];
    });
  }

  /** The ad that somebody comes back by; undefined where none was shown to anybody else that day. */
  takeReturn(brings: Ad['brings'], day: number): Ad | undefined {
    const waiting = this.#waiting[day];
    for (const [id, left] of waiting ?? []) {
      const ad = this.#ads.get(id);
      if (ad?.brings !== brings || left === 0) continue;
      waiting?.set(id, left - 1);
      return ad;
    }
    return undefined;
  }

  /** Something was sold to somebody whom an ad brought, perhaps in a visit by another ad. */
  sold(broughtBy: Ad | undefined, visitBy: Ad | undefined): void {
    if (broughtBy) this.#credit(broughtBy, broughtBy.incremental);
    if (visitBy && visitBy.brings !== 'newcomers')
      this.#credit(visitBy, (1 - (broughtBy?.incremental ?? 0)) * visitBy.incremental);
  }

  lines(): SpendLine[] {
    const { id: account_id, currency } = shopAccount(this.#market);
    return this.#days.flat().map((row) => ({
      platform: PLATFORM,
      account_id,
      day: row.day,
      currency,
      campaign_id: row.campaign.id,
      campaign_name: row.campaign.name,
      adset_id: row.adSet.id,
      adset_name: row.adSet.name,
      ad_id: row.ad.id,
      ad_name: row.ad.name,
      spend: decimal(row.spend),
      impressions: String(row.impressions),
      clicks: String(row.clicks),
    }));
  }

  spentBy(isWanted: (ad: Ad) => boolean): string {
    return decimal([...this.#cents].reduce((sum, [ad, cents]) => sum + (isWanted(ad) ? cents : 0), 0));
  }

  totals(): { amount: string; by_platform: Record<string, string>; by_channel: Record<string, string> } {
    const amount = this.spentBy(() => true);
    const channels = [...new Set([...this.#ads.values()].map(({ channel }) => channel))];
    return {
      amount,
      by_platform: { [PLATFORM]: amount },
      by_channel: Object.fromEntries(channels.map((channel) => [channel, this.spentBy((ad) => ad.channel === channel)])),
    };
  }

  truth(): AdTruth[] {
    return [...this.#ads.values()].map((ad) => {
      const [cents, sales] = [this.#cents.get(ad) ?? 0, this.#sales.get(ad) ?? 0];
      return {
        ad_id: ad.adId,
        ad_name: ad.ad,
        adset_id: ad.adsetId,
        campaign_id: ad.campaignId,
        spend: decimal(cents),
        incremental_sales: Math.round(sales * 100) / 100,
        cost_per_incremental_sale: sales === 0 ? null : decimal(Math.round(cents / sales)),
      };
    });
  }

  planted(): Planted[] {
    const { campaigns, adSets, ads, creatives } = this.#market;
    const account = shopAccount(this.#market);
    const own = new Set(campaigns.filter(({ accountId }) => accountId === account.id).map(({ id }) => id));
    const ownSets = adSets.filter(({ campaignId }) => own.has(campaignId));
    const ownAds = ads.filter(({ adSetId }) => ownSets.some(({ id }) => id === adSetId));
    const as = (kind: Planted['kind'], found: readonly { id: string; name: string }[]): Planted[] =>
      found.map(({ id, name }) => ({ kind, id, name }));
    const firstDay = this.#days[0]?.[0]?.day ?? '';
    const isDynamic = (id: string | undefined): boolean => creatives.some((each) => each.id === id && each.kind === 'dynamic');
    const isQuestion = (id: string | undefined): boolean =>
      creatives.some((each) => each.id === id && each.texts.some((text) => text.includes('?')));
    return [
      ...as(
        'tired_ad',
        ownAds.filter(({ tiredFrom }) => tiredFrom !== undefined),
      ),
      ...as(
        'paused_ad',
        ownAds.filter(({ statuses }) => statuses.at(-1)?.value === 'PAUSED'),
      ),
      ...as(
        'learning_ad_set',
        ownSets.filter(({ createdOn }) => createdOn > firstDay),
      ),
      ...as(
        'campaign_budget',
        campaigns.filter(({ id, budgets }) => own.has(id) && budgets.length > 0),
      ),
      ...as(
        'dynamic_creative',
        ownAds.filter(({ creatives: used }) => isDynamic(used.at(-1)?.value)),
      ),
      ...as(
        'asks_a_question_and_sells_more',
        ownAds.filter(({ creatives: used }) => isQuestion(used.at(-1)?.value)),
      ),
      ...[...this.#ads.values()]
        .filter(({ incremental }) => incremental < MOSTLY_ANYWAY)
        .map(({ adId, ad }) => ({ kind: 'sells_to_people_who_would_buy_anyway', id: adId, name: ad }) as const),
    ];
  }

  #landingsOf(row: AdDay, dice: Chance): number {
    const { campaign, network } = this.#adOf(row);
    return Math.floor(row.clicks * (campaign === SLOW.campaign ? SLOW.landings : LANDINGS[network]) + dice.next());
  }

  #adOf({ ad }: AdDay): Ad {
    const found = this.#ads.get(ad.id);
    if (!found) throw new Error(`the shop has no ad ${ad.id}`);
    return found;
  }

  #credit(ad: Ad, sales: number): void {
    this.#sales.set(ad, (this.#sales.get(ad) ?? 0) + sales);
  }
}

/** A copy sells as its original does: its name begins with that of it. */
function meritsOf(name: string): readonly [number, number] {
  const original = Object.keys(MERITS).find((each) => name.startsWith(each));
  return (original === undefined ? undefined : MERITS[original]) ?? AVERAGE;
}

/** The shop's ads in the order of the plan, which is the order of the market. */
function adsOf({ accounts, campaigns, adSets, ads }: Market): Ad[] {
  const account = shopAccount({ accounts });
  return campaigns
    .filter(({ accountId }) => accountId === account.id)
    .flatMap((campaign) => {
      const network = CAMPAIGNS.find((plan) => plan.account === 'shop' && plan.name === campaign.name)?.network ?? 'google';
      const sets = adSets.filter(({ campaignId }) => campaignId === campaign.id);
      return sets.flatMap((adSet) =>
        ads
          .filter(({ adSetId }) => adSetId === adSet.id)
          .map(({ id, name }): Ad => {
            const [appeal, incremental] = meritsOf(name);
            return {
              network,
              campaignId: campaign.id,
              campaign: campaign.name,
              adsetId: adSet.id,
              adset: adSet.name,
              adId: id,
              ad: name,
              appeal: appeal * BROUGHT,
              incremental,
              brings: bringsOf(campaign.name),
              channel: network === 'google' || network === 'bing' ? 'Paid Search' : 'Paid Social',
            };
          }),
      );
    });
}

function bringsOf(campaign: string): Ad['brings'] {
  if (campaign === 'Brand') return 'brand_search';
  return campaign === 'Retargeting' ? 'retargeting' : 'newcomers';
}
