// The data-driven fit by itself: removal effects of published examples, and of chains that can be solved in the head.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitChannels, type Step } from '../../src/credit/pipeline/fit.ts';

const START = '(start)';
const CONVERSION = '(conversion)';
const NULL = '(null)';

/** Counts the steps of paths; each ends in the conversion or in null so many times. */
function stepsOf(paths: { path: string[]; converts?: number; fails?: number }[]): Step[] {
  const counts = new Map<string, number>();
  const walk = (states: string[], times: number): void => {
    if (times === 0) return;
    for (const [i, to] of states.slice(1).entries()) {
      const key = `${states[i]}\n${to}`;
      counts.set(key, (counts.get(key) ?? 0) + times);
    }
  };
  for (const { path, converts = 0, fails = 0 } of paths) {
    walk([START, ...path, CONVERSION], converts);
    walk([START, ...path, NULL], fails);
  }
  return [...counts].map(([key, steps]) => {
    const [from, to] = key.split('\n') as [string, string];
    return { from, to, steps };
  });
}

function near(actual: number | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-12, `${actual} is not ${expected}`);
}

/** The classical split: effect ÷ sum of effects × conversions. */
function split(fit: NonNullable<ReturnType<typeof fitChannels>>): Record<string, number> {
  const sum = [...fit.effects.values()].reduce((total, effect) => total + effect, 0);
  return Object.fromEntries([...fit.effects].map(([channel, effect]) => [channel, (effect / sum) * fit.conversions]));
}

test('the fit of a Markov chain over channels', async (t) => {
  await t.test('gives the published figures of the four-path example', () => {
    const fit = fitChannels(
      stepsOf([
        { path: ['google ads'], converts: 2 },
        { path: ['mailing'], converts: 1 },
        { path: ['google ads', 'mailing'], converts: 1 },
        { path: ['google ads'], fails: 1 },
      ]),
    );
    assert.ok(fit);
    assert.equal(fit.conversions, 4);
    near(fit.baseProbability, 0.8);
    near(fit.effects.get('google ads'), 0.75);
    near(fit.effects.get('mailing'), 0.5);
    near(split(fit)['google ads'], 2.4);
    near(split(fit)['mailing'], 1.6);
  });

  await t.test('gives the exact figures of the pychattr example, with channels that follow themselves', () => {
    const fit = fitChannels(
      stepsOf([
        { path: [...'ABABBA'], converts: 1 },
        { path: [...'ABBAA'], converts: 1 },
        { path: [...'AA'], converts: 1 },
      ]),
    );
    assert.ok(fit);
    near(fit.baseProbability, 1);
    near(fit.effects.get('A'), 1);
    // From A: 3 of 8 steps convert, 2 stay, 3 go to B. Without B: (3/8) / (1 - 2/8) = 1/2.
    near(fit.effects.get('B'), 0.5);
    near(split(fit)['A'], 2);
    near(split(fit)['B'], 1);
  });

  await t.test('counts how often a path came, and ignores the order in which its steps are told', () => {
    const paths = [
      { path: ['a', 'b'], converts: 3, fails: 1 },
      { path: ['a', 'c'], converts: 1, fails: 1 },
    ];
    const fit = fitChannels(stepsOf(paths));
    assert.ok(fit);
    // a goes to b 2/3, to c 1/3; b converts 3/4, c 1/2: 2/3 * 3/4 + 1/3 * 1/2 = 2/3. Without b 1/6, without c 1/2.
    near(fit.baseProbability, 2 / 3);
    near(fit.effects.get('a'), 1);
    near(fit.effects.get('b'), 0.75);
    near(fit.effects.get('c'), 0.25);
    assert.deepEqual(fitChannels(stepsOf(paths).reverse()), fit);
  });

  await t.test('gives a channel that leads nowhere no effect', () => {
    const fit = fitChannels(
      stepsOf([
        { path: ['a'], converts: 1 },
        { path: ['b'], fails: 5 },
      ]),
    );
    near(fit?.baseProbability, 1 / 6);
    near(fit?.effects.get('a'), 1);
    near(fit?.effects.get('b'), 0);
  });

  await t.test('is not made where nothing converts', () => {
    assert.equal(fitChannels(stepsOf([{ path: ['a', 'b'], fails: 4 }])), undefined);
    assert.equal(fitChannels([]), undefined);
  });
});
