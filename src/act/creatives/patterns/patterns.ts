// Patterns and archetypes of a workspace's profiles, through the door. Sentences say what went with what, never why.
import type { ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { type Answer, type Call, reading } from '../../../base/contract/operation.ts';
import { money } from '../../recommendations/index.ts';
import { dimensions } from '../analysis/dimensions.ts';
import { patternFigures, type Receipted, receiptsOf } from '../receipts.ts';
import { FEWEST_ADS } from './archetype.ts';
import type { Metric } from './compare.ts';
import { FALSE_DISCOVERIES } from './discover.ts';
import { type OpenedProfile, openedProfiles } from './opened-profiles.ts';
import { ARCHETYPE, type Effect, type LevelFound, type ProfilePatterns, patternsOf, spentOn } from './profile-patterns.ts';

type Pattern = Answer<'listCreativePatterns'>['data'][number];
type Meta = Answer<'listCreativePatterns'>['meta'];
type Caller = Pick<Call<'listCreativePatterns'>, 'principal' | 'workspaceId'>;

const rounded = (value: number, places = 4): number => Number(value.toFixed(places));

const WHAT: Record<Metric, string> = { sales: 'sales per spend', clicks: 'clicks per time shown' };

const shownEffect = (effect: Effect | null) =>
  effect && {
    ratio: rounded(effect.ratio),
    low: rounded(effect.low),
    high: rounded(effect.high),
    p_higher: rounded(effect.higher),
    adsets: effect.adsets,
    holds_in: effect.holdsIn,
    verdict: effect.verdict,
  };

const percent = (ratio: number): string => `${ratio >= 1 ? '+' : '−'}${Math.abs(Math.round((ratio - 1) * 100))} %`;

function sentenceOf({ dimension, level, effects }: LevelFound): string {
  const name = dimension === ARCHETYPE ? level.replaceAll('_', ' ') : `${dimension} ${level}`.replaceAll('_', ' ');
  const effect = effects.sales;
  if (!effect) return `Ads with ${name} never ran beside others of their ad set.`;
  const { ratio, low, high, holdsIn, adsets, verdict } = effect;
  const range = `${percent(ratio)} ${WHAT.sales} (90 %: ${percent(low)} to ${percent(high)}), in ${holdsIn} of ${adsets} ad sets`;
  if (verdict === 'directional') return `Ads with ${name} went with ${range}; too few to say more.`;
  if (verdict === 'unclear') return `Ads with ${name} went with ${range}; that may be chance.`;
  return `Ads with ${name} went with ${range}.`;
}

export function patternOf({ profileId, profileName, patterns }: Read, found: LevelFound): Pattern {
  return {
    profile_id: profileId,
    profile_name: profileName,
    dimension: found.dimension,
    level: found.level,
    ads: found.ads,
    adsets: found.adsets,
    spend: money(found.spend, patterns.meta?.currency ?? ''),
    sales: rounded(found.sales, 3),
    clicks: found.clicks,
    impressions: found.impressions,
    on_sales: shownEffect(found.effects.sales),
    on_clicks: shownEffect(found.effects.clicks),
    text: sentenceOf(found),
  };
}

export interface Read extends OpenedProfile {
  patterns: ProfilePatterns;
}

/** One profile after the other: a page of many must not take every place that reports have. */
async function readAll(base: ReadBase, { principal, workspaceId }: Caller, only: string | undefined): Promise<Read[]> {
  const read: Read[] = [];
  for (const profile of openedProfiles(base, { principal, workspaceId }, only))
    read.push({ ...profile, patterns: await patternsOf(base, workspaceId, profile.profileId) });
  return read;
}

const metaOf = (workspaceId: string, read: readonly Read[]): Meta => ({
  workspace_id: workspaceId,
  false_discoveries: FALSE_DISCOVERIES,
  profiles: read.flatMap(({ profileId, profileName, patterns: { meta, tags, totals } }) =>
    meta
      ? [
          {
            profile_id: profileId,
            profile_name: profileName,
            window_from: meta.window.from,
            window_to: meta.window.to,
            goal: meta.goal,
            model: meta.model,
            currency: meta.currency,
            version: meta.version,
            ads: totals.size,
            labelled: tags.size,
          },
        ]
      : [],
  ),
});

const receiptedOf = (read: readonly Read[], data: readonly Pattern[]): Receipted[] =>
  read.flatMap(({ profileId, patterns: { meta } }) =>
    meta
      ? [{ profileId, version: meta.version, plan: meta.plan, figures: () => patternFigures(data, profileId, meta.currency) }]
      : [],
  );

const ORDER = ['higher', 'lower', 'unclear', 'directional'];
const rankOf = ({ on_sales: on }: Pattern): number => (on ? ORDER.indexOf(on.verdict) : ORDER.length);
const bySurest = (a: Pattern, b: Pattern): number =>
  rankOf(a) - rankOf(b) ||
  Number(b.spend) - Number(a.spend) ||
  (`${a.profile_id} ${a.dimension} ${a.level}` < `${b.profile_id} ${b.dimension} ${b.level}` ? -1 : 1);

export const listCreativePatterns = reading('listCreativePatterns', async ({ principal, workspaceId, params }, base) => {
  const { dimension, profile_id } = params;
  if (dimension !== undefined && !dimensions().some((each) => each.dimension === dimension))
    throw new ApiError(
      'invalid_parameter',
      `dimension: ${JSON.stringify(dimension)} is none of ${dimensions()
        .map((each) => each.dimension)
        .join(', ')}.`,
    );
  const read = await readAll(base, { principal, workspaceId }, profile_id);
  const data = read.flatMap((profile) =>
    profile.patterns.levels
      .filter((found) => found.dimension !== ARCHETYPE && (dimension === undefined || found.dimension === dimension))
      .map((found) => patternOf(profile, found)),
  );
  const sorted = data.sort(bySurest);
  return { data: sorted, meta: metaOf(workspaceId, read), ...receiptsOf(params, receiptedOf(read, sorted)) };
});

export const listCreativeArchetypes = reading('listCreativeArchetypes', async ({ principal, workspaceId, params }, base) => {
  const read = await readAll(base, { principal, workspaceId }, params.profile_id);
  const data = read.flatMap((profile) => {
    const spent = spentOn(profile.patterns);
    return profile.patterns.levels
      .filter((found) => found.dimension === ARCHETYPE && found.ads >= FEWEST_ADS)
      .map((found) => ({ ...patternOf(profile, found), share_of_spend: spent > 0 ? rounded(found.spend / spent) : 0 }));
  });
  const sorted = data.sort(bySurest);
  return { data: sorted, meta: metaOf(workspaceId, read), ...receiptsOf(params, receiptedOf(read, sorted)) };
});
