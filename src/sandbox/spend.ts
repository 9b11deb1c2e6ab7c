// The spend of the sandbox's ads: a pure function of the seed, the day and the history of statuses and budgets. It is not stored, so any day can be
// computed again, and a change counts from its day on.
import { Temporal } from 'temporal-polyfill';
import { type Market, onDay, type SandboxAd, type SandboxAdSet, type SandboxCampaign } from './state.ts';

export interface AdDay {
  ad: SandboxAd;
  adSet: SandboxAdSet;
  campaign: SandboxCampaign;
  day: string;
  /** Smallest units of the account's currency. */
  spend: number;
  impressions: number;
  clicks: number;
  reach: number;
  /** Of a video: views of at least three seconds, and views to its end or of fifteen seconds. */
  video?: { hooked: number; held: number };
}

export const LEARNING_DAYS = 7;
const LEARNING_COST = 1.15;
/** The increase of a click's price for each whole audience that is spent beyond the first. */
const SATURATION = 0.6;
/** Share of clicks that a tired ad keeps, a week. */
const TIRED_WEEKLY = 0.86;
const LEAST_INTEREST = 0.4;
const WEEK = [1.05, 1.02, 1, 0.98, 0.96, 0.94, 1.05];

/** Shares of a day's final figures that are reported on the day itself (of its hours) and on the three days after it. */
const REPORTED = [0.9, 0.96, 0.985, 0.995];

/** Uniform in 0 ≤ x < 1, by a hash of the words: the same on every machine. */
export function noise(seed: number, ...words: string[]): number {
  let hash = (seed ^ 0x811c9dc5) >>> 0;
  for (const letter of words.join('\n')) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296;
}

/** The final figures of a day of an account: a row for each ad that was shown. */
export function finalDay(market: Market, accountId: string, day: string): AdDay[] {
  return market.campaigns
    .filter((campaign) => campaign.accountId === accountId && onDay(campaign.statuses, day) === 'ACTIVE')
    .flatMap((campaign) => campaignDay(market, campaign, day));
}

/** The figures of a day as reported on a day: later days complete them. @param hours Share of today that has passed. */
export function reportedDay(market: Market, accountId: string, day: string, now: { today: string; hours: number }): AdDay[] {
  const age = Temporal.PlainDate.from(day).until(now.today, { largestUnit: 'days' }).days;
  if (age < 0) return [];
  const share = (REPORTED[age] ?? 1) * (age === 0 ? now.hours : 1);
  const part = (amount: number): number => Math.floor(amount * share);
  return finalDay(market, accountId, day).map((row) => ({
    ...row,
    spend: part(row.spend),
    impressions: part(row.impressions),
    clicks: part(row.clicks),
    reach: part(row.reach),
    ...(row.video ? { video: { hooked: part(row.video.hooked), held: part(row.video.held) } } : {}),
  }));
}

function campaignDay(market: Market, campaign: SandboxCampaign, day: string): AdDay[] {
  const live = market.adSets
    .filter((adSet) => adSet.campaignId === campaign.id && onDay(adSet.statuses, day) === 'ACTIVE')
    .map((adSet) => ({ adSet, ads: market.ads.filter((ad) => ad.adSetId === adSet.id && onDay(ad.statuses, day) === 'ACTIVE') }))
    .filter(({ ads }) => ads.length > 0);
  const shared = onDay(campaign.budgets, day);
  const budgets =
    shared === undefined
      ? undefined
      : split(
          shared,
          live.map(({ adSet }) => adSet.weight),
        );
  return live.flatMap(({ adSet, ads }, at) => {
    const budget = budgets?.[at] ?? onDay(adSet.budgets, day) ?? 0;
    return adSetDay(market, { campaign, adSet, ads, day, budget });
  });
}

interface AdSetDay {
  campaign: SandboxCampaign;
  adSet: SandboxAdSet;
  ads: SandboxAd[];
  day: string;
  budget: number;
}

function adSetDay(market: Market, { campaign, adSet, ads, day, budget }: AdSetDay): AdDay[] {
  const { seed } = market;
  const date = Temporal.PlainDate.from(day);
  const pace = 0.88 + 0.12 * noise(seed, adSet.id, day, 'pace');
  const spent = Math.min(budget, Math.round(budget * pace * (WEEK[date.dayOfWeek - 1] ?? 1)));
  const crowding = 1 + SATURATION * Math.max(0, spent / adSet.audience - 1);
  const learning = isLearning(adSet, day) ? LEARNING_COST : 1;
  const weights = ads.map((ad) => ad.weight * (0.8 + 0.4 * noise(seed, ad.id, day, 'share')));
  return split(spent, weights).map((spend, at) => {
    const ad = ads[at] as SandboxAd;
    const interest = interestIn(ad, date);
    const cost = (adSet.costPerClick * crowding * learning * (0.85 + 0.3 * noise(seed, ad.id, day, 'cost'))) / interest;
    const clicks = Math.floor(spend / cost + noise(seed, ad.id, day, 'click'));
    const impressions = Math.round(((spend / cost) * ad.impressions * (0.9 + 0.2 * noise(seed, ad.id, day, 'shown'))) / interest);
    const reach = Math.round(impressions / (1.15 + (1 - interest)));
    const shown = { campaign, adSet, ad, day, spend, clicks: Math.min(clicks, impressions), impressions, reach };
    const viewed = viewsOf(market, ad, day, impressions);
    return viewed ? { ...shown, video: viewed } : shown;
  });
}

/** Views of an ad's video: how many people it holds is its own, and differs a little by the day. */
function viewsOf({ seed, creatives }: Market, ad: SandboxAd, day: string, impressions: number): AdDay['video'] {
  const creativeId = onDay(ad.creatives, day);
  const isVideo = creatives.some(({ id, video }) => id === creativeId && video !== undefined);
  if (!isVideo) return undefined;
  const hook = (0.18 + 0.2 * noise(seed, ad.id, 'hook')) * (0.95 + 0.1 * noise(seed, ad.id, day, 'hook'));
  const hooked = Math.floor(impressions * hook);
  return { hooked, held: Math.floor(hooked * (0.2 + 0.3 * noise(seed, ad.id, 'hold'))) };
}

/** An ad set learns in its first week, and again after a change that matters. */
export function isLearning({ createdOn, edits }: SandboxAdSet, day: string): boolean {
  const first = Temporal.PlainDate.from(day)
    .subtract({ days: LEARNING_DAYS - 1 })
    .toString();
  return [createdOn, ...edits].some((edit) => edit >= first && edit <= day);
}

function interestIn({ tiredFrom }: SandboxAd, date: Temporal.PlainDate): number {
  if (tiredFrom === undefined) return 1;
  const days = Temporal.PlainDate.from(tiredFrom).until(date, { largestUnit: 'days' }).days;
  return days <= 0 ? 1 : Math.max(LEAST_INTEREST, TIRED_WEEKLY ** (days / 7));
}

/** Whole parts by weight, which sum to the total. */
function split(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let [passed, taken] = [0, 0];
  return weights.map((weight) => {
    passed += weight;
    const until = Math.round((total * passed) / sum);
    const part = until - taken;
    taken = until;
    return part;
  });
}
