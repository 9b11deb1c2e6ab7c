// Lists of recommendations: of a profile by status, kind and platform, and what is open in the profiles of a workspace.
import { reachableProfiles } from '../../account/apps/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading } from '../../base/contract/operation.ts';
import { resolvePlatform } from '../../collect/events/index.ts';
import { AD_PLATFORMS } from '../../providers/ad-platform.ts';
import { type Place, placeAfter, readPlace } from './cursor.ts';
import { KINDS } from './evidence/judge.ts';
import { type Recommendation, recommendationOf } from './recommendation.ts';
import { shownOf } from './shown.ts';

/** The most of a workspace's list: each profile has at most ten. */
const MOST_OPEN = 10;

interface Wanted {
  statuses: readonly string[];
  kinds: readonly string[];
  platforms: readonly string[] | undefined;
  after: Place | undefined;
  limit: number;
}

function pageOf(base: ReadBase, profileId: string, { statuses, kinds, platforms, after, limit }: Wanted): Recommendation[] {
  const rows = base.state.statement('act/recommendations/recommendations_list').all({
    profile_id: profileId,
    statuses: JSON.stringify(statuses),
    kinds: JSON.stringify(kinds),
    limit,
    platforms: platforms === undefined ? null : JSON.stringify(platforms),
    before_at: after?.createdAt ?? null,
    after_wrong: after?.wrong ?? null,
    after_id: after?.id ?? null,
  });
  return rows.map(recommendationOf);
}

const nameOf = (platform: string): string => resolvePlatform(platform).platform;

/** Platforms of connections, and platforms that spend was sent for. */
function checkedPlatforms(base: ReadBase, profileId: string, asked: readonly string[] | undefined): string[] | undefined {
  if (asked === undefined) return undefined;
  const own = base.state.statement('act/recommendations/recommendation_platforms').all({ profile_id: profileId });
  const existing = [...new Set<string>([...AD_PLATFORMS, ...own.map(({ platform }) => platform)])];
  const named = new Set(asked.map(nameOf));
  const unknown = asked.filter((platform) => !existing.some((each) => nameOf(each) === nameOf(platform)));
  if (unknown.length > 0)
    throw new ApiError(
      'invalid_parameter',
      `platform: ${unknown.map((each) => JSON.stringify(each)).join(', ')} is no platform here.`,
    );
  // One made before platforms had one name may be under another.
  return [...named, ...existing.filter((platform) => named.has(nameOf(platform)))];
}

/** One that needed an approval was applied too. */
const withApproved = (statuses: readonly string[]): readonly string[] =>
  statuses.includes('applied') ? [...statuses, 'approved'] : statuses;

export const listRecommendations = reading('listRecommendations', ({ params, profile: { profileId } }, base) => {
  const { status, kind = KINDS, platform, limit, cursor } = params;
  const after = cursor === undefined ? undefined : readPlace(cursor);
  const platforms = checkedPlatforms(base, profileId, platform);
  const found = pageOf(base, profileId, { statuses: withApproved(status), kinds: kind, platforms, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map((each) => shownOf(base, each)),
    meta: { profile_id: profileId },
    pagination: { has_next: last !== undefined, cursor: last ? placeAfter(last) : null },
  };
});

export const listWorkspaceRecommendations = reading('listWorkspaceRecommendations', ({ principal, workspaceId }, base) => {
  const wanted: Wanted = { statuses: ['open'], kinds: KINDS, platforms: undefined, after: undefined, limit: MOST_OPEN };
  const data = reachableProfiles(base, principal, workspaceId).flatMap(({ profileId }) => {
    const { name } = profileSettings(base, profileId);
    return pageOf(base, profileId, wanted).map((each) => ({ profile_name: name, recommendation: shownOf(base, each) }));
  });
  return { data, meta: { workspace_id: workspaceId } };
});

/** The number of recommendations that wait for a person and are newer than a moment. */
export const newRecommendations = (base: ReadBase, profileId: string, since: number): number =>
  base.state.statement('act/recommendations/recommendations_newer').get({ profile_id: profileId, since })?.n ?? 0;
