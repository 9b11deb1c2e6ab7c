// Work that is looked for by itself: never two looks at once, none lost, and a failed one ends nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pino from 'pino';
import { type Poller, type PollerOptions, startPoller } from '../../../src/base/kit/poller.ts';
import { createSignals } from '../../../src/base/kit/signals.ts';
import { WAIT_MS } from '../../until.ts';

const HOUR_SECONDS = 3_600;

function start(options: Pick<PollerOptions, 'look'> & Partial<PollerOptions>): {
  rounds: Poller;
  wake(): void;
  logged: string[];
} {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(JSON.parse(line).msg) });
  const signals = createSignals();
  const rounds = startPoller({ log, signals }, { everySeconds: HOUR_SECONDS, failure: 'it failed', wokenBy: 'work', ...options });
  return { rounds, wake: () => signals.emit('work', ''), logged };
}

async function turns(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await turn();
}

test('a look begins at once, and what wakes it meanwhile is looked at after it, once', async () => {
  let begun = 0;
  let finish = (): void => {};
  const { rounds, wake } = start({
    look: () => {
      begun += 1;
      return new Promise<void>((done) => {
        finish = done;
      });
    },
  });
  assert.equal(begun, 1);
  for (let n = 0; n < 3; n += 1) wake();
  await turns();
  assert.equal(begun, 1, 'one at a time');
  finish();
  await turns();
  assert.equal(begun, 2);
  finish();
  await turns();
  assert.equal(begun, 2);
  wake();
  await turns();
  assert.equal(begun, 3, 'a signal after a quiet time wakes it again');
  finish();
  await rounds.stop();
});

test('it is looked every so often', async () => {
  let looks = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const { rounds } = start({
    everySeconds: 0.005,
    look: () => {
      looks += 1;
      if (looks === 4) resolve();
    },
  });
  const alive = setTimeout(() => {}, WAIT_MS); // its own timer keeps no process up
  await promise;
  clearTimeout(alive);
  await rounds.stop();
});

test('a look that fails, at once or later, is told, and the next one tries again', async () => {
  let looks = 0;
  const { rounds, wake, logged } = start({
    look: () => {
      looks += 1;
      if (looks === 1) throw new Error('at once');
      return looks === 2 ? Promise.reject(new Error('later')) : undefined;
    },
  });
  for (let n = 0; n < 2; n += 1) {
    wake();
    await turns();
  }
  assert.deepEqual([looks, logged], [3, ['it failed', 'it failed']]);
  await rounds.stop();
});

test('stopped, it waits for what runs, but not for ever, begins nothing and tells of nothing', async () => {
  let looks = 0;
  let fail = (_: Error): void => {};
  const { rounds, wake, logged } = start({
    patienceMs: 1,
    look: () => {
      looks += 1;
      return new Promise<void>((_, reject) => {
        fail = reject;
      });
    },
  });
  const alive = setTimeout(() => {}, WAIT_MS);
  await rounds.stop();
  clearTimeout(alive);
  wake();
  fail(new Error('the stores are closed'));
  await turns();
  assert.deepEqual([looks, logged], [1, []]);
});
