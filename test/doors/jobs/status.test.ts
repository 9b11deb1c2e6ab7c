// The status command tells what is wrong, with the one next thing to do, and says so of nothing else.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { keepBackups } from '../../../src/base/backup/kept/keep-backups.ts';
import { quarantine } from '../../../src/credit/pipeline/quarantine.ts';
import * as texts from '../../../src/doors/cli/texts.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import type { Status } from '../../../src/doors/jobs/status.ts';
import { temporaryFolder } from '../../base/folder.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

const status = async (): Promise<Status> => (await commands.status(app.base, {}, () => undefined)) as unknown as Status;
const screen = (found: Status): string[] => texts.status({ ...found, service: null }).split('\n');
const failReplay = (reason: string): void => {
  const { jobs } = app.base.state;
  const { jobId } = jobs.add({ kind: 'replay', profileId: app.profileId, payload: {}, dedupeKey: app.profileId, maxAttempts: 1 });
  const job = jobs.take(jobId, 60);
  assert.ok(job);
  jobs.fail(job, { reason, failure: 'attempts_used', runAt: app.clock.now() });
};

test('a folder in order', async () => {
  await app.api(app.apiKey).post('/events', { event_type: 'signup', idempotency_key: 's1', occurred_at: '2026-03-10T00:00:00Z' });
  await app.settle();
  const found = await status();
  assert.deepEqual([found.is_well, found.problems], [true, []]);
  const [profile] = found.profiles;
  assert.deepEqual([profile?.accepted_seq, profile?.behind_facts, profile?.quarantined_facts], [1, 0, 0]);
  assert.ok(found.disk.bytes.journal > 0 && found.disk.bytes.warehouse > 0);
  assert.equal(screen(found)[0], 'All is well.');
});

test('the last backup is told of', async (t) => {
  assert.equal((await status()).last_backup, null);
  assert.match((await status()).notes.join(), /No backup was made yet/);
  const dest = join(temporaryFolder(t), 'copy');
  await commands.backup(app.base, { dest }, () => undefined);
  const { last_backup, notes } = await status();
  assert.equal(last_backup?.path, dest);
  assert.ok((last_backup?.bytes ?? 0) > 0);
  assert.doesNotMatch(notes.join(), /backup/);
});

test('a scheduled backup that cannot be made is a problem, with since when', async () => {
  const { config } = app.base;
  assert.equal((await status()).scheduled_backups, null);
  config.backupTarget = '/nowhere/at/all';
  await assert.rejects(keepBackups(app.base), /does not exist/);
  const found = await status();
  assert.match(found.problems[0]?.what ?? '', /No scheduled backup could be made since .*: \/nowhere\/at\/all does not exist/);
  assert.match(found.problems[0]?.next ?? '', /tributary backups make/);
  assert.deepEqual([found.scheduled_backups?.target, found.scheduled_backups?.last_made], ['/nowhere/at/all', null]);
  delete config.backupTarget;
});

test('a quarantined fact is worth a note', async () => {
  quarantine(app.base, app.profileId, 1n, 'its body cannot be read');
  const found = await status();
  assert.equal(found.is_well, true);
  assert.equal(found.profiles[0]?.quarantined_facts, 1);
  assert.match(found.notes.join(), /1 facts of "Main" cannot be landed/);
});

test('a replay that was given up is told first, with what to do and until when it rests', async () => {
  failReplay('no room for it');
  const found = await status();
  assert.equal(found.is_well, false);
  const [first, second] = screen(found);
  assert.match(first ?? '', /^NOT WELL\. The replay of "Main" was stopped after 1 attempts \(no room for it\)/);
  assert.match(second ?? '', new RegExp(`^Do this next: .*tributary replay --profile ${app.profileId}`));
  assert.equal(found.profiles[0]?.replay.again_at, new Date(app.clock.now() + 600_000).toISOString());
  await commands.replay(app.base, {}, () => undefined);
  assert.equal((await status()).is_well, true);
});

test('figures that know more than the journal or state are never called well', async () => {
  const { state, journal } = app.base;
  const reached = { stitched: journal.lastSeq(app.profileId), landed: journal.lastSeq(app.profileId), landed_decision: 0n };
  reached.landed_decision = state.lastDecision(app.profileId);
  assert.equal((await status()).is_well, true);
  for (const [name, right] of Object.entries(reached)) {
    const before = state.cursor(name, app.profileId);
    state.setCursor(name, app.profileId, right + 3n);
    const found = await status();
    assert.equal(found.is_well, false, name);
    assert.match(found.problems[0]?.what ?? '', /include 3 facts or decisions that the journal or state does not have/);
    assert.match(found.problems[0]?.next ?? '', /tributary restore/);
    const { body } = await app.api(app.apiKey).get('/tracking/ops');
    assert.deepEqual([body.data.status, /know more than the journal/.test(body.data.next)], ['problem', true], name);
    state.setCursor(name, app.profileId, before);
  }
  assert.equal((await status()).is_well, true);
});

test('figures that are not computed are no reason to say that all is well', async () => {
  await app.base.warehouse.remove(app.profileId);
  const found = await status();
  assert.deepEqual([found.is_well, found.profiles[0]?.has_figures], [true, false]);
  assert.match(found.notes.join(), /The figures of "Main" are not computed yet/);
  assert.equal(screen(found)[0], 'All is well, but figures are not computed yet (see the notes).');
  await app.settle();
  await app.api(app.apiKey).get('/overview?date_from=2026-03-01&date_to=2026-03-10');
  assert.equal(screen(await status())[0], 'All is well.');
});
