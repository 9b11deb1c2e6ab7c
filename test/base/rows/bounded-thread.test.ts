// The thread that reads what people send: one that read its file to the end reads the next, one that did not is gone with its file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedThread } from '../../../src/base/rows/bounded-thread.ts';

/** Answers how many messages it has had, after some hundred milliseconds of its processor if it is to work. */
const WORKER = `
import { parentPort } from 'node:worker_threads';
let count = 0;
parentPort.on('message', (message) => {
  if (message === 'work') for (let n = 0, sum = 0; n < 1e8; n += 1) sum += n % 7;
  count += 1;
  if (message === 'fail') throw new Error('failed');
  parentPort.postMessage(count);
});`;

function thread(name: string, { mostMs = 60_000 } = {}): BoundedThread<string, number> {
  const bounds = {
    resourceLimits: { maxOldGenerationSizeMb: 64 },
    mostMs,
    tooLong: () => new Error('too long'),
    tooMuchMemory: () => new Error('too much memory'),
  };
  return new BoundedThread(new URL(`data:text/javascript,${encodeURIComponent(`${WORKER} // ${name}`)}`), bounds);
}

async function read(name: string, ...messages: string[]): Promise<number> {
  const reader = thread(name);
  try {
    let answer = 0;
    for (const message of messages) answer = await reader.ask(message);
    reader.finish();
    return answer;
  } finally {
    await reader.end();
  }
}

test('a thread that reads what people send', async (t) => {
  await t.test('reads the next file after it has read one to the end', async () => {
    assert.equal(await read('next', 'a', 'b'), 2);
    assert.equal(await read('next', 'a'), 3);
  });
  await t.test('is of one file where that was not read to the end, or failed', async () => {
    const left = thread('left');
    assert.equal(await left.ask('a'), 1);
    await left.end();
    assert.equal(await read('left', 'a'), 1);
    await assert.rejects(read('failed', 'fail'), /failed/);
    assert.equal(await read('failed', 'a'), 1);
  });
  await t.test('counts what it has used for this file alone', async () => {
    const first = thread('count');
    await first.ask('work');
    const used = await first.usedMs();
    first.finish();
    await first.end();
    const second = thread('count');
    assert.equal(await second.ask('a'), 2);
    assert.ok((await second.usedMs()) < used / 2);
    second.finish();
    await second.end();
  });
  await t.test('is kept once where two were read at once', async () => {
    assert.deepEqual(await Promise.all([read('two', 'a'), read('two', 'a')]), [1, 1]);
    assert.deepEqual(await Promise.all([read('two', 'a'), read('two', 'a')]).then((counts) => counts.sort()), [1, 2]);
  });
});
