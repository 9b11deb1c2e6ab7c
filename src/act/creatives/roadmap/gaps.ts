// What a profile has not tried: levels that nobody tested beside a winner, winners that exist in one format, language or platform alone, spend that
// depends on one archetype, and another level in place of what people are tired of. Each is worth what its test may find: the mean gain of a level that is kept only if it is better, on a month's spend.
import { createHash } from 'node:crypto';
import { levelsOf, OTHER } from '../analysis/dimensions.ts';
import { addressKey } from '../analysis/tags.ts';
import type { Leader } from '../leaders.ts';
import { partsOf } from '../patterns/archetype.ts';
import { type Belief, beliefAfter, beliefBeyond, chanceUpTo, gainOf } from '../patterns/belief.ts';
import { ARCHETYPE, type ProfilePatterns, spentOn } from '../patterns/profile-patterns.ts';
import { type ArmSize, armSizeOf } from './arm-size.ts';

export const KINDS = [
  'untested_level',
  'unclear_level',
  'missing_format',
  'missing_language',
  'missing_platform',
  'concentration',
  'worn_out',
] as const;
export type GapKind = (typeof KINDS)[number];

export interface Gap {
  gapId: string;
  kind: GapKind;
  parent: Pick<Leader['ad'], 'platform' | 'accountId' | 'adId' | 'name' | 'adsetId'>;
  dimension: string;
  from: string;
  to: string;
  /** Dimensions that stay as the parent has them. */
  locked: Record<string, string>;
  /** A month's. */
  spend: number;
  /** What the parent cost in the window, and the days of it. */
  window: { spend: number; days: number };
  gain: number;
  /** P(the level sells better than what it is compared with). */
  better: number;
  size: ArmSize;
}

/** Dimensions that the author of an ad chooses. */
const CHOSEN = ['hook', 'production', 'angle', 'proof', 'offer', 'subject', 'call_to_action'] as const;
const MOST_WINNERS = 10;
const MOST_SHARE = 0.6;
const MONTH = 30;

export interface Known {
  profileId: string;
  leaders: readonly Leader[];
  /** Days of the leaders' window. */
  days: number;
  patterns: ProfilePatterns;
}

/** Of days on which the ad cost something. */
function dailyClicksOf({ totals }: ProfilePatterns, ad: string): number {
  const total = totals.get(ad);
  return total ? total.clicks / total.days : 0;
}

const keyOf = ({ platform, accountId, adId }: Leader['ad']): string =>
  addressKey({ platform, account_id: accountId, ad_id: adId });

interface Change {
  kind: GapKind;
  dimension: string;
  to: string;
}

/** What the parent's level went with is known, and a new level must sell more than that. */
function beliefOf({ levels, priors }: ProfilePatterns, dimension: string, from: string | undefined, to: string): Belief {
  const ofLevel = (level: string | undefined): Belief | undefined =>
    levels.find((each) => each.dimension === dimension && each.level === level)?.effects.sales?.belief;
  const belief = ofLevel(to) ?? beliefAfter(priors, undefined);
  const own = ofLevel(from);
  return own ? beliefBeyond(belief, own) : belief;
}

const monthlyOf = ({ spend }: Leader, { days }: Known): number => (spend / days) * MONTH;

function gapOf(known: Known, leader: Leader, { kind, dimension, to }: Change): Gap {
  const { profileId, days, patterns } = known;
  const { ad } = leader;
  const tags = patterns.tags.get(keyOf(ad)) ?? new Map<string, string>();
  const belief = beliefOf(patterns, dimension, tags.get(dimension), to);
  // A worn ad has one test, whichever level is worth most on a day.
  const id = createHash('sha256')
    .update(JSON.stringify([profileId, kind, keyOf(ad), ...(kind === 'worn_out' ? [] : [dimension, to])]))
    .digest('hex')
    .slice(0, 32);
  return {
    gapId: `gap_${id}`,
    kind,
    dimension,
    to,
    from: dimension === 'platform' ? ad.platform : (tags.get(dimension) ?? 'none'),
    parent: { platform: ad.platform, accountId: ad.accountId, adId: ad.adId, name: ad.name, adsetId: ad.adsetId },
    locked: Object.fromEntries([...tags].filter(([name, level]) => name !== dimension && name !== ARCHETYPE && level !== 'none')),
    window: { spend: leader.spend, days },
    spend: monthlyOf(leader, known),
    gain: gainOf(belief),
    better: 1 - chanceUpTo(belief, 0),
    size: armSizeOf({ sales: leader.sales / days, clicks: dailyClicksOf(patterns, keyOf(ad)) }),
  };
}

function changesOf(known: Known, leader: Leader): Change[] {
  const { patterns, leaders } = known;
  const tags = patterns.tags.get(keyOf(leader.ad));
  if (!tags) return [];
  const winners = leaders.filter(({ isWinner }) => isWinner);
  const isUsed = (dimension: string, level: string): boolean =>
    patterns.levels.some((each) => each.dimension === dimension && each.level === level && each.spend > 0);
  const isWon = (dimension: string, level: string): boolean =>
    winners.some(({ ad }) => patterns.tags.get(keyOf(ad))?.get(dimension) === level);
  const others = (dimension: string): string[] =>
    tags.has(dimension) ? levelsOf(dimension).filter((level) => level !== OTHER && level !== tags.get(dimension)) : [];
  const chosen = CHOSEN.flatMap((dimension) =>
    others(dimension).flatMap((to): Change[] => {
      if (!isUsed(dimension, to)) return [{ kind: 'untested_level', dimension, to }];
      const effect = patterns.levels.find((each) => each.dimension === dimension && each.level === to)?.effects.sales;
      return effect?.verdict === 'directional' ? [{ kind: 'unclear_level', dimension, to }] : [];
    }),
  );
  const formats = others('format').filter((to) => !isWon('format', to));
  const languages = others('language').filter((to) => isUsed('language', to) && !isWon('language', to));
  const platforms = [...new Set(leaders.map(({ ad }) => ad.platform))].filter(
    (to) => !winners.some(({ ad }) => ad.platform === to),
  );
  return [
    ...chosen,
    ...formats.map((to): Change => ({ kind: 'missing_format', dimension: 'format', to })),
    ...languages.map((to): Change => ({ kind: 'missing_language', dimension: 'language', to })),
    ...platforms.map((to): Change => ({ kind: 'missing_platform', dimension: 'platform', to })),
  ];
}

/** The dearest ad of an archetype that takes most of the spend, with another level of one of its parts. */
function concentrated(known: Known): Gap[] {
  const { patterns, leaders } = known;
  const spent = spentOn(patterns);
  const most = patterns.levels.find((each) => each.dimension === ARCHETYPE && each.spend > MOST_SHARE * spent);
  if (!most) return [];
  const own = leaders.filter(({ ad }) => patterns.tags.get(keyOf(ad))?.get(ARCHETYPE) === most.level);
  const [leader] = own.toSorted((a, b) => b.spend - a.spend);
  const tags = leader && patterns.tags.get(keyOf(leader.ad));
  if (!leader || !tags) return [];
  return partsOf(tags).flatMap(([dimension, level]) =>
    levelsOf(dimension)
      .filter((to) => to !== level && to !== OTHER)
      .map((to) => gapOf(known, leader, { kind: 'concentration', dimension, to })),
  );
}

const worthOf = ({ gain, spend }: Gap): number => gain * spend;

type GainTo = (dimension: string, from: string | undefined, to: string) => number;

/** Computed once for all ads that have the same level. */
function gainsOf(patterns: ProfilePatterns): GainTo {
  const gains = new Map<string, number>();
  return (dimension, from, to) => {
    const key = JSON.stringify([dimension, from, to]);
    const gain = gains.get(key) ?? gainOf(beliefOf(patterns, dimension, from, to));
    gains.set(key, gain);
    return gain;
  };
}

/** An ad that people are tired of, with the level of one dimension that is worth most. */
function refreshed(known: Known, leader: Leader, gainTo: GainTo): Gap[] {
  if (leader.fatigue !== 'tired') return [];
  const tags = known.patterns.tags.get(keyOf(leader.ad));
  const spend = monthlyOf(leader, known);
  const all = CHOSEN.flatMap((dimension) => {
    const from = tags?.get(dimension);
    const others = levelsOf(dimension).filter((to) => to !== OTHER && to !== from);
    return others.map((to) => ({ dimension, to, worth: gainTo(dimension, from, to) * spend }));
  });
  return all
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, 1)
    .map(({ dimension, to }) => gapOf(known, leader, { kind: 'worn_out', dimension, to }));
}

/** The most valuable first. */
export function gapsOf(known: Known): Gap[] {
  const winners = known.leaders
    .filter(({ isWinner }) => isWinner)
    .toSorted((a, b) => b.spend - a.spend)
    .slice(0, MOST_WINNERS);
  const beside = winners.flatMap((leader) => changesOf(known, leader).map((change) => gapOf(known, leader, change)));
  const gainTo = gainsOf(known.patterns);
  const worn = known.leaders.flatMap((leader) => refreshed(known, leader, gainTo));
  const all = [...beside, ...concentrated(known), ...worn];
  const first = [...new Map(all.map((gap) => [gap.gapId, gap])).values()];
  return first.sort((a, b) => worthOf(b) - worthOf(a) || (a.gapId < b.gapId ? -1 : 1));
}
