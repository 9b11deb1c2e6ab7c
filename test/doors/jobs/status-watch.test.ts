// The operator gets a mail when the status turns bad, and one when it is well again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepBackups } from '../../../src/base/backup/kept/keep-backups.ts';
import { nextLook, watchStatus } from '../../../src/doors/jobs/status-watch.ts';
import { startTestApp } from '../../harness.ts';

const problem = (what: string) => ({ what, next: 'Do it.' });
const none = { seen: [], mailed: [] };
const DAY = 86_400_000;

test('what lasts for two looks is worth one mail; numbers that change make no new problem', () => {
  const first = nextLook(none, [problem('The pipeline failed 3 times since 2026-01-01T10:00:00Z.')], 0);
  assert.equal(first.mail, undefined);
  const second = nextLook(first.record, [problem('The pipeline failed 9 times since 2026-01-01T10:00:01Z.')], 600_000);
  assert.equal(second.mail, 'bad');
  assert.equal(
    nextLook(second.record, [problem('The pipeline failed 12 times since 2026-01-01T10:00:02Z.')], 2 * DAY).mail,
    undefined,
  );
  const well = nextLook(second.record, [], 3 * DAY);
  assert.deepEqual([well.mail, well.record], ['well', none]);
  assert.equal(nextLook(well.record, [], 4 * DAY).mail, undefined);
});

test('what ends before the second look is worth none, and a new problem waits for the next day', () => {
  const first = nextLook(none, [problem('a')], 0);
  assert.deepEqual(nextLook(first.record, [], 1), { record: none, mail: undefined });
  const mailed = nextLook(nextLook(none, [problem('a')], 0).record, [problem('a')], 1);
  const more = nextLook(mailed.record, [problem('a'), problem('b')], 2);
  assert.equal(more.mail, undefined);
  const still = nextLook(more.record, [problem('a'), problem('b')], 3);
  assert.equal(still.mail, undefined);
  assert.equal(nextLook(still.record, [problem('a'), problem('b')], DAY + 1).mail, 'bad');
});

test('the first owner gets the mail, or whom the operator names', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  app.base.config.backupTarget = '/nowhere/at/all';
  await assert.rejects(keepBackups(app.base));
  await watchStatus(app.base);
  assert.deepEqual(await app.mails(), []);
  await watchStatus(app.base);
  const [mail] = await app.mails();
  assert.match(mail?.subject ?? '', /^Tributary is not well: No scheduled backup could be made/);
  assert.match(mail?.text ?? '', /Do this next: Put the cause right/);
  app.base.config.operatorMail = 'ops@example.com';
  delete app.base.config.backupTarget;
  await watchStatus(app.base);
  assert.deepEqual(
    (await app.mails()).map(({ to }) => to),
    ['ops@example.com'],
  );
});
