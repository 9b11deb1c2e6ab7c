// Bad input about connections: the codes of the catalogue, and no row more than before. What a browser is refused on the way to a provider and
// back is in connect.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refused } from '../../account/door.ts';
import type { ApiAnswer } from '../../harness.ts';
import { metaAccount, startMetaWorld } from './meta-world.ts';

const TABLES = ['connections', 'connect_links', 'connection_accounts', 'jobs', 'audit'] as const;

test('bad input about connections leaves nothing', async (t) => {
  const w = await startMetaWorld(t, [metaAccount('102', 'North'), metaAccount('103', 'South')]);
  const { app, api, visitor } = w;
  const query = { profile_id: app.profileId };
  await w.connect(['102']);
  await w.work();
  const [{ id }] = await w.connections();
  const { body } = await api.post('/profiles', {
    workspace_id: app.workspaceId,
    name: 'Other',
    currency: 'EUR',
    timezone: 'UTC',
  });
  const other = { profile_id: body.data.profile_id };
  const rows = (): Record<string, unknown> =>
    Object.fromEntries(TABLES.map((name) => [name, app.base.state.db.prepare(`select count(*) from ${name}`).pluck().get()]));

  const refuses = async (code: string, call: () => Promise<ApiAnswer>): Promise<void> => {
    const before = rows();
    assert.equal(refused(await call()), code, String(call));
    assert.deepEqual(rows(), before, String(call));
  };

  await t.test('a provider that is unknown or not registered, and fields that are none', async () => {
    await refuses('404 not_found', () => api.post('/connections/nowhere/connect', {}, query));
    await refuses('501 provider_not_configured', () => api.post('/connections/tiktok/connect', {}, query));
    for (const wrong of [{ accounts: [] }, { accounts: [1] }, { other: 1 }, { accounts: Array.from({ length: 101 }, String) }])
      await refuses('422 validation_error', () => api.post('/connections/meta/connect', wrong, query));
  });

  await t.test('a return address of a foreign origin', async () => {
    for (const return_url of ['https://evil.example/', 'javascript:alert(1)', `${app.baseUrl}@evil.example/`, '//evil.example'])
      await refuses('422 validation_error', () => api.post('/connections/meta/connect', { return_url }, query));
  });

  await t.test('days that are reversed, too many, half, no days, or still to come', async () => {
    for (const range of [
      { from: '2026-02-02', to: '2026-02-01' },
      { from: '2025-01-01', to: '2026-02-05' },
      { to: '2026-02-02' },
      { from: '2026-02-30', to: '2026-03-01' },
      { from: '2026-11-01', to: '2027-01-01' },
    ])
      await refuses('400 invalid_date_range', () => api.post(`/connections/${id}/sync`, range, query));
    await refuses('422 validation_error', () =>
      api.post(`/connections/${id}/sync`, { what: 'catalogue', from: '2026-11-01', to: '2026-11-02' }, query),
    );
  });

  await t.test('a connection of another profile', async () => {
    await refuses('404 not_found', () => api.post(`/connections/${id}/sync`, {}, other));
    await refuses('404 not_found', () => api.delete(`/connections/${id}`, other));
    assert.deepEqual((await api.get('/connections', other)).body.data, []);
    assert.equal((await w.connections())[0].status, 'active');
  });

  await t.test('accounts of another person, on the page of the link', async () => {
    const { url } = await w.link();
    await visitor.grant(url);
    const before = rows();
    assert.equal((await visitor.submit(url, { 'account:102': 'on', 'account:555': 'on' }, `${url}/accounts`)).status, 422);
    assert.deepEqual(rows(), before);
  });
});
