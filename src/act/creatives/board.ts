// The leaderboard of a workspace: the ads of its profiles by the cost that a sale has at worst, so that luck does not lead.
import { reachableProfiles } from '../../account/apps/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import { reportingCurrencyOf } from '../../account/workspaces/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Answer, Call } from '../../base/contract/operation.ts';
import type { Leaderboard, LeaderSort } from '../../base/contract/slice-hooks.ts';
import { ONE, ratesInto, usesReferenceRates } from '../../credit/rates/index.ts';
import { count, money } from '../recommendations/index.ts';
import type { Prior } from './believed-rates.ts';
import { byBelieved, type Leader, type LeaderRate, type Leaders, leadersOf, type RateName } from './leaders.ts';

type Shown = Answer<'listTopPerformers'>;
type Row = Shown['data'][number];
export type Caller = Pick<Call<'listTopPerformers'>, 'principal' | 'workspaceId'>;

export interface Board {
  currency: string;
  profiles: Shown['meta']['profiles'];
  rows: Placed[];
  /** Currencies that have no rate into that of the workspace. */
  unpriced: string[];
  /** By profile: what its figures are from. */
  sources: Map<string, NonNullable<Leaders['meta']>>;
}

export interface Placed extends Leader {
  profileId: string;
  profileName: string;
  currency: string;
  /** The value of a unit of the profile's currency in the workspace's; null without a rate. */
  rate: number | null;
}

const worstOf = ({ interval, rate }: Placed): number => (rate === null ? Number.POSITIVE_INFINITY : interval.high * rate);
export const spentOf = ({ spend, rate }: Placed): number => spend * (rate ?? 1);
/** As leaders of one profile, in the currency of the board. */
const bySpend = (a: Placed, b: Placed): number => {
  const spent = spentOf(b) - spentOf(a);
  if (spent !== 0) return spent;
  if (a.profileId !== b.profileId) return a.profileId < b.profileId ? -1 : 1;
  return a.key < b.key ? -1 : 1;
};

const byWorst = (a: Placed, b: Placed): number => {
  const [one, other] = [worstOf(a), worstOf(b)];
  if (one !== other) return one < other ? -1 : 1;
  return bySpend(a, b);
};

const byRate = (name: RateName): typeof byWorst => {
  const by = byBelieved(name);
  return (a, b) => by(a, b) || bySpend(a, b);
};

/** At the rate of the last day of the profile's window. */
function rateOf(
  base: ReadBase,
  profileId: string,
  into: string,
  { window, currency }: NonNullable<Leaders['meta']>,
): number | null {
  const range = { fromDay: window.to, toDay: window.to, currencies: [currency] };
  const units = ratesInto(base, into, { ...range, usesReference: usesReferenceRates(base, profileId) })(window.to, currency);
  return units === undefined ? null : Number(units) / Number(ONE);
}

/** One profile after the other: a page of many must not take every place that reports have. */
export async function boardOf(
  base: ReadBase,
  { principal, workspaceId }: Caller,
  only: string | undefined,
  order: LeaderSort = 'cost',
): Promise<Board> {
  const reached = reachableProfiles(base, principal, workspaceId);
  const wanted = reached.filter(({ profileId }) => only === undefined || profileId === only.toLowerCase());
  if (only !== undefined && wanted.length === 0) throw new ApiError('not_found', 'The workspace has no such profile.');
  const currency = reportingCurrencyOf(base, workspaceId);
  const board: Board = { currency, profiles: [], rows: [], unpriced: [], sources: new Map() };
  for (const { profileId } of wanted) {
    const { data, meta } = await leadersOf(base, profileId, order);
    const { name } = profileSettings(base, profileId);
    if (!meta) continue;
    const { window, goal, model, version } = meta;
    const rate = rateOf(base, profileId, currency, meta);
    board.sources.set(profileId, meta);
    if (rate === null && data.length > 0) board.unpriced.push(meta.currency);
    board.profiles.push({
      profile_id: profileId,
      profile_name: name,
      goal,
      model,
      currency: meta.currency,
      version,
      window_from: window.from,
      window_to: window.to,
      ads: data.length,
      priors: {
        hook: shownPrior(meta.priors.hook),
        hold: shownPrior(meta.priors.hold),
        click: shownPrior(meta.priors.click),
        sale: shownPrior(meta.priors.sale),
      },
    });
    board.rows.push(...placed(data, { profileId, profileName: name, currency: meta.currency, rate }));
  }
  // Those of each profile come in this order, so that the sort only merges them.
  const sorted = board.rows.sort(order === 'cost' ? byWorst : byRate(order));
  return { ...board, rows: sorted, unpriced: [...new Set(board.unpriced)].sort() };
}

const placed = (data: readonly Leader[], at: Pick<Placed, 'profileId' | 'profileName' | 'currency' | 'rate'>): Placed[] =>
  data.map((each) => ({ ...each, ...at }));

/** Of one profile, in its own currency. */
export async function profileBoard(base: ReadBase, profileId: string, sort: LeaderSort): Promise<Leaderboard | undefined> {
  const { data, meta } = await leadersOf(base, profileId, sort);
  if (!meta) return undefined;
  const { currency, window, goal, model, version } = meta;
  const profileName = profileSettings(base, profileId).name;
  const rows = placed(data, { profileId, profileName, currency, rate: 1 });
  return {
    rows: rows.map((row, at) => rowOf(row, at + 1, currency)),
    brief: briefOf({ rows, currency }),
    days: { date_from: window.from, date_to: window.to },
    goal,
    model,
    currency,
    version,
  };
}

const share = (value: number): number => Math.round(value * 10_000) / 10_000;

function moneyOf({ spend, cost, interval }: Leader, currency: string, rate = 1) {
  const amount = (value: number): string => money(value * rate, currency);
  return {
    spend: amount(spend),
    cost_per_cash_outcome: cost === null ? null : amount(cost),
    interval: { low: amount(interval.low), high: amount(interval.high) },
  };
}

const shownPrior = (prior: Prior | null): Shown['meta']['profiles'][number]['priors']['hook'] =>
  prior && { mean: share(prior.mean), weight: Math.round(prior.weight) };

const shownRate = (rate: LeaderRate | null): Row['rates']['hook'] =>
  rate && {
    rate: share(rate.rate),
    low: share(rate.low),
    high: share(rate.high),
    count: Number(count(rate.count)),
    of: Math.round(rate.of),
    shrunk: share(rate.shrunk),
  };

export function rowOf(placed: Placed, rank: number, currency: string): Row {
  const { ad, rate } = placed;
  return {
    rank,
    profile_id: placed.profileId,
    profile_name: placed.profileName,
    platform: ad.platform,
    account_id: ad.accountId,
    ad_id: ad.adId,
    ad_name: ad.name,
    adset_id: ad.adsetId,
    campaign_id: ad.campaignId,
    creative_id: ad.creativeId,
    status: ad.status,
    thumbnail_url: null,
    currency: placed.currency,
    ...moneyOf(placed, placed.currency),
    attributed_cash_outcomes: String(count(placed.sales)),
    compared: rate === null ? null : { currency, ...moneyOf(placed, currency, rate) },
    p_cheaper: placed.cheaper === null ? null : share(placed.cheaper),
    rates: {
      hook: shownRate(placed.rates.hook),
      hold: shownRate(placed.rates.hold),
      click: shownRate(placed.rates.click),
      sale: shownRate(placed.rates.sale),
    },
    fatigue: placed.fatigue,
    is_proven: placed.isProven,
    is_winner: placed.isWinner,
    is_new: placed.isNew,
  };
}

/** The six counters. */
export function briefOf({ rows, currency }: Pick<Board, 'rows' | 'currency'>): Answer<'getTopPerformersBrief'>['data'] {
  const countOf = (is: (row: Placed) => boolean): number => rows.filter(is).length;
  const unproven = rows.filter(({ isProven, rate }) => !isProven && rate !== null);
  return {
    live: countOf(({ ad }) => ad.status === 'active'),
    proven: countOf(({ isProven }) => isProven),
    winners: countOf(({ isWinner }) => isWinner),
    fatiguing: countOf(({ fatigue }) => fatigue === 'tired'),
    unproven_spend: money(
      unproven.reduce((sum, row) => sum + spentOf(row), 0),
      currency,
    ),
    new: countOf(({ isNew }) => isNew),
  };
}

export const metaOf = (workspaceId: string, { currency, rows, profiles }: Board): Shown['meta'] => ({
  workspace_id: workspaceId,
  currency,
  ads: rows.length,
  profiles,
});
