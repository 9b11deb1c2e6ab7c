// Opening and closing everything on a data folder.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeLock } from '../../src/base/folder/lock.ts';
import { fakeClock } from '../../src/base/kit/clock.ts';
import { closeBase, openBase } from '../../src/base/open.ts';
import { MasterKeyError } from '../../src/base/state/master-key.ts';
import { temporaryFolder, testConfig } from './folder.ts';
import { fact } from './journal/facts.ts';

const P = '018f0000-0000-7000-8000-000000000001';

test('openBase', async (t) => {
  const dir = temporaryFolder(t);
  const config = testConfig(dir);
  const clock = fakeClock('2026-03-01T10:00:00Z');

  await t.test('opens every store, and closes in a way that can be repeated', async () => {
    const base = await openBase(config, { clock });
    assert.equal(base.clock, clock);
    assert.equal((await base.journal.append([fact(P, 'a')]))[0]?.seq, 1n);
    base.state.setCursor('stitched', P, 1n);
    assert.equal(base.archive.sealedUpTo(P), 0n);
    assert.equal(await base.warehouse.exists(P), false);
    await closeBase(base);
    await closeBase(base);
  });

  await t.test('one that fails leaves the folder free', async () => {
    await assert.rejects(openBase({ ...config, masterKey: Buffer.alloc(32).toString('base64') }), MasterKeyError);
    takeLock(dir).release();
  });

  await t.test('what was written is there at the next start', async () => {
    const base = await openBase(config, { clock });
    assert.equal(base.journal.lastSeq(P), 1n);
    assert.equal(base.state.cursor('stitched', P), 1n);
    await closeBase(base);
  });
});
