// The leaderboard through the door, filtered and with pictures, and its six counters.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import { resolvePlatform } from '../../collect/events/index.ts';
import { AD_PLATFORMS } from '../../providers/ad-platform.ts';
import { asWarnings, rateWarnings } from '../../report/analytics/index.ts';
import { pictureAddresses } from '../connections/index.ts';
import { boardOf, briefOf, metaOf, type Placed, rowOf } from './board.ts';
import { leaderFigures } from './leader-receipts.ts';
import { receiptsOf } from './receipts.ts';

type Row = Answer<'listTopPerformers'>['data'][number];

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
  const { profile_id, platform, status, sort, limit } = params;
  const board = await boardOf(base, { principal, workspaceId }, profile_id, sort);
  const platforms = platformsAsked(board.rows, platform);
  const rows = board.rows.filter(
    ({ ad }) =>
      (platforms === undefined || platforms.has(resolvePlatform(ad.platform).platform)) &&
      (status === undefined || status.some((each) => each === ad.status)),
  );
  const placed = rows.slice(0, limit);
  const parts = [...board.sources].map(([profileId, source]) => ({
    profileId,
    version: source.version,
    plan: source.plan,
    figures: () => leaderFigures(placed, profileId, source.priors),
  }));
  const { warnings = [], ...receipts } = receiptsOf(params, parts);
  return {
    data: withPictures(
      base,
      placed.map((row, at) => rowOf(row, at + 1, board.currency)),
    ),
    meta: { ...metaOf(workspaceId, board), ads: rows.length },
    ...receipts,
    ...asWarnings([...rateWarnings(board.unpriced), ...warnings]),
  };
});

export const getTopPerformersBrief = reading('getTopPerformersBrief', async ({ principal, workspaceId, params }, base) => {
  const board = await boardOf(base, { principal, workspaceId }, params.profile_id);
  return { data: briefOf(board), meta: metaOf(workspaceId, board), ...asWarnings(rateWarnings(board.unpriced)) };
});
