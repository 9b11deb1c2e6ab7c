// Archiving a workspace: every count, the purge of every store down to its bytes, what stays, and who is answered what afterwards.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { purgeDue } from '../../../src/account/access/index.ts';
import { createGrant, issueUserToken, registerClient } from '../../../src/account/apps/index.ts';
import { createPerson, createSession, findPerson } from '../../../src/account/people/index.ts';
import { setProfileRole, setWorkspaceRole } from '../../../src/account/places/index.ts';
import type { Base } from '../../../src/base/base.ts';
import { initInstallation } from '../../../src/collect/tracking/index.ts';
import { publishMarts } from '../../../src/credit/pipeline/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';
import { refused } from '../door.ts';

/** Words of the planted data that stand nowhere else. */
const PLANTED = ['plantedpath', 'planted-person@victim.example', 'plantedcampaign', 'plantedname', 'plantedorder'];

async function appWith(t: TestContext): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tributary-archive-'));
  const app = await startTestApp({ dataDir, config: { sealRows: 1 } });
  t.after(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return app;
}

/** Events, a customer, spend; sealed, computed and published, and some more in the journal only. */
async function plant(app: TestApp): Promise<void> {
  const api = app.api(app.apiKey);
  const outcome = (n: number) => ({
    event_type: 'payment_received',
    idempotency_key: `plantedorder-${n}`,
    value: { amount: '10.00', currency: 'USD' },
    utm: { source: 'plantedpath', medium: 'cpc', campaign: 'plantedcampaign' },
    user_traits: { email: 'planted-person@victim.example', first_name: 'Plantedname', external_id: 'plantedorder' },
  });
  const sent = await api.post('/events', outcome(1));
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  await app.settle();
  await publishMarts(app.base, app.profileId);
  assert.equal((await api.post('/events', outcome(2))).status, 201);
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Which planted words stand in which file, upper or lower case. */
function found(dataDir: string): string[] {
  return filesOf(dataDir).flatMap((file) => {
    const text = readFileSync(file, 'latin1').toLowerCase();
    return PLANTED.filter((word) => text.includes(word)).map((word) => `${file.slice(dataDir.length + 1)}: ${word}`);
  });
}

const audited = (base: Base, action: string): unknown =>
  base.state.db.prepare('select count(*) from audit where action = ?').pluck().get(action);

test('deleteWorkspace', async (t) => {
  await t.test(
    'is for owners: 403 for other members and keys, 404 for strangers and unknown ids, and the scope for agents',
    async (t) => {
      const app = await appWith(t);
      const { base, workspaceId } = app;
      const place = `/workspaces/${workspaceId}`;
      const admin = createPerson(base, { email: 'admin@shop.example', actor: 'system' });
      setWorkspaceRole(base, { workspaceId, personId: admin.personId, role: 'admin', actor: 'system' });
      const session = createSession(base, { personId: admin.personId, actor: 'system' }).token;
      const stranger = createPerson(base, { email: 'zoe@else.example', actor: 'system' });
      const foreign = createSession(base, { personId: stranger.personId, actor: 'system' }).token;
      assert.equal(refused(await app.api(session).delete(place)), '403 forbidden');
      assert.equal(refused(await app.api(app.apiKey).delete(place)), '403 forbidden');
      assert.equal(refused(await app.api(foreign).delete(place)), '404 not_found');
      assert.equal(
        refused(await app.api(app.session).delete('/workspaces/0b7e7a52-7f5b-4e1f-8f4a-3f1f7f0f9a20')),
        '404 not_found',
      );
      assert.equal(refused(await app.api().delete(place)), '401 unauthorized');
      const owner = findPerson(base, 'owner@shop.example')?.personId ?? '';
      const clientId = registerClient(base, { name: 'Agent', redirectUris: ['https://a.example/cb'], scopes: ['mcp:read'] });
      const tokenWith = (scopes: string[]): string => {
        const grant = createGrant(base, { personId: owner, clientId, scopes, resource: 'https://m.example/mcp' });
        return issueUserToken(base, { grantId: grant.grantId, scopes: grant.scopes }).token;
      };
      assert.equal(refused(await app.api(tokenWith(['mcp:read'])).delete(place)), '403 insufficient_scope');
      assert.equal((await app.api(tokenWith(['mcp:write'])).delete(place)).status, 200);
    },
  );

  await t.test('counts what it ended, purges every byte from every store, and leaves other workspaces alone', async (t) => {
    const app = await appWith(t);
    const { base, dataDir, workspaceId, profileId } = app;
    const other = initInstallation(base, {
      email: 'zoe@else.example',
      workspace: 'Else',
      profile: 'Else',
      currency: 'USD',
      timezone: 'UTC',
    });
    await plant(app);
    const member = createPerson(base, { email: 'm@shop.example', actor: 'system' });
    setWorkspaceRole(base, { workspaceId, personId: member.personId, role: 'member', actor: 'system' });
    const place = { workspaceId, profileId };
    setProfileRole(base, { profile: place, personId: member.personId, role: 'viewer', canSeePii: true, actor: 'system' });
    const kept = await app.api(other.api_key).post('/events', { event_type: 'lead_created', idempotency_key: 'k' });
    assert.equal(kept.status, 201);

    const before = found(dataDir);
    for (const store of ['state.sqlite', 'journal.sqlite', 'live.duckdb'])
      assert.ok(
        before.some((line) => line.includes(store)),
        `${store} holds what was planted: ${before.join('; ')}`,
      );
    const published = filesOf(join(dataDir, 'profiles', profileId)).filter((file) => file.endsWith('.parquet'));
    assert.ok(published.some((file) => file.includes('published')) && published.some((file) => file.includes('archive')));

    const gone = await app.api(app.session).delete(`/workspaces/${workspaceId}`);
    assert.equal(gone.status, 200);
    assert.deepEqual(gone.body.data, {
      workspace_id: workspaceId,
      archived: true,
      archived_at: new Date(app.clock.now()).toISOString(),
      profiles_purged: 1,
      counts: {
        profiles_archived: 1,
        memberships_removed: 3,
        invitations_revoked: 0,
        api_keys_revoked: 1,
        webhook_subscriptions_paused: 0,
        retained_conversion_exports: 0,
        retained_signal_audit_rows: 0,
      },
    });
    assert.deepEqual(found(dataDir), [], 'no planted byte is left in any file');
    assert.ok(!existsSync(join(dataDir, 'profiles', profileId)));
    assert.ok(base.journal.profiles().every((each) => each.profileId !== profileId));
    assert.equal(audited(base, 'workspace.archived'), 1, 'audit rows stay');

    await app.settle(other.profile_id);
    assert.equal((await app.api(other.api_key).get('/profile')).status, 200);
    assert.equal(base.journal.lastSeq(other.profile_id), 1n);
  });

  await t.test(
    'afterwards: 404 and 401 everywhere, intake refused at once, a second call by an owner changes nothing',
    async (t) => {
      const app = await appWith(t);
      const { workspaceId, profileId, base, clock } = app;
      const owner = app.api(app.session);
      const post = () =>
        fetch(`${app.baseUrl}/t/collect`, {
          method: 'POST',
          body: JSON.stringify({ tracking_key: app.trackingKey, anonymous_id: 'a'.repeat(22), events: [{ type: 'page_view' }] }),
        });
      assert.equal((await post()).status, 204, 'its tracking key is known and held');
      const invitation = { email: 'guest@else.example', role: 'member' };
      assert.equal((await owner.post(`/workspaces/${workspaceId}/invitations`, invitation)).status, 201);
      const token = decodeURIComponent((await app.mails())[0]?.path.split('/').at(-1) ?? '');
      const guest = createPerson(base, { email: invitation.email, actor: 'system' });
      const first = await owner.delete(`/workspaces/${workspaceId}`);
      assert.equal((await post()).status, 401, 'also while it is held');
      assert.equal(first.body.data.counts.invitations_revoked, 1);
      const guests = app.api(createSession(base, { personId: guest.personId, actor: 'system' }).token);
      assert.equal(refused(await guests.post('/invitations/accept', { token })), '410 workspace_archived');
      assert.equal(refused(await app.api(app.apiKey).get('/profile')), '401 unauthorized');
      const event = { event_type: 'lead_created', idempotency_key: 'late' };
      assert.equal(refused(await app.api(app.apiKey).post('/events', event)), '401 unauthorized');
      assert.deepEqual((await owner.get('/workspaces')).body.data, []);
      assert.deepEqual((await owner.get('/profiles')).body.data, []);
      assert.equal(refused(await owner.get(`/workspaces/${workspaceId}/profiles`)), '404 not_found');
      assert.equal(refused(await owner.get('/profile', { profile_id: profileId })), '404 not_found');
      assert.equal(refused(await owner.post('/profiles', { workspace_id: workspaceId, name: 'New' })), '404 not_found');

      clock.advance(3_600_000);
      const rows = audited(base, 'workspace.archived');
      const again = await owner.delete(`/workspaces/${workspaceId}`);
      assert.equal(again.status, 200);
      assert.deepEqual(again.body.data, { ...first.body.data, archived: false });
      assert.equal(audited(base, 'workspace.archived'), rows);
    },
  );

  await t.test('who was no owner then is answered 404 afterwards', async (t) => {
    const app = await appWith(t);
    const { base, workspaceId } = app;
    const admin = createPerson(base, { email: 'admin@shop.example', actor: 'system' });
    setWorkspaceRole(base, { workspaceId, personId: admin.personId, role: 'admin', actor: 'system' });
    const session = createSession(base, { personId: admin.personId, actor: 'system' }).token;
    assert.equal((await app.api(app.session).delete(`/workspaces/${workspaceId}`)).status, 200);
    assert.equal(refused(await app.api(session).delete(`/workspaces/${workspaceId}`)), '404 not_found');
  });

  await t.test('ten calls at once archive it once', async (t) => {
    const app = await appWith(t);
    const all = await Promise.all(
      Array.from({ length: 10 }, () => app.api(app.session).delete(`/workspaces/${app.workspaceId}`)),
    );
    assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
    assert.equal(all.filter(({ body }) => body.data.archived).length, 1);
  });

  await t.test(
    'what a crash interrupted is finished by the next start, and what came late goes with the second look',
    async (t) => {
      const app = await appWith(t);
      const { base, dataDir, profileId, clock } = app;
      await plant(app);
      const remove = base.warehouse.remove.bind(base.warehouse);
      base.warehouse.remove = () => Promise.reject(new Error('the machine stopped here'));
      const cut = await app.api(app.session).delete(`/workspaces/${app.workspaceId}`);
      assert.deepEqual([cut.status, cut.body.data.profiles_purged], [200, 0]);
      assert.ok(found(dataDir).length > 0);
      base.warehouse.remove = remove;
      clock.advance(60_000);
      await purgeDue(base);
      assert.deepEqual(found(dataDir), []);

      base.state.db
        .prepare('insert into backfills (profile_id, kind, content_sha256, report, loaded_at) values (?, ?, ?, ?, 0)')
        .run(profileId, 'events', 'x', '{"late":"plantedpath"}');
      clock.advance(60_000);
      await purgeDue(base);
      assert.deepEqual(found(dataDir), []);
    },
  );
});
