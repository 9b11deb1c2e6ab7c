// The rules: each reason by the one thing that calls for it, and what keeps a list within its errors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosen, withinError } from '../../../../src/act/recommendations/evidence/choose.ts';
import type { AdFigures, Circumstances, FatigueFigures } from '../../../../src/act/recommendations/evidence/figures.ts';
import { adKey, fatigueOf } from '../../../../src/act/recommendations/evidence/figures.ts';
import { overviewOf } from '../../../../src/act/recommendations/evidence/judge.ts';
import { adOf, circumstances, NOW } from './ads.ts';

const others = (): AdFigures[] =>
  [18, 22, 20, 19, 21, 20, 24, 17, 20].map((sales, at) => adOf(`o${at}`, 1_000, sales, { objective: `other ${at}` }));

/** What is said of one ad among nine usual ones: kind and reason. */
function said(ad: AdFigures, more: Partial<Circumstances> = {}, usual = others()): string[] {
  const found = chosen(overviewOf([ad, ...usual]), { ...circumstances, ...more });
  return found.filter(({ judged }) => judged.ad.adId === ad.adId).map(({ kind, reason }) => `${kind} ${reason ?? 'open'}`);
}

const cheap = (more: Partial<AdFigures> = {}): AdFigures => adOf('a', 1_000, 60, more);
const dear = (more: Partial<AdFigures> = {}): AdFigures => adOf('a', 2_000, 8, more);

test('a cheap ad is scaled and a dear one paused', () => {
  assert.deepEqual(said(cheap()), ['scale open']);
  assert.deepEqual(said(dear()), ['pause open']);
  assert.deepEqual(said(adOf('a', 1_000, 20.5)), []);
  assert.deepEqual(said(cheap({ status: 'paused' })), []);
  assert.deepEqual(said(dear({ status: null })), []);
});

test('each reason by what calls for it', () => {
  assert.deepEqual(said(cheap(), { isBehind: true }), ['scale figures_behind']);
  assert.deepEqual(said(cheap({ incompleteFrom: '2026-11-03' })), ['scale spend_incomplete']);
  assert.deepEqual(said(cheap({ idShare: 0.59 })), ['scale ad_ids_low']);
  assert.deepEqual(said(cheap({ idShare: 0.6 })), ['scale open']);
  assert.deepEqual(said(cheap(), { problems: ['coverage'] }), ['scale quality_problem']);
  assert.deepEqual(said(cheap({ changedAt: NOW - 6 * 86_400_000 })), ['scale recently_changed']);
  assert.deepEqual(said(cheap({ changedAt: NOW - 8 * 86_400_000 })), ['scale open']);
  assert.deepEqual(said(cheap(), { appliedAt: new Map([[adKey(cheap()), NOW - 1]]) }), ['scale recently_changed']);
  assert.deepEqual(said(cheap({ days: 6 })), ['scale unripe']);
  assert.deepEqual(said(cheap({ learning: 'learning' })), ['scale unripe']);
  assert.deepEqual(said(adOf('a', 1_000, 2.9)), ['pause too_few_sales']);
  assert.deepEqual(said(adOf('a', 1_000, 24)), ['scale interval_wide']);
});

test('models that do not agree', () => {
  const byModel = { last_non_direct: 60, linear: 60, position_based: 60, data_driven: 60 };
  assert.deepEqual(said(cheap({ byModel })), ['scale open']);
  assert.deepEqual(said(cheap({ byModel: { ...byModel, linear: 15 } })), ['scale models_disagree']);
  assert.deepEqual(said(cheap({ byModel: { ...byModel, linear: 0 } })), ['scale models_disagree']);
  assert.deepEqual(said(cheap({ byModel: { ...byModel, linear: 21 } })), ['scale open']);
  assert.deepEqual(said(cheap({ byModel: { ...byModel, linear: 21, data_driven: 21 } })), ['scale models_disagree']);
});

test('what cannot be done is not recommended', () => {
  assert.deepEqual(said(cheap({ budgetLevel: 'campaign' })), ['scale conditions_unmet']);
  assert.deepEqual(said(cheap({ dailyBudget: null })), ['scale conditions_unmet']);
  assert.deepEqual(said(cheap({ dailyBudget: 100, adsetDailySpend: 79 })), ['scale conditions_unmet']);
  assert.deepEqual(said(cheap({ dailyBudget: 100, adsetDailySpend: 80 })), ['scale open']);
  assert.deepEqual(said(dear({ liveInAdset: 1 })), ['pause conditions_unmet']);
});

test('of two dear ads that are alone in their ad set, the dearer is paused', () => {
  const two = [adOf('a', 2_000, 7, { adsetId: 's' }), adOf('b', 2_000, 8, { adsetId: 's' })];
  const found = chosen(overviewOf([...two, ...others()]), circumstances).filter(({ judged }) => judged.ad.adsetId === 's');
  assert.deepEqual(found.map(({ judged, reason }) => [judged.ad.adId, reason]).sort(), [
    ['a', null],
    ['b', 'conditions_unmet'],
  ]);
});

test('no median with four ads of three sales, and no recommendation', () => {
  const ads = [
    adOf('a', 1_000, 60),
    ...others().slice(0, 3),
    ...others().map((ad) => ({ ...ad, adId: `x${ad.adId}`, sales: 2.9 })),
  ];
  assert.equal(overviewOf(ads).median, null);
  assert.deepEqual(chosen(overviewOf(ads), circumstances), []);
  const unpriced = [adOf('a', 1_000, 60), ...others().map((ad) => ({ ...ad, spend: null }))];
  assert.equal(overviewOf(unpriced).median, null);
});

test('money moves between ads of one account that are sure against each other alone', () => {
  const usual = [11, 12, 12, 12, 13, 24, 6].map((sales, at) => adOf(`o${at}`, 600, sales, { accountId: `other ${at}` }));
  const movesOf = (more: Partial<AdFigures> = {}) =>
    chosen(overviewOf([adOf('to', 600, 19), adOf('from', 600, 4, more), ...usual]), circumstances)
      .filter(({ kind, reason }) => kind === 'reallocate' && reason === null)
      .map(({ judged, from }) => [judged.ad.adId, from?.ad.adId]);
  assert.deepEqual(movesOf(), [['to', 'from']]);
  for (const other of [
    { accountId: '2' },
    { objective: 'LEADS' },
    { accountCurrency: 'USD' },
    { adsetId: 'sto' },
    { dailyBudget: null },
  ])
    assert.deepEqual(movesOf(other), [], JSON.stringify(other));
});

test('the list stays within ten per cent of errors and ten places', () => {
  const of = (...wrong: number[]) => withinError(wrong.map((each) => ({ wrong: each })));
  assert.equal(of(0.05, 0.1, 0.15), 3);
  assert.equal(of(0.05, 0.1, 0.16), 2);
  assert.equal(of(0.11), 0);
  assert.equal(of(...Array.from({ length: 12 }, () => 0.01)), 10);
});

const shown = (clicks: number, impressions: number, reach: number | null = null) => ({ clicks, impressions, reach });
const tired = (reach: number | null): FatigueFigures => ({
  base: shown(400, 20_000, 16_000),
  now: shown(150, 20_000, reach),
  othersBase: shown(4_000, 200_000),
  othersNow: shown(3_900, 200_000),
  baseSold: { sales: 10, squares: 10, spend: 200 },
});

test('an ad that people are tired of gets a new creative, and no more budget', () => {
  assert.equal(fatigueOf(tired(7_000))?.state, 'tired');
  assert.equal(fatigueOf(tired(15_500))?.state, 'fresh');
  assert.equal(fatigueOf(tired(null))?.state, 'unknown');
  assert.equal(fatigueOf(null), undefined);
  const different = [10, 35, 22, 15, 28, 20, 30, 12, 20].map((sales, at) =>
    adOf(`o${at}`, 1_000, sales, { accountId: String(at) }),
  );
  const saidOf = (sales: number, reach: number) => said(adOf('a', 1_000, sales, { fatigue: tired(reach) }), {}, different);
  assert.deepEqual(saidOf(13, 7_000), ['refresh_creative open']);
  assert.deepEqual(saidOf(13, 15_500), ['pause interval_wide']);
  // It costs no more than at first.
  assert.deepEqual(
    said(adOf('a', 1_000, 13, { fatigue: { ...tired(7_000), baseSold: { sales: 1, squares: 1, spend: 600 } } }), {}, different),
    ['pause interval_wide'],
  );
  assert.deepEqual(said(cheap({ fatigue: tired(7_000) })), ['scale conditions_unmet']);
});
