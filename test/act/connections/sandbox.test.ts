// The sandbox is always there: connected on its own page, read through the same client, day by day.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectDemo } from '../../../src/act/connections/index.ts';
import { backup } from '../../../src/base/backup/backup.ts';
import { restore } from '../../../src/base/backup/restore.ts';
import { runDue } from '../../../src/base/work/runner.ts';
import { stopSandbox } from '../../../src/sandbox/index.ts';
import { keyText, temporaryFolder } from '../../base/folder.ts';
import { startTestApp } from '../../harness.ts';
import { kinds, NOW } from './meta-world.ts';
import { Visitor } from './visitor.ts';

const MINUTE_MS = 60_000;

test('the sandbox is connected and read without a registration', async (t) => {
  const app = await startTestApp({ at: NOW });
  t.after(async () => {
    await stopSandbox(app.base);
    await app.close();
  });
  const api = app.api(app.session);
  const query = { profile_id: app.profileId };
  const visitor = new Visitor();
  const { url } = (await api.post('/connections/sandbox/connect', {}, query)).body.data;
  const there = await visitor.toProvider(url);
  const page = (await visitor.open(there)).html;
  const inputs = [...page.matchAll(/<input type="(?:hidden|checkbox)" name="([^"]+)" value="([^"]*)"/g)];
  const fields = inputs.map(
    ([, name = '', value = '']) => [name, value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))] as [string, string],
  );
  const body = new URLSearchParams([...fields, ['decision', 'allow']]);
  const back = await visitor.open(new URL('/oauth/authorize', there), { method: 'POST', body });
  assert.ok(back.location, back.html);
  assert.equal((await visitor.open(back.location)).location?.href, url);
  const choice = (await visitor.open(url)).html;
  const accounts = [...choice.matchAll(/name="(account:[^"]+)"/g)].map(([, name = '']) => [name, 'on']);
  assert.equal(accounts.length, 2);
  assert.equal((await visitor.submit(url, Object.fromEntries(accounts), `${url}/accounts`)).status, 303);
  // The sandbox allows a grant so many requests within a minute; what it refuses goes on a minute later.
  for (let minute = 0; minute < 20; minute += 1) {
    await runDue(app.base, kinds());
    app.clock.advance(MINUTE_MS);
  }
  const [connection] = (await api.get('/connections', query)).body.data;
  assert.equal(connection.status, 'active');
  assert.deepEqual(
    connection.accounts.map((each: { currency: string; is_history_complete: boolean }) => [
      each.currency,
      each.is_history_complete,
    ]),
    [
      ['EUR', true],
      ['JPY', true],
    ],
  );
  await app.settle();
  const { body: spend } = await api.get('/spend', { ...query, date_from: '2026-11-18', date_to: '2026-11-24', limit: 1 });
  assert.deepEqual(
    spend.meta.covered_days.map((each: { days: number }) => each.days),
    [7, 7],
  );
  assert.ok(spend.meta.totals.every((each: { spend: string }) => Number(each.spend) > 0));
});

test('a backup has the sandbox, its grants and the pictures of ads', async (t) => {
  const folder = temporaryFolder(t);
  const app = await startTestApp({ at: NOW });
  const query = { profile_id: app.profileId };
  const range = { date_from: '2026-11-01', date_to: '2026-11-24', limit: 100 };
  const manifest = await (async () => {
    try {
      await connectDemo(app.base, app.profileId);
      return { ...(await backup(app.base, join(folder, 'backup'))), masterKey: keyText(app.base) };
    } finally {
      await stopSandbox(app.base);
      await app.close();
    }
  })();
  assert.ok(manifest.files.some(({ path }) => path === 'sandbox.json.age'));
  assert.equal(manifest.files.filter(({ path }) => path.includes('/pictures/')).length, 18);
  await restore(join(folder, 'backup'), join(folder, 'data'), { masterKey: manifest.masterKey });
  const installation = { email: 'other@shop.example', workspace: 'Other' };
  const again = await startTestApp({ at: NOW, dataDir: join(folder, 'data'), installation });
  t.after(async () => {
    await stopSandbox(again.base);
    await again.close();
  });
  again.clock.advance(61 * MINUTE_MS);
  await runDue(again.base, kinds());
  const api = again.api(app.session);
  const [connection] = (await api.get('/connections', query)).body.data;
  assert.deepEqual(
    [connection.status, connection.last_sync.error, connection.accounts[0].catalogue_error],
    ['active', null, null],
  );
  await again.settle(app.profileId);
  const { data } = (await api.get('/ads', { ...query, ...range })).body;
  assert.equal(data.length, 18);
  for (const { creative } of data)
    assert.equal((await fetch(new URL(new URL(creative.thumbnail_url).pathname, again.baseUrl))).status, 200);
});
