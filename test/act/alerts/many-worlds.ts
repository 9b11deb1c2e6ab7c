// Rules on days of random shops: planted incidents are found on their day, and chance raises no more alarms than rules promise.
// `npm run test:alerts` plays 200 shops, WORLDS sets another number; test/act/alerts/chance.test.ts plays some.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replayDays } from '../../../src/act/alerts/backtest.ts';
import { seededRandom } from '../../base/random.ts';
import { JUDGED, shopDays, type Watched } from './random-days.ts';

const FIGURES: readonly Watched[] = ['outcomes', 'revenue', 'visitors', 'spend'];
const PROMISE = 0.25;
const MONTH = 30.44;

export function playWorlds(worlds: number): void {
  test(`${worlds} random shops`, (t) => {
    const random = seededRandom(t);
    let [found, planted, alarms, months] = [0, 0, 0, 0];
    const missed: string[] = [];
    for (let world = 0; world < worlds; world += 1) {
      const { board, incident } = shopDays(random, world % 4 !== 0);
      const alertsOf = (figure: Watched) =>
        replayDays(board, JUDGED, { kind: 'change', condition: { figure, false_alarms_per_month: PROMISE }, skippedDays: [] })
          .alerts;
      const day = incident && board.rows.at(incident.day - JUDGED)?.date_from;
      if (incident) {
        planted += 1;
        const isFound = alertsOf(incident.figure).some(({ date_from }) => date_from === day);
        found += isFound ? 1 : 0;
        if (!isFound) missed.push(incident.name);
      }
      for (const figure of FIGURES) {
        alarms += alertsOf(figure).filter(({ date_from }) => date_from !== day).length;
        months += JUDGED / MONTH;
      }
    }
    const perMonth = alarms / months;
    t.diagnostic(`${found} of ${planted} incidents found on their day; missed: ${missed.join(', ') || 'none'}`);
    t.diagnostic(
      `${perMonth.toFixed(3)} false alarms a month and rule, of ${PROMISE} promised; ${(4 * perMonth).toFixed(2)} a month and shop`,
    );
    // Chance of few worlds is no broken promise: three standard deviations beside it.
    const patience = worlds < 100 ? 3 * Math.sqrt(0.95 * 0.05 * planted) : 0;
    assert.ok(found >= 0.95 * planted - patience, `${found} of ${planted}`);
    const limit = PROMISE * months;
    assert.ok(alarms <= limit + 3 * Math.sqrt(limit), `${alarms} alarms in ${months.toFixed(0)} months of rules`);
  });
}
