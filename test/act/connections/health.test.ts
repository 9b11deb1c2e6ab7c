// What an operator and callers see of connections that need somebody: where to connect again, and API versions that end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../../src/base/config/config.ts';
import { readSeed } from '../../../src/base/kit/seeds.ts';
import { commands } from '../../../src/doors/jobs/commands.ts';
import { startTestApp } from '../../harness.ts';
import { metaAccount, startMetaWorld } from './meta-world.ts';

test('status warns sixty days before an API version in use ends', async (t) => {
  const app = await startTestApp({
    at: '2026-12-24T12:00:00Z',
    config: {
      providers: {
        meta: { clientId: 'a', clientSecret: 'b', apiVersion: 'v25.0' },
        linkedin: { clientId: 'a', clientSecret: 'b', apiVersion: '202610' },
      },
    },
  });
  t.after(() => app.close());
  const notes = async (): Promise<string[]> => {
    const { notes } = await commands.status(app.base, {}, () => undefined);
    return [notes]
      .flat()
      .map(String)
      .filter((note) => note.includes('API version'));
  };
  assert.deepEqual(await notes(), [], '61 days before the end');
  app.clock.set('2026-12-25T12:00:00Z');
  const [meta, ...others] = await notes();
  assert.match(meta ?? '', /Meta works until 2027-02-23: set TRIBUTARY_META_API_VERSION/);
  assert.deepEqual(others, [], 'LinkedIn’s ends later');
  app.clock.set('2027-08-16T12:00:00Z');
  assert.match((await notes()).join(), /LinkedIn works until 2027-10-15: set TRIBUTARY_LINKEDIN_API_VERSION/);
});

test('a version whose end is not announced is no warning', async (t) => {
  const providers = { meta: { clientId: 'a', clientSecret: 'b', apiVersion: 'v26.0' } };
  const app = await startTestApp({ at: '2027-02-27T12:00:00Z', config: { providers } });
  t.after(() => app.close());
  const { notes } = await commands.status(app.base, {}, () => undefined);
  assert.doesNotMatch([notes].flat().join(), /API version/);
});

test('every provider has the version that is used first in the table, with its source and the day', async () => {
  const rows = readSeed('api_versions');
  assert.equal(new Set(rows.map(({ provider, version }) => `${provider} ${version}`)).size, rows.length, 'each once');
  for (const { provider } of readSeed('providers').filter((row) => !['sandbox', 'smtp'].includes(row.provider))) {
    const known = rows.filter((row) => row.provider === provider);
    assert.ok(known.length > 0, provider);
    for (const { source, looked_up, last_day } of known) {
      assert.ok(source, provider);
      assert.match(looked_up, /^\d{4}-\d\d-\d\d$/, provider);
      assert.match(last_day, /^(\d{4}-\d\d-\d\d)?$/, provider);
    }
  }
  const { providers } = readConfig({ dataDir: '/nowhere', port: 0 }, {});
  for (const [provider, settings] of Object.entries(providers))
    if ('apiVersion' in settings)
      assert.ok(
        rows.some((row) => row.provider === provider && row.version === settings.apiVersion),
        `${provider} ${settings.apiVersion}`,
      );
});

test('a version that is not in use, or of a platform that is not set up, is no warning', async (t) => {
  const app = await startTestApp({
    at: '2027-02-28T12:00:00Z',
    config: { providers: { meta: { clientId: 'a', clientSecret: 'b', apiVersion: 'v27.0' } } },
  });
  t.after(() => app.close());
  const { notes } = await commands.status(app.base, {}, () => undefined);
  assert.ok(!String(notes).includes('API version'));
});

test('a connection whose grant has ended says where to connect again', async (t) => {
  const w = await startMetaWorld(t, [metaAccount('102', 'North')]);
  await w.connect();
  await w.work();
  const query = { profile_id: w.app.profileId };
  assert.equal((await w.connections())[0].reconnect_url, null);
  w.meta.revoke();
  w.app.clock.advance(3_660_000);
  await w.work();
  const [connection] = await w.connections();
  const address = `${w.app.baseUrl}/console/${w.app.profileId}/setup#ad_account_connected`;
  assert.equal(connection.reconnect_url, address);
  const { error } = (await w.api.post(`/connections/${connection.id}/sync`, {}, query)).body;
  assert.deepEqual([error.code, error.reconnect_url], ['connection_not_ready', address]);
  const page = await fetch(address, { headers: { cookie: `tributary_session=${w.app.session}` } });
  assert.equal(page.status, 200);
});
