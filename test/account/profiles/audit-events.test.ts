// Events of the interface in the audit: names of a list, by people alone, without free text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../harness.ts';

test('recordAuditEvent', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const record = (body: object, credential = app.session) =>
    app.api(credential).post('/profile/audit-events', body, credential === app.session ? { profile_id: app.profileId } : {});

  await t.test('an event of the list is in the audit, with who did it', async () => {
    const { status, body } = await record({ event: 'export.downloaded', subject: 'attribution' });
    assert.deepEqual([status, body.data.event], [201, 'export.downloaded']);
    const audit = await app.api(app.session).get(`/workspaces/${app.workspaceId}/audit`, { profile_id: app.profileId });
    const row = audit.body.data.find(({ action }: { action: string }) => action === 'interface.export.downloaded');
    assert.match(JSON.stringify(row), /person:/);
  });
  await t.test('other names and free text are refused', async () => {
    for (const body of [
      { event: 'anything.else' },
      { event: 'export.downloaded', subject: 'Ana Rojas <ana@example.com>' },
      { event: 'export.downloaded', subject: 'x'.repeat(65) },
      { event: 'export.downloaded', note: 'hello' },
      {},
    ])
      assert.equal((await record(body)).status, 422, JSON.stringify(body));
  });
  await t.test('programs record nothing', async () => {
    assert.equal((await record({ event: 'export.downloaded' }, app.apiKey)).body.error.code, 'forbidden');
    assert.equal((await app.api().post('/profile/audit-events', { event: 'export.downloaded' })).status, 401);
  });
  await t.test('another workspace has its own', async () => {
    const answer = await app
      .api(app.session)
      .post('/profile/audit-events', { event: 'export.downloaded' }, { profile_id: '6f0c2c0e-8d0e-4f5c-9a53-5f0b8f8c2a11' });
    assert.equal(answer.status, 404);
  });
});
