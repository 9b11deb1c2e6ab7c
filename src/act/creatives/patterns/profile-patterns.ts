// The effects of levels in one profile: each dimension and the archetypes, by sales per spend and by clicks per impression, with what is a discovery.
import { liveProfiles } from '../../../account/places/index.ts';
import { profileSettings } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import { localDay } from '../../../base/kit/time/zone-shifts.ts';
import { cachedByVersion } from '../../../report/analytics/index.ts';
import { gateOf } from '../analysis/gate.ts';
import { countedTags } from '../analysis/tags.ts';
import { archetypeOf } from './archetype.ts';
import { type Belief, beliefAfter, chanceUpTo, type Prior, priorsOf, quantileOf, type Seen } from './belief.ts';
import { type AdDay, byAdset, type Comparison, compare, type Metric, setsByLevel, summed } from './compare.ts';
import { discoveryLimit } from './discover.ts';
import { type DaysRead, daysOf } from './read-days.ts';

export const ARCHETYPE = 'archetype';
export const METRICS: readonly Metric[] = ['sales', 'clicks'];
const FLOOR = { ads: 3, adsets: 2, clicks: 30, sales: 5 };
/** Other profiles that a prior is learned from. */
const MOST_OTHERS = 20;

export type Verdict = 'higher' | 'lower' | 'unclear' | 'directional';

export interface Effect {
  ratio: number;
  low: number;
  high: number;
  /** P(more than the rest). */
  higher: number;
  adsets: number;
  holdsIn: number;
  verdict: Verdict;
  belief: Belief;
}

/** A level with the ads that have it, over all days. */
export interface LevelFound {
  dimension: string;
  level: string;
  ads: number;
  adsets: number;
  spend: number;
  sales: number;
  clicks: number;
  impressions: number;
  effects: Record<Metric, Effect | null>;
}

export interface ProfilePatterns {
  levels: LevelFound[];
  priors: Prior[];
  tags: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** One row per ad, over all days. */
  totals: ReadonlyMap<string, AdDay>;
  /** Undefined where no payment counts as a conversion. */
  meta?: DaysRead['meta'];
}

/** Of all ads on all days. */
export const spentOn = ({ totals }: Pick<ProfilePatterns, 'totals'>): number =>
  [...totals.values()].reduce((sum, { spend }) => sum + spend, 0);

interface Compared extends Omit<LevelFound, 'effects'> {
  comparisons: Record<Metric, Comparison | undefined>;
}

interface ComparedProfile extends Pick<ProfilePatterns, 'tags' | 'totals' | 'meta'> {
  levels: Compared[];
}

/** Changes with every tag that may count. */
function stampOf(base: ReadBase, profileIds: readonly string[]): string {
  const stamp = base.state.statement('act/creatives/tags_stamp').get({ profile_ids: JSON.stringify(profileIds) });
  return JSON.stringify(stamp);
}

const profilesBeside = (base: ReadBase, workspaceId: string, profileId: string): string[] =>
  liveProfiles(base, workspaceId)
    .filter((each) => each !== profileId)
    .slice(0, MOST_OTHERS);

const keyed = (base: ReadBase, workspaceId: string, profileId: string, what: string): unknown => [
  'creatives',
  what,
  localDay(base.clock.now(), profileSettings(base, profileId).timezone),
  stampOf(base, liveProfiles(base, workspaceId)),
];

function comparedOf(base: ReadBase, workspaceId: string, profileId: string): Promise<ComparedProfile> {
  return cachedByVersion(base, profileId, keyed(base, workspaceId, profileId, 'compared'), async () => {
    const { rows, meta } = await daysOf(base, profileId);
    const tags = withArchetypes(countedTags(base, profileId, gateOf(base, workspaceId)));
    const totals = totalsOf(rows);
    const own = new Map([...tags].filter(([ad]) => totals.has(ad)));
    return { totals, tags: own, levels: compareAll(rows, own, totals), ...(meta === undefined ? {} : { meta }) };
  });
}

const withArchetypes = (tags: ReadonlyMap<string, ReadonlyMap<string, string>>): Map<string, ReadonlyMap<string, string>> =>
  new Map(
    [...tags].map(([ad, levels]) => {
      const archetype = archetypeOf(levels);
      return [ad, archetype === undefined ? levels : new Map([...levels, [ARCHETYPE, archetype]])];
    }),
  );

/** A person's word that an ad has nothing of a dimension: it is one of the rest. */
const NOTHING = 'none';

const totalsOf = (rows: readonly AdDay[]): Map<string, AdDay> => new Map(summed(rows).map((total) => [total.ad, total]));

export function compareAll(rows: readonly AdDay[], tags: ProfilePatterns['tags'], totals = totalsOf(rows)): Compared[] {
  const sets = byAdset(rows);
  const names = new Set([...tags.values()].flatMap((levels) => [...levels.keys()]));
  return [...names].sort().flatMap((dimension) => {
    const levelOf = (ad: string): string | undefined => tags.get(ad)?.get(dimension);
    const byLevel = setsByLevel(sets, levelOf);
    const owned = Map.groupBy(
      [...totals.values()].filter(({ ad }) => levelOf(ad) !== undefined),
      ({ ad }) => levelOf(ad) ?? NOTHING,
    );
    return [...owned]
      .filter(([level]) => level !== NOTHING)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([level, own]): Compared => {
        const sum = (of: (row: AdDay) => number): number => own.reduce((all, row) => all + of(row), 0);
        return {
          dimension,
          level,
          ads: own.length,
          adsets: new Set(own.map(({ adset }) => adset)).size,
          spend: sum((row) => row.spend),
          sales: sum((row) => row.sales),
          clicks: sum((row) => row.clicks),
          impressions: sum((row) => row.impressions),
          comparisons: compare(byLevel.get(level) ?? [], level),
        };
      });
  });
}

const isFloorMet = (found: Comparison): boolean =>
  found.ads >= FLOOR.ads && found.adsets >= FLOOR.adsets && found.clicks >= FLOOR.clicks && found.sales >= FLOOR.sales;

const seenIn = (levels: readonly Compared[], metric: Metric): Seen[] =>
  levels.flatMap(({ comparisons }) => comparisons[metric] ?? []).filter(isFloorMet);

function effectOf(found: Comparison, priors: readonly Prior[], limit: number): Effect {
  const belief = beliefAfter(priors, found);
  const [low, middle, high] = [0.05, 0.5, 0.95].map((share) => Math.exp(quantileOf(belief, share)));
  const effect = { ratio: middle ?? 1, low: low ?? 1, high: high ?? 1, higher: 1 - chanceUpTo(belief, 0), belief };
  const isSure = found.chance <= limit && (effect.low > 1 || effect.high < 1);
  const sure = effect.low > 1 ? 'higher' : 'lower';
  const verdict = isFloorMet(found) ? (isSure ? sure : 'unclear') : 'directional';
  return { ...effect, verdict, adsets: found.adsets, holdsIn: found.holdsIn };
}

/** One limit of false discoveries for all levels and both measures. */
export function effectsOf(
  levels: readonly Compared[],
  others: readonly Compared[] = [],
): { levels: LevelFound[]; priors: Prior[] } {
  const all = levels.flatMap(({ comparisons }) => METRICS.flatMap((metric) => comparisons[metric] ?? []));
  const limit = discoveryLimit(all.filter(isFloorMet).map(({ chance }) => chance));
  const priors = {
    sales: priorsOf(seenIn(levels, 'sales'), seenIn(others, 'sales')),
    clicks: priorsOf(seenIn(levels, 'clicks'), seenIn(others, 'clicks')),
  };
  const effect = (found: Comparison | undefined, metric: Metric): Effect | null =>
    found === undefined ? null : effectOf(found, priors[metric], limit);
  return {
    priors: priors.sales,
    levels: levels.map(({ comparisons, ...level }) => ({
      ...level,
      effects: { sales: effect(comparisons.sales, 'sales'), clicks: effect(comparisons.clicks, 'clicks') },
    })),
  };
}

/** The same as long as figures, tags and the day are. */
export async function patternsOf(base: ReadBase, workspaceId: string, profileId: string): Promise<ProfilePatterns> {
  const others: Compared[] = [];
  for (const each of profilesBeside(base, workspaceId, profileId))
    others.push(...(await comparedOf(base, workspaceId, each)).levels);
  return cachedByVersion(base, profileId, [keyed(base, workspaceId, profileId, 'patterns'), others.length], async () => {
    const { levels, tags, totals, meta } = await comparedOf(base, workspaceId, profileId);
    return { tags, totals, ...effectsOf(levels, others), ...(meta === undefined ? {} : { meta }) };
  });
}
