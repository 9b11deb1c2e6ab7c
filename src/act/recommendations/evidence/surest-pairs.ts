// Which ads money moves between: the surest pair of a cheap and a dear ad, then the surest of what other ad sets are left, and so on. Thousands of ads have millions of pairs, so groups of
// ads are compared: a group has a belief that is at least as good for a move as that of each of its ads, and two groups that are less sure than a pair of ads are not opened.
import { Heap } from '../../../base/kit/heap.ts';
import { type Belief, chanceOfLess, type Rates } from './gamma-poisson.ts';
import type { Judged } from './judge.ts';

export interface Pair {
  to: Judged;
  from: Judged;
  /** Probability that the money sells less than before. */
  wrong: number;
}

/** The money sells less where more is spent. */
const LESS_AT_MORE = 0.85;
/** Of a computed chance, relative: groups are not passed over for an error of rounding. */
const ROUNDING = 1e-9;

/** One ad, or two groups of which money comes from or goes to one ad. */
interface Group {
  ad: Judged | undefined;
  parts: readonly Group[];
  parent: Group | undefined;
  better: (a: Rates, b: Rates) => Rates;
  /** Ads that are not used. */
  left: number;
  /** Of these, the least place in the order of equally sure pairs. */
  first: number;
  /** For a move at least as good as that of each of these. */
  best: Belief;
  /** All of these have this belief. */
  isExact: boolean;
}

/** Two groups with the least that a pair of theirs may be wrong by, and which of such pairs would be the first. */
interface Possible {
  to: Group;
  from: Group;
  wrong: number;
  firstTo: number;
  firstFrom: number;
  /** The beliefs that it was computed of. */
  bestTo: Belief;
  bestFrom: Belief;
}

const cheaper = (a: Rates, b: Rates): Rates => ({ shape: Math.max(a.shape, b.shape), rate: Math.min(a.rate, b.rate) });
const dearer = (a: Rates, b: Rates): Rates => ({ shape: Math.min(a.shape, b.shape), rate: Math.max(a.rate, b.rate) });

const setOf = ({ ad }: Judged): string => ad.adsetId ?? '';
const placeOf = ({ ad }: Judged): string => JSON.stringify([ad.platform, ad.accountId, ad.accountCurrency, ad.objective]);
const byId = ({ ad: a }: Judged, { ad: b }: Judged): number => (a.adId < b.adId ? -1 : a.adId > b.adId ? 1 : 0);

/**
 * From dear ads to cheap ones of one account, currency and objective, each ad set once. Equally sure pairs are by the id of the cheap ad, then as the ads are given.
 * @param most Pairs are wrong by no more than this.
 */
export function* surestPairs(judged: readonly Judged[], most: number): Generator<Pair> {
  const leaves = new Map<string, Group[]>();
  const possible = new Heap<Possible>(isBefore);
  const add = (to: Group, from: Group): void => {
    if (to.left === 0 || from.left === 0) return;
    const found = possibleOf(to, from);
    if (found.wrong <= most) possible.add(found);
  };
  for (const [to, from] of placesOf(judged, leaves)) add(to, from);
  for (let next = possible.take(); next; next = possible.take()) {
    const { to, from, wrong } = next;
    if (to.left === 0 || from.left === 0) continue;
    if (to.best !== next.bestTo || from.best !== next.bestFrom) add(to, from);
    else if (to.ad && from.ad) {
      if (setOf(to.ad) === setOf(from.ad)) continue;
      yield { to: to.ad, from: from.ad, wrong };
      for (const used of [to.ad, from.ad]) for (const leaf of leaves.get(setOf(used)) ?? []) use(leaf);
    } else if (to.ad || (!from.ad && from.left > to.left)) for (const part of from.parts) add(to, part);
    else for (const part of to.parts) add(part, from);
  }
}

function isBefore(a: Possible, b: Possible): boolean {
  const difference = a.wrong - b.wrong || a.firstTo - b.firstTo || a.firstFrom - b.firstFrom;
  return difference < 0;
}

function possibleOf(to: Group, from: Group): Possible {
  const wrong = chanceOfLess(to.best, LESS_AT_MORE, from.best);
  const least = to.isExact && from.isExact ? wrong : wrong * (1 - ROUNDING);
  return { to, from, wrong: least, firstTo: to.first, firstFrom: from.first, bestTo: to.best, bestFrom: from.best };
}

/** By place, its cheap ads and its dear ones. @param leaves Is filled: by ad set, the groups of one ad. */
function placesOf(judged: readonly Judged[], leaves: Map<string, Group[]>): [Group, Group][] {
  const groups = (side: readonly Judged[], better: Group['better']): Map<string, Group[]> => {
    const all = side.map((ad, first): Group => {
      const leaf = { ad, parts: [], parent: undefined, better, left: 1, first, best: ad.posterior, isExact: true };
      const ofSet = leaves.get(setOf(ad));
      if (ofSet) ofSet.push(leaf);
      else leaves.set(setOf(ad), [leaf]);
      return leaf;
    });
    return Map.groupBy(all, ({ ad }) => (ad ? placeOf(ad) : ''));
  };
  const cheap = groups(judged.filter(({ delta }) => delta < 0).toSorted(byId), cheaper);
  const dear = groups(
    judged.filter(({ delta }) => delta > 0),
    dearer,
  );
  return [...cheap].flatMap(([place, to]): [Group, Group][] => {
    const from = dear.get(place);
    return from ? [[groupOf(to), groupOf(from)]] : [];
  });
}

const spread = (values: readonly number[]): number => Math.log(Math.max(...values) / Math.min(...values));

/** Halves, and halves of these, of ads that are alike in what differs most. */
function groupOf(leaves: readonly Group[]): Group {
  const [only] = leaves;
  if (only && leaves.length === 1) return only;
  const of = (name: 'shape' | 'rate') => (leaf: Group) => leaf.best[0]?.[name] ?? 0;
  const value = of(spread(leaves.map(of('shape'))) > spread(leaves.map(of('rate'))) ? 'shape' : 'rate');
  const sorted = leaves.toSorted((a, b) => value(a) - value(b) || a.first - b.first);
  const middle = sorted.length >> 1;
  const parts = [groupOf(sorted.slice(0, middle)), groupOf(sorted.slice(middle))];
  const better = only?.better ?? cheaper;
  const group: Group = { ad: undefined, parts, parent: undefined, better, left: 0, first: 0, best: [], isExact: true };
  for (const part of parts) part.parent = group;
  sum(group);
  return group;
}

/** What a group is by its parts. */
function sum(group: Group): void {
  const [one, other] = group.parts.filter(({ left }) => left > 0);
  group.left = (one?.left ?? 0) + (other?.left ?? 0);
  if (!one) return;
  group.first = Math.min(one.first, other?.first ?? one.first);
  const best = other ? bestOf(one.best, other.best, group.better) : one.best;
  if (!isSame(best, group.best)) group.best = best;
  group.isExact = one.isExact && (!other || (other.isExact && isSame(one.best, other.best)));
}

const bestOf = (one: Belief, other: Belief, better: Group['better']): Belief =>
  one.map((rates, at) => ({ ...better(rates, other[at] ?? rates), probability: rates.probability }));

const isSame = (one: Belief, other: Belief): boolean =>
  one.length === other.length && one.every(({ shape, rate }, at) => shape === other[at]?.shape && rate === other[at]?.rate);

function use(leaf: Group): void {
  leaf.left = 0;
  for (let group = leaf.parent; group; group = group.parent) sum(group);
}
