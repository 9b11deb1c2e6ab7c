// Which candidates are recommended: what their own figures say, then pairs of ads between which money can move, and of all these as many
// as keep the mean probability of being wrong within ten per cent.
import type { Circumstances } from './figures.ts';
import { type Candidate, candidateOf, isFloorMet, type Judged, type Overview, reasonOf } from './judge.ts';
import { surestPairs } from './surest-pairs.ts';

const MOST_OPEN = 10;
const MEAN_WRONG = 0.1;
/** Of a move between ads. */
const SURE = 0.9;

const byWrong = (a: Candidate, b: Candidate): number => a.wrong - b.wrong || (a.judged.ad.adId < b.judged.ad.adId ? -1 : 1);

/** All candidates, the withheld ones too. */
export function chosen(overview: Overview, circumstances: Circumstances): Candidate[] {
  const own = oneStays(overview.judged.flatMap((judged) => candidateOf(judged, circumstances) ?? []));
  const sure = own.filter(({ reason }) => reason === null).sort(byWrong);
  // Money moves between ads without a recommendation of their own.
  const used = new Set(sure.slice(0, withinError(sure)).map(({ judged }) => judged.ad.adId));
  const free = overview.judged.filter((judged) => !used.has(judged.ad.adId) && canMove(judged, circumstances));
  const passed = [...sure, ...pairsOf(free)].sort(byWrong);
  const kept = withinError(passed);
  return [
    ...passed.map((each, at): Candidate => (at < kept ? each : { ...each, reason: 'error_limit' })),
    ...own.filter(({ reason }) => reason !== null).sort(byWrong),
  ];
}

/** Ads of one ad set that would be paused leave at least one: the dearest go. */
function oneStays(candidates: readonly Candidate[]): Candidate[] {
  const paused = new Map<string, number>();
  return candidates.toSorted(byWrong).map((each) => {
    const { ad } = each.judged;
    if (each.kind !== 'pause' || each.reason !== null) return each;
    const place = JSON.stringify([ad.platform, ad.accountId, ad.adsetId]);
    const others = paused.get(place) ?? 0;
    if (others + 1 >= ad.liveInAdset) return { ...each, reason: 'conditions_unmet' };
    paused.set(place, others + 1);
    return each;
  });
}

/** The number of candidates, the surest first. */
export function withinError(candidates: readonly Pick<Candidate, 'wrong'>[]): number {
  let sum = 0;
  for (const [at, { wrong }] of candidates.entries()) {
    sum += wrong;
    if (at >= MOST_OPEN || sum / (at + 1) > MEAN_WRONG + 1e-9) return at;
  }
  return candidates.length;
}

const canMove = (judged: Judged, circumstances: Circumstances): boolean => {
  const { status, budgetLevel, dailyBudget } = judged.ad;
  const hasBudget = status === 'active' && budgetLevel === 'adset' && dailyBudget !== null && dailyBudget > 0;
  return hasBudget && isFloorMet(judged) && reasonOf(judged, circumstances) === null;
};

/** From dear ads to cheap ones, the surest first. */
const pairsOf = (judged: readonly Judged[]): Candidate[] =>
  [...surestPairs(judged, 1 - SURE)].map(
    ({ to, from, wrong }): Candidate => ({ kind: 'reallocate', judged: to, from, wrong, reason: null }),
  );
