// The search for pairs of ads to move money between finds the same pairs, in the same order, as a trial of each pair does. SEED repeats a world, WORLDS plays more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Chance, chance } from '../../../../seeds/demo/random.ts';
import { chanceOfLess, chanceOfMore } from '../../../../src/act/recommendations/evidence/gamma-poisson.ts';
import { type Judged, overviewOf } from '../../../../src/act/recommendations/evidence/judge.ts';
import { type Pair, surestPairs } from '../../../../src/act/recommendations/evidence/surest-pairs.ts';
import { adOf } from './ads.ts';

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const WORLDS = Number(process.env['WORLDS'] ?? 150);
const MOST = 0.1;

/** Each pair is tried. */
function pairsTried(judged: readonly Judged[]): Pair[] {
  const pairs: Pair[] = [];
  for (const to of judged)
    for (const from of judged) {
      const isOnePlace = (['platform', 'accountId', 'accountCurrency', 'objective'] as const).every(
        (name) => to.ad[name] === from.ad[name],
      );
      if (to.delta >= 0 || from.delta <= 0 || !isOnePlace || to.ad.adsetId === from.ad.adsetId) continue;
      const wrong = chanceOfLess(to.posterior, 0.85, from.posterior);
      assert.ok(Math.abs(1 - chanceOfMore(to.posterior, 0.85, from.posterior) - wrong) < 1e-9);
      if (wrong <= MOST) pairs.push({ to, from, wrong });
    }
  const byId = (a: Pair, b: Pair): number => (a.to.ad.adId < b.to.ad.adId ? -1 : a.to.ad.adId > b.to.ad.adId ? 1 : 0);
  const used = new Set<string | null>();
  return pairs
    .sort((a, b) => a.wrong - b.wrong || byId(a, b))
    .filter(({ to, from }) => {
      const sets = [to.ad.adsetId, from.ad.adsetId];
      if (sets.some((set) => used.has(set))) return false;
      for (const set of sets) used.add(set);
      return true;
    });
}

/** Few numbers, so that ads are alike and pairs equally sure; few ad sets, or one for each ad. */
function drawWorld(dice: Chance) {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(dice.next() * values.length)] ?? assert.fail();
  const [isCoarse, sets, most] = [dice.next() < 0.5, pick([3, 20, 1_000]), pick([20, 60, 120])];
  const many = pick([1, 1, 40]);
  return Array.from({ length: 6 + Math.floor(dice.next() * most) }, (_, at) => {
    const spend = isCoarse ? pick([500, 1_000]) : 100 + Math.round(200_000 * dice.next()) / 100;
    const cost = isCoarse ? pick([10, 20, 40, 100]) : 10 * Math.exp(3 * dice.next());
    const sales = many * Math.max(dice.next() < 0.1 ? 0.5 : 3, Math.round(spend / cost));
    const set = dice.next() < 0.05 ? null : `s${Math.floor(dice.next() * sets)}`;
    return adOf(`a${dice.next() < 0.1 ? 7 : at}`, spend, sales, {
      adsetId: set,
      accountId: pick(['1', '1', '2']),
      objective: pick(['SALES', 'SALES', 'LEADS']),
      squares: sales * (isCoarse ? 1 : 0.5 + dice.next() / 2),
    });
  });
}

const shown = ({ to, from, wrong }: Pair) => [to.ad.adId, to.ad.accountId, from.ad.adId, to.spend, from.spend, wrong];

test('the search finds the same pairs as a trial of each pair', (t) => {
  t.diagnostic(`SEED=${SEED} WORLDS=${WORLDS}`);
  const dice = chance(SEED);
  let pairs = 0;
  for (let world = 0; world < WORLDS; world += 1) {
    const { judged } = overviewOf(drawWorld(dice));
    const found = [...surestPairs(judged, MOST)];
    assert.deepEqual(found.map(shown), pairsTried(judged).map(shown), `SEED=${SEED}, world ${world}`);
    pairs += found.length;
  }
  assert.ok(pairs > WORLDS, 'worlds have pairs');
});

test('of thousands of ads that are all alike, pairs are in their order', () => {
  const ads = Array.from({ length: 6_000 }, (_, at) => adOf(`a${String(at).padStart(4, '0')}`, 1_000, at % 2 === 0 ? 60 : 10));
  const pairs = [...surestPairs(overviewOf(ads).judged, MOST)];
  const expected = Array.from({ length: 3_000 }, (_, at) => [ads[2 * at]?.adId, ads[2 * at + 1]?.adId]);
  assert.deepEqual(
    pairs.map(({ to, from }) => [to.ad.adId, from.ad.adId]),
    expected,
  );
});
