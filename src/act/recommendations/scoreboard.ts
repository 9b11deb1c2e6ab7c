// The results of recommendations: applied ones beside dismissed, withheld and expired ones, scored by the same rules and clock.
import type { ReadBase } from '../../base/base.ts';
import { type Answer, reading } from '../../base/contract/operation.ts';
import { wilson } from '../../report/quality/index.ts';
import { sumOfDifferences } from './evidence/difference.ts';
import { medianOf } from './evidence/gamma-poisson.ts';
import { count } from './evidence/rounding.ts';
import { round } from './recommendation.ts';
import { type Observed, type StoredExpectation, storedFrozen, storedObserved } from './stored.ts';

type Row = Answer<'getRecommendationScoreboard'>['data']['kinds'][number];
type Score = Omit<Row, 'kind' | 'actor' | 'disposition'>;

const DAY_MS = 86_400_000;
const BINS = 5;

interface Scored {
  disposition: Row['disposition'];
  kind: NonNullable<Row['kind']>;
  actor: string | null;
  probability: number;
  isHit: boolean | null;
  isDue: boolean;
  /** Others changed the same ads on these days. */
  isChanged: boolean;
  total: Observed['total'];
  expected: StoredExpectation | null;
}

function scoredOf(base: ReadBase, profileId: string, since: number): Scored[] {
  const rows = base.state.statement('act/recommendations/scores_list').all({ profile_id: profileId, since });
  return rows.map((row) => {
    const { probability, expected } = storedFrozen.read(row.frozen);
    const observed = storedObserved.readOrNull(row.observed);
    return {
      disposition: row.disposition,
      kind: row.kind,
      actor: row.actor,
      probability,
      expected: expected ?? null,
      isDue: row.scored_at !== null,
      isHit: row.is_hit === null ? null : row.is_hit === 1,
      total: observed?.total ?? null,
      isChanged: observed?.changed_by_others != null,
    };
  });
}

export function scoreOf(scored: readonly Scored[]): Score {
  const known = scored.flatMap(({ isHit, probability }) => (isHit === null ? [] : [{ isHit, probability }]));
  const hits = known.filter(({ isHit }) => isHit).length;
  const ratios = scored.flatMap(({ total }) => total?.ratio ?? []);
  const [low, high] = wilson(hits, known.length);
  const error = known.reduce((sum, { isHit, probability }) => sum + (probability - Number(isHit)) ** 2, 0);
  return {
    frozen: scored.length,
    scored: known.length,
    waiting: scored.filter(({ isDue, disposition }) => !isDue && disposition !== 'undone').length,
    hits,
    changed_by_others: scored.filter(({ isChanged }) => isChanged).length,
    share: known.length === 0 ? null : round(hits / known.length),
    interval: known.length === 0 ? null : { low: round(low), high: round(high) },
    observed_to_if: ratios.length === 0 ? null : round(medianOf(ratios)),
    difference: differenceIn(scored),
    brier: known.length === 0 ? null : round(error / known.length),
    reliability: binsOf(known),
  };
}

/** The sales of all that were compared, beside what was expected of them. */
function differenceIn(scored: readonly Pick<Scored, 'total' | 'expected'>[]): Score['difference'] {
  const compared = scored.flatMap(({ total, expected }) => (total && expected ? [{ total, expected }] : []));
  if (compared.length === 0) return null;
  const sum = (of: (each: (typeof compared)[number]) => number): number => compared.reduce((all, each) => all + of(each), 0);
  const { sales, low, high } = sumOfDifferences(compared.map(({ total }) => total.difference));
  return {
    compared: compared.length,
    expected: decimal(sum(({ total, expected }) => expected[total.as].sales)),
    observed: decimal(sum(({ total }) => total.sales)),
    outcomes: decimal(sales),
    low: decimal(low),
    high: decimal(high),
  };
}

const decimal = (sales: number): string => String(count(sales));

/** Recommendations by fifths of stated probability, with the share of them that were right. */
function binsOf(known: readonly { isHit: boolean; probability: number }[]): Score['reliability'] {
  return Array.from({ length: BINS }, (_, at) => {
    const own = known.filter(({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)) === at);
    const hits = own.filter(({ isHit }) => isHit).length;
    const mean = own.reduce((sum, { probability }) => sum + probability, 0) / own.length;
    return {
      from: at / BINS,
      to: (at + 1) / BINS,
      scored: own.length,
      hits,
      stated: own.length === 0 ? null : round(mean),
      share: own.length === 0 ? null : round(hits / own.length),
    };
  });
}

function groupsOf<Key>(scored: readonly Scored[], keyOf: (each: Scored) => Key): [Key, Scored[]][] {
  const groups = new Map<string, [Key, Scored[]]>();
  for (const each of scored) {
    const key = keyOf(each);
    const name = JSON.stringify(key);
    groups.set(name, [key, [...(groups.get(name)?.[1] ?? []), each]]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** The decisions of people; other ends have no person. */
const BY_SOMEBODY: ReadonlySet<string> = new Set(['applied', 'undone', 'dismissed']);
const ACTORS = ['user', 'agent', 'key'] as const;
const actorOf = (actor: string | null): NonNullable<Row['actor']> =>
  ACTORS.find((kind) => actor?.startsWith(`${kind} `)) ?? 'system';

export const getRecommendationScoreboard = reading(
  'getRecommendationScoreboard',
  ({ params: { days }, profile: { profileId } }, base) => {
    const scored = scoredOf(base, profileId, base.clock.now() - days * DAY_MS);
    const kinds = groupsOf(scored, ({ disposition, kind }) => ({ disposition, kind }));
    const actors = groupsOf(
      scored.filter(({ disposition }) => BY_SOMEBODY.has(disposition)),
      ({ actor, disposition }) => ({ actor: actorOf(actor), disposition }),
    );
    return {
      data: {
        kinds: kinds.map(([key, group]) => ({ ...key, ...scoreOf(group) })),
        actors: actors.map(([key, group]) => ({ ...key, ...scoreOf(group) })),
      },
      meta: { profile_id: profileId, days },
    };
  },
);
