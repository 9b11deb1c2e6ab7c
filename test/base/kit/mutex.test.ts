// Turns: one piece of work at a time per name, in the order asked, whatever becomes of the one before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mutex } from '../../../src/base/work/memo.ts';

function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { opened, open };
}

test('turns', async (t) => {
  await t.test('work of one name waits for the work before it, work of another does not', async () => {
    const turns = new Mutex();
    const order: string[] = [];
    const first = gate();
    const a = turns.run('a', async () => {
      await first.opened;
      order.push('a1');
    });
    const next = turns.run('a', async () => order.push('a2'));
    await turns.run('b', async () => order.push('b1'));
    assert.deepEqual([order, turns.running, turns.waiting], [['b1'], 1, 1]);
    first.open();
    await Promise.all([a, next]);
    assert.deepEqual(order, ['b1', 'a1', 'a2']);
  });

  await t.test('a failure is its own caller’s, and the next has its turn', async () => {
    const turns = new Mutex();
    const failing = turns.run('a', async () => {
      throw new Error('mine');
    });
    const next = turns.run('a', async () => 'done');
    await assert.rejects(failing, /mine/);
    assert.equal(await next, 'done');
  });

  await t.test('idle is told when all that was asked has ended, and nothing is remembered', async () => {
    const turns = new Mutex();
    const ended: number[] = [];
    for (let i = 0; i < 3; i += 1) void turns.run(`n${i % 2}`, async () => ended.push(i));
    await turns.idle();
    assert.deepEqual([ended.sort(), turns.running, turns.waiting], [[0, 1, 2], 0, 0]);
  });
});
