// Accounts whose truth is drawn, two hundred for each number of ads, of sales an ad and of how far ads differ. A pick is wrong if the ad's true
// cost is on the other side of the true median. WHOLE=1 plays all cells and prints the table; SEED repeats.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Chance, chance } from '../../../../seeds/demo/random.ts';
import { chosen } from '../../../../src/act/recommendations/evidence/choose.ts';
import { medianOf } from '../../../../src/act/recommendations/evidence/gamma-poisson.ts';
import { isFloorMet, overviewOf } from '../../../../src/act/recommendations/evidence/judge.ts';
import { adOf, circumstances } from './ads.ts';

const ACCOUNTS = 200;
const IS_WHOLE = process.env['WHOLE'] === '1';
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
const ADS = IS_WHOLE ? [8, 15, 40] : [15, 25];
const SALES = IS_WHOLE ? [3, 5, 10, 30] : [5, 10];
const SPREADS = IS_WHOLE ? [0.1, 0.3, 0.6, 1] : [0.3, 0.6];

interface Picks {
  wrong: number;
  all: number;
}
interface Cell {
  scale: Picks;
  pause: Picks;
  floorScale: Picks;
  floorPause: Picks;
  /** Stated 0.75 to 0.85. */
  stated: { right: number; all: number };
}

const none = (): Picks => ({ wrong: 0, all: 0 });
const emptyCell = (): Cell => ({
  scale: none(),
  pause: none(),
  floorScale: none(),
  floorPause: none(),
  stated: { right: 0, all: 0 },
});

/** A count with this mean. */
function poisson(dice: Chance, mean: number): number {
  let left = mean;
  let count = -1;
  for (; left >= 0; count += 1) left += Math.log(1 - dice.next());
  return count;
}

function note(picks: Picks, isWrong: boolean): void {
  picks.all += 1;
  if (isWrong) picks.wrong += 1;
}

function play(dice: Chance, { ads: number, sales, spread }: { ads: number; sales: number; spread: number }, cell: Cell): void {
  const truths = Array.from({ length: number }, () => ({ cost: 50 * dice.skewed(spread), spend: 50 * sales * dice.skewed(0.5) }));
  const ads = truths.map(({ cost, spend }, at) => adOf(String(at), spend, poisson(dice, spend / cost)));
  const median = medianOf(truths.map(({ cost }) => cost));
  const costOf = (id: string): number => truths[Number(id)]?.cost ?? 0;
  const overview = overviewOf(ads);
  if (overview.median === null || overview.shrunkMedian === null) return;
  const [cheap, dear] = [
    0.9 * Math.min(overview.median, overview.shrunkMedian),
    1.1 * Math.max(overview.median, overview.shrunkMedian),
  ];
  for (const judged of overview.judged.filter(isFloorMet)) {
    const cost = costOf(judged.ad.adId);
    const isCheap = judged.delta < 0;
    note(isCheap ? cell.floorScale : cell.floorPause, isCheap ? cost >= median : cost <= median);
    const stated = isCheap ? judged.cheaper : judged.dearer;
    if (stated < 0.75 || stated >= 0.85) continue;
    cell.stated.all += 1;
    if (isCheap ? cost <= cheap : cost >= dear) cell.stated.right += 1;
  }
  for (const { kind, judged, reason } of chosen(overview, circumstances)) {
    if (reason !== null || (kind !== 'scale' && kind !== 'pause')) continue;
    const cost = costOf(judged.ad.adId);
    note(cell[kind], kind === 'scale' ? cost >= median : cost <= median);
  }
}

const add = (sum: Picks, { wrong, all }: Picks): Picks => ({ wrong: sum.wrong + wrong, all: sum.all + all });
const shareOf = ({ wrong, all }: Picks): number => wrong / Math.max(1, all);
const printed = (picks: Picks): string => `${(100 * shareOf(picks)).toFixed(1)} % of ${picks.all}`;

test('few picks are wrong, and what is stated is so', (t) => {
  const cells: { sales: number; cell: Cell }[] = [];
  for (const ads of ADS)
    for (const sales of SALES)
      for (const spread of SPREADS) {
        const dice = chance(SEED + ads * 1_000 + sales * 10 + spread * 100);
        const cell = emptyCell();
        for (let account = 0; account < ACCOUNTS; account += 1) play(dice, { ads, sales, spread }, cell);
        cells.push({ sales, cell });
        const { scale, pause, floorScale, floorPause, stated } = cell;
        const right = `${stated.all === 0 ? '–' : (stated.right / stated.all).toFixed(2)} of ${stated.all}`;
        const columns = [ads, sales, spread, ...[scale, pause, floorScale, floorPause].map(printed), right];
        t.diagnostic(`| ${columns.join(' | ')} |`);
      }
  t.diagnostic(
    `SEED=${SEED}: ads, sales an ad, spread; wrong picks of scale, of pause, of the floor alone for both; right of stated 0.8`,
  );
  const ten = cells.filter(({ sales }) => sales === 10);
  const scale = ten.reduce((sum, { cell }) => add(sum, cell.scale), none());
  const pause = ten.reduce((sum, { cell }) => add(sum, cell.pause), none());
  const floor = ten.reduce((sum, { cell }) => add(sum, add(cell.floorScale, cell.floorPause)), none());
  assert.ok(scale.all > 100 && pause.all > 100, `SEED=${SEED}: ${scale.all} and ${pause.all} picks`);
  assert.ok(shareOf(scale) <= 0.05, `SEED=${SEED}: of scale ${printed(scale)} are wrong`);
  assert.ok(shareOf(pause) <= 0.05, `SEED=${SEED}: of pause ${printed(pause)} are wrong`);
  assert.ok(shareOf(floor) > 0.1, `SEED=${SEED}: of the floor alone only ${printed(floor)} are wrong`);
  const right = cells.reduce((sum, { cell }) => sum + cell.stated.right, 0);
  const stated = cells.reduce((sum, { cell }) => sum + cell.stated.all, 0);
  assert.ok(right / stated >= 0.75 && right / stated <= 0.85, `SEED=${SEED}: stated 0.8 is right in ${right} of ${stated}`);
});
