// The sandbox's ads as they are before anybody changes them: a shop's account in euros, and a small one in yen. Among them are a campaign
// with the budget, an ad set that learns, a dynamic creative, an ad that people are tired of and one that was paused.
import { Temporal } from 'temporal-polyfill';
import { contentOf } from './copy.ts';
import type { Market, SandboxAd, SandboxAdSet, SandboxCreative } from './state.ts';

export interface MarketOptions {
  seed: number;
  /** 1 = a shop that spends some two hundred euros a day. */
  scale: number;
  /** The day on which the sandbox is first used, YYYY-MM-DD; what was planted recently counts from it. */
  today: string;
  /** From this day on campaigns are shown; they always were where absent. */
  since?: string | undefined;
  /** The advertisers before this one, whose ids are others. */
  earlier?: number;
}

export interface AdPlan {
  name: string;
  weight: number;
  kind?: SandboxCreative['kind'];
  tiredDaysAgo?: number;
  pausedDaysAgo?: number;
}

export interface AdSetPlan {
  name: string;
  /** Smallest units a day at scale 1; of the campaign where that has the budget. */
  budget: number;
  costPerClick: number;
  startedDaysAgo?: number;
  ads: readonly AdPlan[];
}

export interface CampaignPlan {
  account: 'shop' | 'japan';
  /** Where its ads are shown, and so which words its landings carry. */
  network: 'google' | 'bing' | 'facebook' | 'tiktok';
  name: string;
  /** True if the campaign has the budget of its ad sets. */
  hasBudget?: boolean;
  adSets: readonly AdSetPlan[];
}

const shop = (network: CampaignPlan['network'], name: string, adSets: readonly AdSetPlan[], hasBudget = false): CampaignPlan => ({
  account: 'shop',
  network,
  name,
  adSets,
  hasBudget,
});

export const CAMPAIGNS: readonly CampaignPlan[] = [
  shop('google', 'Brand', [
    { name: 'Juniper and Oak', budget: 800, costPerClick: 84, ads: [{ name: 'Official shop', weight: 1 }] },
  ]),
  shop(
    'google',
    'Desks non-brand',
    [
      {
        name: 'Standing desks',
        budget: 3600,
        costPerClick: 520,
        ads: [
          { name: 'Solid wood desks', weight: 16 },
          { name: 'Made to last', weight: 10 },
        ],
      },
      { name: 'Home office', budget: 1600, costPerClick: 430, ads: [{ name: 'Work well at home', weight: 1 }] },
    ],
    true,
  ),
  shop('google', 'Lighting non-brand', [
    {
      name: 'Desk lamps',
      budget: 1900,
      costPerClick: 310,
      ads: [
        { name: 'Brass desk lamps', weight: 7 },
        { name: 'Light for late hours', weight: 4 },
      ],
    },
  ]),
  shop('google', 'Chairs non-brand', [
    { name: 'Task chairs', budget: 1500, costPerClick: 450, ads: [{ name: 'Wool, not plastic', weight: 1 }] },
  ]),
  shop('bing', 'Desks', [
    {
      name: 'Standing desks',
      budget: 1700,
      costPerClick: 360,
      ads: [
        { name: 'Oak standing desks', weight: 8 },
        { name: 'Desks that rise', weight: 4 },
      ],
    },
  ]),
  shop('facebook', 'Prospecting', [
    {
      name: 'Interiors',
      budget: 3800,
      costPerClick: 230,
      ads: [
        { name: 'Reel: the workshop', weight: 14, kind: 'video', tiredDaysAgo: 35 },
        { name: 'Carousel: desks', weight: 10, kind: 'carousel' },
      ],
    },
    {
      name: 'Remote work',
      budget: 2600,
      costPerClick: 250,
      ads: [
        { name: 'Still: morning light', weight: 8 },
        { name: 'Still: before and after', weight: 3, pausedDaysAgo: 24 },
      ],
    },
  ]),
  shop('facebook', 'Retargeting', [
    {
      name: 'Seen a product',
      budget: 2300,
      costPerClick: 300,
      ads: [
        { name: 'Carousel: seen last', weight: 12, kind: 'dynamic' },
        { name: 'Still: free samples', weight: 6 },
      ],
    },
  ]),
  shop('tiktok', 'Workshop films', [
    {
      name: 'Broad',
      budget: 950,
      costPerClick: 120,
      ads: [
        { name: 'Film: one plank', weight: 7, kind: 'video' },
        { name: 'Film: the joint', weight: 5, kind: 'video' },
      ],
    },
    {
      name: 'Students',
      budget: 400,
      costPerClick: 105,
      startedDaysAgo: 4,
      ads: [{ name: 'Film: small rooms', weight: 1, kind: 'video' }],
    },
  ]),
  {
    account: 'japan',
    network: 'google',
    name: 'Desks Japan',
    adSets: [
      {
        name: 'Tokyo',
        budget: 6000,
        costPerClick: 180,
        ads: [
          { name: 'Oak from Brandenburg', weight: 3 },
          { name: 'A desk for small rooms', weight: 2, kind: 'carousel' },
        ],
      },
    ],
  },
];

export const ACCOUNTS = {
  shop: { id: '23850000000000011', name: 'Juniper & Oak', currency: 'EUR', timezone: 'Europe/Berlin' },
  japan: { id: '23850000000000013', name: 'Juniper & Oak Japan', currency: 'JPY', timezone: 'Asia/Tokyo' },
} as const;

/** The account with the spend of a shop, of any advertiser. */
export function shopAccount({ accounts }: Pick<Market, 'accounts'>): Market['accounts'][number] {
  const found = accounts.find(({ currency }) => currency === ACCOUNTS.shop.currency);
  if (!found) throw new Error('the advertiser has no account of a shop');
  return found;
}

const LANDING_PAGE = 'https://juniperandoak.example/';
const IMPRESSIONS = { google: 22, bing: 22, facebook: 85, tiktok: 140 };
const BRAND_IMPRESSIONS = 4;
/** The spend after which clicks of an ad set become dearer, in multiples of its first budget. */
const AUDIENCE = 1.5;
const ALWAYS = '2020-01-01';
/** Above 2^53, where neighbours are the same to a double. */
const FIRST_ID = 23_850_000_000_000_101n;
const ID_STEP = 2n;
/** Ids of an advertiser; it has fewer objects in any life. */
const IDS_EACH = 10_000_000_000n;

/** An id of the plan, as the advertiser after so many others has it. */
const idAfter = (id: string, earlier: number): string => String(BigInt(id) + BigInt(earlier) * IDS_EACH);
export const firstIdAfter = (earlier: number): string => idAfter(String(FIRST_ID), earlier);

export interface OpenedMarket extends Market {
  nextId: string;
}

/** Ids follow the order of the plan, so that they are the same with any options but the number of earlier advertisers. */
export function openMarket(options: MarketOptions): OpenedMarket {
  const { seed, earlier = 0 } = options;
  const accounts = Object.values(ACCOUNTS).map((account) => ({ ...account, id: idAfter(account.id, earlier) }));
  const market: OpenedMarket = { seed, accounts, campaigns: [], adSets: [], ads: [], creatives: [], nextId: '' };
  let id = BigInt(firstIdAfter(earlier));
  const takeId = (): string => {
    id += ID_STEP;
    return String(id);
  };
  for (const plan of CAMPAIGNS) addCampaign(market, plan, options, takeId);
  return { ...market, nextId: takeId() };
}

function addCampaign(market: Market, plan: CampaignPlan, options: MarketOptions, takeId: () => string): void {
  const scaled = (amount: number): number => Math.max(1, Math.round(amount * options.scale));
  const campaignId = takeId();
  const accountId = idAfter(ACCOUNTS[plan.account].id, options.earlier ?? 0);
  const total = plan.adSets.reduce((sum, { budget }) => sum + scaled(budget), 0);
  market.campaigns.push({
    id: campaignId,
    accountId,
    name: plan.name,
    objective: 'SALES',
    statuses: [{ from: options.since ?? ALWAYS, value: 'ACTIVE' }],
    budgets: plan.hasBudget ? [{ from: ALWAYS, value: total }] : [],
  });
  for (const set of plan.adSets) {
    const createdOn = set.startedDaysAgo === undefined ? ALWAYS : daysBefore(options.today, set.startedDaysAgo);
    const adSet: SandboxAdSet = {
      id: takeId(),
      campaignId,
      name: set.name,
      createdOn,
      edits: [],
      weight: set.budget,
      statuses: [{ from: createdOn, value: 'ACTIVE' }],
      audience: scaled(set.budget) * AUDIENCE,
      costPerClick: set.costPerClick,
      budgets: plan.hasBudget ? [] : [{ from: createdOn, value: scaled(set.budget) }],
    };
    market.adSets.push(adSet);
    for (const ad of set.ads) addAd(market, { plan, ad, adSet, accountId, today: options.today }, takeId);
  }
}

interface NewAd {
  plan: CampaignPlan;
  ad: AdPlan;
  adSet: SandboxAdSet;
  accountId: string;
  today: string;
}

function addAd(market: Market, { plan, ad, adSet, accountId, today }: NewAd, takeId: () => string): void {
  const creativeId = takeId();
  market.creatives.push({
    id: creativeId,
    accountId,
    name: ad.name,
    kind: ad.kind ?? 'image',
    landingPage: LANDING_PAGE,
    ...contentOf(ad.name),
    urlTags: `utm_source=${plan.network}&utm_medium=${plan.network === 'google' || plan.network === 'bing' ? 'cpc' : 'paid-social'}`,
  });
  const sandboxAd: SandboxAd = {
    id: takeId(),
    adSetId: adSet.id,
    name: ad.name,
    createdOn: adSet.createdOn,
    weight: ad.weight,
    statuses: [{ from: adSet.createdOn, value: 'ACTIVE' }],
    creatives: [{ from: adSet.createdOn, value: creativeId }],
    impressions: plan.name === 'Brand' ? BRAND_IMPRESSIONS : IMPRESSIONS[plan.network],
    ...(ad.tiredDaysAgo === undefined ? {} : { tiredFrom: daysBefore(today, ad.tiredDaysAgo) }),
  };
  if (ad.pausedDaysAgo !== undefined) sandboxAd.statuses.push({ from: daysBefore(today, ad.pausedDaysAgo), value: 'PAUSED' });
  market.ads.push(sandboxAd);
}

const daysBefore = (day: string, days: number): string => Temporal.PlainDate.from(day).subtract({ days }).toString();
