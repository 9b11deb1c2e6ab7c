// A level of a dimension against the other levels, within the same ad set and on days on which both cost something: Mantel and Haenszel's ratio
// over ad sets. Ads differ for reasons of their own, so the variance has a part between ads beside that of counting, and the ads are the sample:
// the distribution is Student's with the ads as degrees of freedom.
import { quantileOfT, tailsOfT } from './distributions.ts';

/** One ad on one day, or on days on which the same ads of its ad set cost something: then `day` is the first of them. */
export interface AdDay {
  ad: string;
  adset: string;
  day: string;
  days: number;
  spend: number;
  sales: number;
  /** Sum of the squares of the weights of its sales. */
  squares: number;
  clicks: number;
  impressions: number;
}

export type Metric = 'sales' | 'clicks';

export interface Comparison {
  /** Logarithm of the ratio, and its deviation as wide as Student's distribution makes it. */
  log: number;
  deviation: number;
  /** Probability of a difference as great without any effect; both directions. */
  chance: number;
  ads: number;
  adsets: number;
  sales: number;
  clicks: number;
  /** Ad sets in which the level is on the same side of the rest as over all. */
  holdsIn: number;
}

interface Part {
  events: number;
  squares: number;
  exposure: number;
  sales: number;
  clicks: number;
}

/** Of one ad set: what each ad of the level and of the rest had on shared days. */
interface Stratum {
  level: Part[];
  rest: Part[];
}

/** Ads are never quite alike: the least variance between them, in logarithms. */
const LEAST_BETWEEN = 0.01;
const WIDE = { tails: 0.1, z: 1.6449 };

/** By ad set: groups of days on which the same ads cost something, with one row per ad of a group. */
export type ByAdset = ReadonlyMap<string, readonly (readonly AdDay[])[]>;

function addTo(sum: AdDay, row: AdDay): void {
  sum.days += row.days;
  sum.spend += row.spend;
  sum.sales += row.sales;
  sum.squares += row.squares;
  sum.clicks += row.clicks;
  sum.impressions += row.impressions;
}

/** One row per ad. */
export function summed(rows: readonly AdDay[]): AdDay[] {
  const sums = new Map<string, AdDay>();
  for (const row of rows) {
    const sum = sums.get(row.ad);
    if (!sum) sums.set(row.ad, { ...row });
    else addTo(sum, row);
  }
  return [...sums.values()];
}

/** Which days count depends on nothing but who ran on them, so days with the same ads are one. */
function groupsOf(rows: readonly AdDay[]): AdDay[][] {
  const days = [...Map.groupBy(rows, ({ day }) => day).values()].map((own) => ({
    own,
    ads: own
      .map(({ ad }) => ad)
      .sort()
      .join(' '),
  }));
  return [...Map.groupBy(days, ({ ads }) => ads).values()].map((group) => summed(group.flatMap(({ own }) => own)));
}

/** Ad sets with more than one ad; others compare nothing. */
export function byAdset(rows: readonly AdDay[]): ByAdset {
  const sets = Map.groupBy(
    rows.filter(({ spend }) => spend > 0),
    ({ adset }) => adset,
  );
  return new Map(
    [...sets].flatMap(([adset, own]): [string, AdDay[][]][] =>
      new Set(own.map(({ ad }) => ad)).size > 1 ? [[adset, groupsOf(own)]] : [],
    ),
  );
}

/** A row of a group with its ad's level of a dimension. */
export interface Leveled {
  row: AdDay;
  level: string;
}

/** An ad set with the levels of one dimension; ads without one are on no side and left out. */
export interface LeveledSet {
  groups: readonly (readonly Leveled[])[];
  /** One row per ad, over all groups. */
  all: readonly Leveled[];
}

/** By level, the ad sets that have an ad with it. */
export function setsByLevel(sets: ByAdset, levelOf: (ad: string) => string | undefined): Map<string, LeveledSet[]> {
  const found = new Map<string, LeveledSet[]>();
  for (const groups of sets.values()) {
    const leveled = groups.map((rows) =>
      rows.flatMap((row): Leveled[] => {
        const level = levelOf(row.ad);
        return level === undefined ? [] : [{ row, level }];
      }),
    );
    const set = { groups: leveled, all: summedByAd(leveled) };
    for (const level of new Set(set.all.map((each) => each.level))) {
      const own = found.get(level);
      if (own) own.push(set);
      else found.set(level, [set]);
    }
  }
  return found;
}

const partOf = ({ sales, squares, spend, clicks, impressions }: AdDay, metric: Metric): Part =>
  metric === 'sales'
    ? { events: sales, squares, exposure: spend, sales, clicks }
    : { events: clicks, squares: clicks, exposure: impressions, sales, clicks };

function summedByAd(groups: LeveledSet['groups']): Leveled[] {
  const sums = new Map<string, Leveled>();
  for (const { row, level } of groups.flat()) {
    const sum = sums.get(row.ad);
    if (sum) addTo(sum.row, row);
    else sums.set(row.ad, { level, row: { ...row } });
  }
  return [...sums.values()];
}

function hasBoth(rows: readonly Leveled[], level: string): boolean {
  let [hasLevel, hasRest] = [false, false];
  for (const each of rows)
    if (each.level === level) hasLevel = true;
    else hasRest = true;
  return hasLevel && hasRest;
}

/** What each ad had on days that both sides share: mostly on all. */
function sharedOf({ groups, all }: LeveledSet, level: string): readonly Leveled[] {
  const shared = groups.filter((rows) => hasBoth(rows, level));
  return shared.length === groups.length ? all : summedByAd(shared);
}

function stratumOf(shared: readonly Leveled[], level: string, metric: Metric): Stratum | undefined {
  const stratum: Stratum = { level: [], rest: [] };
  for (const each of shared) {
    const part = partOf(each.row, metric);
    if (part.exposure > 0) stratum[each.level === level ? 'level' : 'rest'].push(part);
  }
  return stratum.level.length > 0 && stratum.rest.length > 0 ? stratum : undefined;
}

const total = (parts: readonly Part[], of: keyof Part): number => parts.reduce((sum, part) => sum + part[of], 0);

interface Weighed {
  part: Part;
  isLevel: boolean;
  /** Share of the exposure of the other side. */
  weight: number;
  /** Expected events under the ratio. */
  expected: number;
  /** Its share of its ad set's expected events. */
  share: number;
}

function allWeighed(strata: readonly Stratum[], ratio: number): Weighed[] {
  const found: Weighed[] = [];
  for (const stratum of strata) weigh(stratum, ratio, found);
  return found;
}

/** Into a list: as many short ones would take longer than the arithmetic. */
function weigh({ level, rest }: Stratum, ratio: number, into: Weighed[]): void {
  const [own, others] = [total(level, 'exposure'), total(rest, 'exposure')];
  const all = own + others;
  const events = total(level, 'events') + total(rest, 'events');
  const rate = events / (others + ratio * own);
  const each = (parts: readonly Part[], isLevel: boolean): void => {
    for (const part of parts) {
      const expected = (isLevel ? ratio : 1) * rate * part.exposure;
      const share = events > 0 ? expected / events : 0;
      into.push({ part, isLevel, weight: (isLevel ? others : own) / all, expected, share });
    }
  };
  each(level, true);
  each(rest, false);
}

/** Variance between ads beyond counting, by moments of what is left after the ratio. */
function betweenAds(ads: readonly Weighed[], perEvent: number): number {
  let [left, scale] = [0, 0];
  for (const { part, expected, share } of ads) {
    left += (part.events - expected) ** 2 - perEvent * expected * (1 - share);
    scale += expected ** 2 * (1 - share);
  }
  return scale > 0 ? Math.max(LEAST_BETWEEN, left / scale) : LEAST_BETWEEN;
}

const varianceOfOne = ({ weight, expected }: Weighed, perEvent: number, between: number): number =>
  weight ** 2 * (perEvent * expected + between * expected ** 2);

const varianceOf = (ads: readonly Weighed[], perEvent: number, between: number): number =>
  ads.reduce((sum, ad) => sum + varianceOfOne(ad, perEvent, between), 0);

const sumOf = (ads: readonly Weighed[], isLevel: boolean, of: (ad: Weighed) => number): number =>
  ads.reduce((sum, ad) => (ad.isLevel === isLevel ? sum + of(ad) : sum), 0);

/** Ads that weigh little teach little of the variance: Satterthwaite's count of them, without what ad sets and the ratio take. */
function degreesOf(ads: readonly Weighed[], adsets: number, perEvent: number, between: number): number {
  let [sum, squares] = [0, 0];
  for (const ad of ads) {
    const part = varianceOfOne(ad, perEvent, between);
    sum += part;
    squares += part ** 2;
  }
  const counted = sum > 0 ? sum ** 2 / squares : 0;
  return Math.max(1, (counted * (ads.length - adsets - 1)) / ads.length);
}

/** A level against the rest of its ad sets. */
export function compare(sets: readonly LeveledSet[], level: string): Record<Metric, Comparison | undefined> {
  const shared = sets.map((set) => sharedOf(set, level)).filter((ads) => ads.length > 0);
  const by = (metric: Metric): Comparison | undefined =>
    comparisonOf(shared.flatMap((ads) => stratumOf(ads, level, metric) ?? []));
  return { sales: by('sales'), clicks: by('clicks') };
}

/** Undefined where no ad set has both sides on one day. */
function comparisonOf(strata: readonly Stratum[]): Comparison | undefined {
  if (strata.length === 0) return undefined;
  const parts = strata.flatMap(({ level, rest }) => [...level, ...rest]);
  const events = total(parts, 'events');
  if (!(events > 0)) return undefined;
  const perEvent = total(parts, 'squares') / events;
  const equal = allWeighed(strata, 1);
  const seen = (isLevel: boolean): number => sumOf(equal, isLevel, ({ weight, part }) => weight * part.events);
  // Half an event on either side: a level without any has a ratio too.
  const half = 0.5 * perEvent * (sumOf(equal, true, ({ weight }) => weight) / equal.filter(({ isLevel }) => isLevel).length);
  const [one, other] = [seen(true) + half, seen(false) + half];
  const fitted = allWeighed(strata, one / other);
  const between = betweenAds(fitted, perEvent);
  const [level, rest] = [fitted.filter(({ isLevel }) => isLevel), fitted.filter(({ isLevel }) => !isLevel)];
  const degrees = degreesOf(fitted, strata.length, perEvent, between);
  const deviation = Math.sqrt(varianceOf(level, perEvent, between) / one ** 2 + varianceOf(rest, perEvent, between) / other ** 2);
  const score = (seen(true) - seen(false)) / Math.sqrt(varianceOf(equal, perEvent, between));
  const log = Math.log(one / other);
  return {
    log,
    deviation: (deviation * quantileOfT(WIDE.tails, degrees)) / WIDE.z,
    chance: tailsOfT(score, degrees),
    ads: level.length,
    adsets: strata.length,
    holdsIn: strata.filter((each) => sideOf(each) === Math.sign(log)).length,
    sales: strata.reduce((sum, { level: own }) => sum + total(own, 'sales'), 0),
    clicks: strata.reduce((sum, { level: own }) => sum + total(own, 'clicks'), 0),
  };
}

const sideOf = ({ level, rest }: Stratum): number =>
  Math.sign(total(level, 'events') / total(level, 'exposure') - total(rest, 'events') / total(rest, 'exposure'));
