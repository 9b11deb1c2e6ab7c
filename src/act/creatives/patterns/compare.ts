// A level of a dimension against the other levels, within the same ad set and on days on which both cost something: Mantel and Haenszel's ratio
// over ad sets. Ads differ for reasons of their own, so the variance has a part between ads beside that of counting, and the ads are the sample:
// the distribution is Student's with the ads as degrees of freedom.
import { quantileOfT, tailsOfT } from './distributions.ts';

/** One ad on one day. */
export interface AdDay {
  ad: string;
  adset: string;
  day: string;
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

/** One row per ad. */
export function summed(rows: readonly AdDay[]): AdDay[] {
  const sums = new Map<string, AdDay>();
  for (const row of rows) {
    const sum = sums.get(row.ad);
    if (!sum) sums.set(row.ad, { ...row });
    else {
      sum.spend += row.spend;
      sum.sales += row.sales;
      sum.squares += row.squares;
      sum.clicks += row.clicks;
      sum.impressions += row.impressions;
    }
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

const partOf = (rows: readonly AdDay[], metric: Metric): Part => {
  const sum = (of: (row: AdDay) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const [sales, clicks] = [sum((row) => row.sales), sum((row) => row.clicks)];
  return metric === 'sales'
    ? { events: sales, squares: sum((row) => row.squares), exposure: sum((row) => row.spend), sales, clicks }
    : { events: clicks, squares: clicks, exposure: sum((row) => row.impressions), sales, clicks };
};

function stratumOf(
  groups: readonly (readonly AdDay[])[],
  side: (ad: string) => boolean | undefined,
  metric: Metric,
): Stratum | undefined {
  const shared: AdDay[] = [];
  for (const rows of groups) {
    const known = rows.filter(({ ad }) => side(ad) !== undefined);
    if (known.some(({ ad }) => side(ad) === true) && known.some(({ ad }) => side(ad) === false)) shared.push(...known);
  }
  if (shared.length === 0) return undefined;
  const parts = [...Map.groupBy(shared, ({ ad }) => ad)].map(([ad, rows]) => ({ isLevel: side(ad), part: partOf(rows, metric) }));
  const of = (isLevel: boolean): Part[] =>
    parts.flatMap((each) => (each.isLevel === isLevel && each.part.exposure > 0 ? [each.part] : []));
  const stratum = { level: of(true), rest: of(false) };
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

function weighed({ level, rest }: Stratum, ratio: number): Weighed[] {
  const [own, others] = [total(level, 'exposure'), total(rest, 'exposure')];
  const all = own + others;
  const events = total(level, 'events') + total(rest, 'events');
  const rate = events / (others + ratio * own);
  const each = (parts: readonly Part[], isLevel: boolean): Weighed[] =>
    parts.map((part) => {
      const expected = (isLevel ? ratio : 1) * rate * part.exposure;
      return { part, isLevel, weight: (isLevel ? others : own) / all, expected, share: events > 0 ? expected / events : 0 };
    });
  return [...each(level, true), ...each(rest, false)];
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

const varianceOf = (ads: readonly Weighed[], perEvent: number, between: number): number =>
  ads.reduce((sum, { weight, expected }) => sum + weight ** 2 * (perEvent * expected + between * expected ** 2), 0);

const sumOf = (ads: readonly Weighed[], isLevel: boolean, of: (ad: Weighed) => number): number =>
  ads.reduce((sum, ad) => (ad.isLevel === isLevel ? sum + of(ad) : sum), 0);

/** Ads that weigh little teach little of the variance: Satterthwaite's count of them, without what ad sets and the ratio take. */
function degreesOf(ads: readonly Weighed[], adsets: number, perEvent: number, between: number): number {
  const parts = ads.map((ad) => varianceOf([ad], perEvent, between));
  const sum = parts.reduce((all, part) => all + part, 0);
  const counted = sum > 0 ? sum ** 2 / parts.reduce((all, part) => all + part ** 2, 0) : 0;
  return Math.max(1, (counted * (ads.length - adsets - 1)) / ads.length);
}

/** Undefined where no ad set has both sides on one day. */
export function compare(sets: ByAdset, side: (ad: string) => boolean | undefined, metric: Metric): Comparison | undefined {
  const strata = [...sets.values()].flatMap((groups) => stratumOf(groups, side, metric) ?? []);
  if (strata.length === 0) return undefined;
  const parts = strata.flatMap(({ level, rest }) => [...level, ...rest]);
  const events = total(parts, 'events');
  if (!(events > 0)) return undefined;
  const perEvent = total(parts, 'squares') / events;
  const equal = strata.flatMap((stratum) => weighed(stratum, 1));
  const seen = (isLevel: boolean): number => sumOf(equal, isLevel, ({ weight, part }) => weight * part.events);
  // Half an event on either side: a level without any has a ratio too.
  const half = 0.5 * perEvent * (sumOf(equal, true, ({ weight }) => weight) / equal.filter(({ isLevel }) => isLevel).length);
  const [one, other] = [seen(true) + half, seen(false) + half];
  const fitted = strata.flatMap((stratum) => weighed(stratum, one / other));
  const between = betweenAds(fitted, perEvent);
  const [level, rest] = [fitted.filter(({ isLevel }) => isLevel), fitted.filter(({ isLevel }) => !isLevel)];
  const degrees = degreesOf(fitted, strata.length, perEvent, between);
  const deviation = Math.sqrt(varianceOf(level, perEvent, between) / one ** 2 + varianceOf(rest, perEvent, between) / other ** 2);
  const score = (seen(true) - seen(false)) / Math.sqrt(varianceOf(equal, perEvent, between));
  const log = Math.log(one / other);
  return {
    ...{ log, deviation: (deviation * quantileOfT(WIDE.tails, degrees)) / WIDE.z, chance: tailsOfT(score, degrees) },
    ...{ ads: level.length, adsets: strata.length, holdsIn: strata.filter((each) => sideOf(each) === Math.sign(log)).length },
    sales: strata.reduce((sum, { level: own }) => sum + total(own, 'sales'), 0),
    clicks: strata.reduce((sum, { level: own }) => sum + total(own, 'clicks'), 0),
  };
}

const sideOf = ({ level, rest }: Stratum): number =>
  Math.sign(total(level, 'events') / total(level, 'exposure') - total(rest, 'events') / total(rest, 'exposure'));
