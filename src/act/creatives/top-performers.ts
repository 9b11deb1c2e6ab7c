// The leaderboard of a workspace: the ads of its profiles by the cost that a sale has at worst, so that luck does not lead, and its six counters.
import { reachableProfiles } from '../../account/apps/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import { reportingCurrencyOf } from '../../account/workspaces/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, type Call, reading } from '../../base/contract/operation.ts';
import { resolvePlatform } from '../../collect/events/index.ts';
import { ONE, ratesInto, usesReferenceRates } from '../../credit/rates/index.ts';
import { AD_PLATFORMS } from '../../providers/ad-platform.ts';
import { asWarnings, rateWarnings } from '../../report/analytics/index.ts';
import { pictureAddresses } from '../connections/index.ts';
import { adKey, count, money } from '../recommendations/index.ts';
import { type Leader, type Leaders, leadersOf } from './leaders.ts';

type Shown = Answer<'listTopPerformers'>;
type Row = Shown['data'][number];
type Caller = Pick<Call<'listTopPerformers'>, 'principal' | 'workspaceId'>;

interface Board {
  currency: string;
  profiles: Shown['meta']['profiles'];
  rows: Placed[];
  /** Currencies that have no rate into that of the workspace. */
  unpriced: string[];
}

interface Placed extends Leader {
  profileId: string;
  profileName: string;
  currency: string;
  /** The value of a unit of the profile's currency in the workspace's; null without a rate. */
  rate: number | null;
}

const worstOf = ({ interval, rate }: Placed): number => (rate === null ? Number.POSITIVE_INFINITY : interval.high * rate);
const spentOf = ({ spend, rate }: Placed): number => spend * (rate ?? 1);
const keyOf = (row: Placed): string => `${row.profileId} ${adKey(row.ad)}`;

const byWorst = (a: Placed, b: Placed): number => {
  const [one, other] = [worstOf(a), worstOf(b)];
  if (one !== other) return one < other ? -1 : 1;
  return spentOf(b) - spentOf(a) || (keyOf(a) < keyOf(b) ? -1 : 1);
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
async function boardOf(base: ReadBase, { principal, workspaceId }: Caller, only: string | undefined): Promise<Board> {
  const reached = reachableProfiles(base, principal, workspaceId);
  const wanted = reached.filter(({ profileId }) => only === undefined || profileId === only.toLowerCase());
  if (only !== undefined && wanted.length === 0) throw new ApiError('not_found', 'The workspace has no such profile.');
  const currency = reportingCurrencyOf(base, workspaceId);
  const board: Board = { currency, profiles: [], rows: [], unpriced: [] };
  for (const { profileId } of wanted) {
    const { data, meta } = await leadersOf(base, profileId);
    const { name } = profileSettings(base, profileId);
    if (!meta) continue;
    const { window, goal, model, version } = meta;
    const rate = rateOf(base, profileId, currency, meta);
    if (rate === null && data.length > 0) board.unpriced.push(meta.currency);
    board.profiles.push({
      ...{ profile_id: profileId, profile_name: name, goal, model, currency: meta.currency, version },
      ...{ window_from: window.from, window_to: window.to, ads: data.length },
    });
    board.rows.push(...data.map((each) => ({ ...each, profileId, profileName: name, currency: meta.currency, rate })));
  }
  return { ...board, rows: board.rows.sort(byWorst), unpriced: [...new Set(board.unpriced)].sort() };
}

function platformsAsked(rows: readonly Placed[], asked: readonly string[] | undefined): Set<string> | undefined {
  if (asked === undefined) return undefined;
  const existing = new Set([...AD_PLATFORMS, ...rows.map(({ ad }) => ad.platform)].map((each) => resolvePlatform(each).platform));
  const unknown = asked.filter((each) => !existing.has(resolvePlatform(each).platform));
  if (unknown.length > 0)
    throw new ApiError(
      'invalid_parameter',
      `platform: ${unknown.map((each) => JSON.stringify(each)).join(', ')} is no platform here.`,
    );
  return new Set(asked.map((each) => resolvePlatform(each).platform));
}

const share = (value: number): number => Math.round(value * 10_000) / 10_000;

function moneyOf({ spend, cost, interval }: Leader, rate = 1) {
  return {
    ...{ spend: money(spend * rate), cost_per_cash_outcome: cost === null ? null : money(cost * rate) },
    interval: { low: money(interval.low * rate), high: money(interval.high * rate) },
  };
}

function rowOf(placed: Placed, rank: number, currency: string): Row {
  const { ad, rate } = placed;
  return {
    ...{ rank, profile_id: placed.profileId, profile_name: placed.profileName, platform: ad.platform, account_id: ad.accountId },
    ...{ ad_id: ad.adId, ad_name: ad.name, adset_id: ad.adsetId, campaign_id: ad.campaignId, creative_id: ad.creativeId },
    ...{ status: ad.status, thumbnail_url: null, currency: placed.currency, ...moneyOf(placed) },
    attributed_cash_outcomes: String(count(placed.sales)),
    compared: rate === null ? null : { currency, ...moneyOf(placed, rate) },
    p_cheaper: placed.cheaper === null ? null : share(placed.cheaper),
    ...{ fatigue: placed.fatigue, is_proven: placed.isProven, is_winner: placed.isWinner, is_new: placed.isNew },
  };
}

function withPictures(base: ReadBase, rows: readonly Row[]): Row[] {
  const byProfile = Map.groupBy(rows, ({ profile_id }) => profile_id);
  const addresses = new Map(
    [...byProfile].map(([profileId, own]) => [
      profileId,
      pictureAddresses(
        base,
        profileId,
        own.flatMap(({ creative_id }) => creative_id ?? []),
      ),
    ]),
  );
  return rows.map((row) => ({
    ...row,
    thumbnail_url: row.creative_id === null ? null : (addresses.get(row.profile_id)?.(row.platform, row.creative_id) ?? null),
  }));
}

export const listTopPerformers = reading('listTopPerformers', async ({ principal, workspaceId, params }, base) => {
  const { profile_id, platform, status, limit } = params;
  const board = await boardOf(base, { principal, workspaceId }, profile_id);
  const platforms = platformsAsked(board.rows, platform);
  const rows = board.rows.filter(
    ({ ad }) =>
      (platforms === undefined || platforms.has(resolvePlatform(ad.platform).platform)) &&
      (status === undefined || status.some((each) => each === ad.status)),
  );
  return {
    data: withPictures(
      base,
      rows.slice(0, limit).map((row, at) => rowOf(row, at + 1, board.currency)),
    ),
    meta: { workspace_id: workspaceId, currency: board.currency, ads: rows.length, profiles: board.profiles },
    ...asWarnings(rateWarnings(board.unpriced)),
  };
});

export const getTopPerformersBrief = reading('getTopPerformersBrief', async ({ principal, workspaceId, params }, base) => {
  const { currency, rows, profiles, unpriced } = await boardOf(base, { principal, workspaceId }, params.profile_id);
  const countOf = (is: (row: Placed) => boolean): number => rows.filter(is).length;
  const unproven = rows.filter(({ isProven, rate }) => !isProven && rate !== null);
  return {
    data: {
      live: countOf(({ ad }) => ad.status === 'active'),
      proven: countOf(({ isProven }) => isProven),
      winners: countOf(({ isWinner }) => isWinner),
      fatiguing: countOf(({ fatigue }) => fatigue === 'tired'),
      unproven_spend: money(unproven.reduce((sum, row) => sum + spentOf(row), 0)),
      new: countOf(({ isNew }) => isNew),
    },
    meta: { workspace_id: workspaceId, currency, ads: rows.length, profiles },
    ...asWarnings(rateWarnings(unpriced)),
  };
});
