// State of a moment ago beside the journal of now, as a log that was cut off leaves it. What facts said of people is emptied from the journal once state
// has it: the difference must be named also where no decision is missing, or names and addresses would be lost without a word.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { StoresDisagree } from '../../../src/base/folder/stores-disagree.ts';
import { closeBase, openBase } from '../../../src/base/open.ts';
import { startTestApp } from '../../harness.ts';
import { temporaryFolder, testConfig } from '../folder.ts';

const customer = (key: string, more: object) => ({
  event_type: 'lead_created',
  idempotency_key: key,
  occurred_at: '2026-03-30T10:00:00Z',
  user_traits: { external_id: 'customer-1', ...more },
});

/** As a log that ends there would leave it. */
function putState(dataDir: string, older: string): void {
  for (const name of ['state.sqlite', 'state.sqlite-wal', 'state.sqlite-shm', 'closed.json'])
    rmSync(join(dataDir, name), { force: true });
  cpSync(older, join(dataDir, 'state.sqlite'));
}

const opens = async (t: TestContext, dataDir: string): Promise<void> => {
  const base = await openBase(testConfig(dataDir), { warehouseStarts: 'when asked' });
  t.after(() => closeBase(base));
};

test('a state that is older than what was emptied from the journal', async (t) => {
  const folder = temporaryFolder(t);
  const dataDir = join(folder, 'data');
  const app = await startTestApp({ dataDir });
  const { base, profileId } = app;
  const keep = (name: string): string => {
    const db = new Database(join(dataDir, 'state.sqlite'), { readonly: true });
    db.prepare('vacuum into ?').run(join(folder, name));
    db.close();
    return join(folder, name);
  };
  const send = async (key: string, more: object): Promise<bigint> => {
    assert.equal((await app.api(app.apiKey).post('/events', customer(key, more))).status, 201);
    await app.settle();
    return base.state.lastDecision(profileId);
  };
  const empty = keep('empty.sqlite');
  const before = await send('a', {});
  const older = keep('older.sqlite');
  const after = await send('b', { first_name: 'Ada' });
  assert.equal(after, before, 'a name is no decision: nothing else would tell');
  const newest = keep('newest.sqlite');
  await app.close();

  for (const [name, file] of Object.entries({ older, empty }))
    await t.test(`${name}: the start is refused`, async (t) => {
      putState(dataDir, file);
      await assert.rejects(opens(t, dataDir), (error: Error) => {
        assert.ok(error instanceof StoresDisagree);
        assert.match(error.message, /^The state is older than the journal beside it: .* Put the right one back, or restore/);
        return true;
      });
    });
  await t.test('the one of now opens', async (t) => {
    putState(dataDir, newest);
    await opens(t, dataDir);
  });
});
