// What is held from state is never older than state's last change, and never what a transaction took back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StateCache } from '../../../src/base/work/memo.ts';
import { startTestApp } from '../../harness.ts';

test('answers are held until state changes', async (t) => {
  const { base, close } = await startTestApp();
  t.after(close);
  const { state } = base;
  const stored = new StateCache<bigint>('test');
  let reads = 0;
  const cursor = (): bigint | undefined =>
    stored.get(state, 'a', () => {
      reads += 1;
      return state.cursor('a', 'p') || undefined;
    });

  assert.deepEqual([cursor(), cursor(), reads], [undefined, undefined, 2], 'that there is nothing is not held');
  state.setCursor('a', 'p', 1n);
  assert.deepEqual([cursor(), cursor(), reads], [1n, 1n, 3]);
  state.setCursor('b', 'p', 9n);
  assert.deepEqual([cursor(), reads], [1n, 4], 'any change makes it be read again');
  state.setCursor('a', 'p', 2n);
  assert.equal(cursor(), 2n);
  assert.throws(() =>
    state.tx(() => {
      state.setCursor('a', 'p', 3n);
      assert.equal(cursor(), 3n, 'a transaction sees what it wrote');
      throw new Error('taken back');
    }),
  );
  assert.equal(cursor(), 2n);
});

test('no more than the ceiling is held', async (t) => {
  const { base, close } = await startTestApp();
  t.after(close);
  const stored = new StateCache<number>('two rows', 2);
  let reads = 0;
  const ask = (key: string) => stored.get(base.state, key, () => ++reads);
  for (const key of ['a', 'b', 'a', 'b']) ask(key);
  assert.equal(reads, 2);
  ask('c');
  ask('c');
  assert.equal(reads, 3);
  ask('a');
  assert.equal(reads, 4, 'the earlier ones gave way');
});

test('a held key expires and is revoked at once', async (t) => {
  const app = await startTestApp();
  t.after(app.close);
  const status = async (): Promise<number> => (await app.api(app.apiKey).get('/profile')).status;
  assert.deepEqual([await status(), await status()], [200, 200]);
  const expires = app.clock.now() + 1_000;
  app.base.state.db.prepare('update api_keys set expires_at = ?').run(expires);
  assert.equal(await status(), 200);
  app.clock.advance(1_000);
  assert.equal(await status(), 401);
  app.base.state.db.prepare('update api_keys set expires_at = null').run();
  assert.equal(await status(), 200);
  app.base.state.db.prepare('update api_keys set revoked_at = 1').run();
  assert.equal(await status(), 401);
});
