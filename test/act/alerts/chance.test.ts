// What is beyond chance, on random shops whose seed is printed, and the arithmetic of likely causes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factorCauses } from '../../../src/act/alerts/judging/causes.ts';
import { surpriseAt, usualOf } from '../../../src/act/alerts/judging/chance.ts';
import { seededRandom } from '../../base/random.ts';
import { playWorlds } from './many-worlds.ts';

playWorlds(20);

test('too few days say nothing', () => {
  const days = Array.from({ length: 200 }, (_, day) => 10 + (day % 7));
  const last = days.length - 1;
  assert.equal(surpriseAt(days.slice(0, 40), usualOf(days.slice(0, 40)), 39), null);
  const unknown = days.map((value, day) => (day < 170 ? null : value));
  assert.equal(surpriseAt(unknown, usualOf(unknown), last), null);
  assert.equal(surpriseAt([...days, null], usualOf([...days, null]), 200), null);
  const found = surpriseAt(days, usualOf(days), last);
  assert.equal(found?.usual, days[last], 'a steady weekday is its own mean');
});

test('parts of a difference add up to it', (t) => {
  const random = seededRandom(t);
  for (let n = 0; n < 500; n += 1) {
    const visitors = { now: random(900), usual: 1 + random(900) };
    const outcomes = { now: visitors.now === 0 ? 0 : random(90), usual: 1 + random(90) };
    const revenue = { now: outcomes.now === 0 ? 0 : random(900_000) / 100, usual: random(900_000) / 100 };
    const parts = factorCauses(visitors, outcomes, revenue, 'EUR');
    assert.equal(parts.length, 3, JSON.stringify({ visitors, outcomes, revenue }));
    const cents = parts.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    assert.equal(cents, Math.round((revenue.now - revenue.usual) * 100));
  }
});

test('without measured visitors the parts are outcomes and their worth', () => {
  const parts = factorCauses({ now: 0, usual: 0 }, { now: 5, usual: 10 }, { now: 100, usual: 200 }, 'EUR');
  assert.deepEqual(
    parts.map(({ kind, amount }) => [kind, amount]),
    [
      ['rate', '-100'],
      ['value', '0'],
    ],
  );
  assert.match(parts[0]?.text ?? '', /^Fewer outcomes: /);
});
