// Settings of a workspace through the door, and the audit that tells of them: reporting currency, compliance, who changed what.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registerApp } from '../../../src/account/apps/index.ts';
import { createApiKey } from '../../../src/account/keys/index.ts';
import { openDoor, refused } from '../door.ts';

test('getReportingCurrency', async (t) => {
  const { call, ann, zoe, memberToken } = await openDoor(t);
  const path = `/workspaces/${ann.workspace_id}/reporting-currency`;

  await t.test('for members', async () => {
    const { body } = await call('get', path, memberToken('mo@north.example'));
    assert.deepEqual(body.data, { workspace_id: ann.workspace_id, currency: 'EUR' });
    assert.equal(refused(await call('get', path, zoe.session_token)), '404 not_found');
  });
});

test('updateReportingCurrency', async (t) => {
  const { call, ann, zoe, base, memberToken } = await openDoor(t);
  const path = `/workspaces/${ann.workspace_id}/reporting-currency`;
  const change = (currency: unknown, token = ann.session_token) => call('patch', path, token, { currency });

  await t.test('changes totals, and no profile', async () => {
    assert.equal((await change('CHF')).body.data.currency, 'CHF');
    assert.equal((await call('get', path, ann.session_token)).body.data.currency, 'CHF');
    const profile = (await call('get', `/profile?profile_id=${ann.profile_id}`, ann.session_token)).body.data;
    assert.equal(profile.currency, 'EUR');
  });

  await t.test('the same again, also at once, is told once', async () => {
    await Promise.all([change('SEK'), change('SEK'), change('SEK')]);
    const message = base.state.db.prepare("select count(*) from audit where action = 'reporting_currency.updated'").pluck().get();
    assert.equal(message, 2);
  });

  await t.test('to a currency that there is, by an admin', async () => {
    for (const bad of ['XXX', 'eur', 'EURO', '', 7])
      assert.equal(refused(await change(bad)), '422 validation_error', String(bad));
    assert.equal(refused(await change('USD', memberToken('max@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await change('USD', zoe.session_token)), '404 not_found');
    base.state.db.prepare('update access_workspaces set archived_at = 1 where workspace_id = ?').run(ann.workspace_id);
    assert.equal(refused(await change('USD')), '404 not_found');
  });
});

test('getComplianceOverview', async (t) => {
  const { call, ann, zoe, memberToken } = await openDoor(t);
  const path = `/workspaces/${ann.workspace_id}/compliance-overview`;

  await t.test('counts who sees personal data, and how often somebody did', async () => {
    const before = (await call('get', path, ann.session_token)).body.data;
    assert.deepEqual(before, {
      workspace_id: ann.workspace_id,
      healthcare_agency: false,
      profiles: [{ profile_id: ann.profile_id, healthcare: false }],
      people_with_pii: 1,
      api_keys_with_pii: 1,
      pii_reads_30_days: 0,
      pii_access_log_days: 365,
    });
    memberToken('a@north.example', 'analyst');
    memberToken('b@north.example', 'analyst', false);
    memberToken('c@north.example', 'viewer');
    const query = 'date_from=2026-02-01&date_to=2026-02-28&goal=payment_received';
    await call('get', `/customers?${query}`, ann.api_key);
    await call('patch', `/profile?profile_id=${ann.profile_id}`, ann.session_token, { privacy_mode: 'hipaa' });
    const after = (await call('get', path, ann.session_token)).body.data;
    assert.deepEqual([after.people_with_pii, after.pii_reads_30_days, after.profiles[0].healthcare], [2, 1, true]);
  });

  await t.test('for members alone', async () => {
    assert.equal((await call('get', path, memberToken('mo@north.example'))).status, 200);
    assert.equal(refused(await call('get', path, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', path, ann.api_key)), '403 forbidden');
  });
});

test('updateComplianceOverview', async (t) => {
  const { call, ann, zoe, base, memberToken } = await openDoor(t);
  const path = `/workspaces/${ann.workspace_id}/compliance-overview`;
  const change = (healthcare_agency: unknown, token = ann.session_token) => call('patch', path, token, { healthcare_agency });
  const partner = registerApp(base, {
    name: 'Partner',
    tier: 'standard',
    redirectUris: [],
    allowedReturnOrigins: [],
    actor: 'system',
  });
  const scopes = ['customers:read', 'conversions:read'];
  const key = createApiKey(base, { profileId: ann.profile_id, name: 'p', scopes, actor: `app:${partner.appId}` }).secret;
  const customers = '/customers?date_from=2026-02-01&date_to=2026-02-28&goal=payment_received';

  await t.test('an agency keeps personal data from apps at once, and back', async () => {
    assert.equal((await call('get', customers, key)).status, 200);
    const { body } = await change(true);
    assert.deepEqual([body.data.healthcare_agency, body.data.profiles[0].healthcare], [true, true]);
    assert.equal(refused(await call('get', customers, key)), '403 healthcare_scope_forbidden');
    assert.equal((await call('get', customers, ann.api_key)).status, 200, 'its own people and keys go on');
    await change(true);
    await change(false);
    assert.equal((await call('get', customers, key)).status, 200);
    const message = base.state.db.prepare("select count(*) from audit where action = 'compliance.updated'").pluck().get();
    assert.equal(message, 2);
  });

  await t.test('by an admin at a session, with a plain yes or no', async () => {
    for (const bad of ['true', 1, null, undefined]) assert.equal(refused(await change(bad)), '422 validation_error');
    assert.equal(refused(await change(true, memberToken('max@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await change(true, zoe.session_token)), '404 not_found');
    base.state.db.prepare('update access_workspaces set archived_at = 1 where workspace_id = ?').run(ann.workspace_id);
    assert.equal(refused(await change(true)), '404 not_found');
  });
});

test('listAudit', async (t) => {
  const { call, ann, zoe, base, memberToken } = await openDoor(t);
  const path = `/workspaces/${ann.workspace_id}/audit`;
  const rows = async (query = '') => (await call('get', `${path}${query}`, ann.session_token)).body.data;

  await t.test('every kind of settings that changed is in it, newest first, of this workspace alone', async () => {
    const profile = `profile_id=${ann.profile_id}`;
    const changes: [string, () => Promise<{ status: number }>][] = [
      ['profile.updated', () => call('patch', `/profile?${profile}`, ann.session_token, { name: 'Other' })],
      [
        'attribution_settings.updated',
        () => call('patch', `/profile/attribution-settings?${profile}`, ann.session_token, { click_window_days: 14 }),
      ],
      [
        'reporting_currency.updated',
        () => call('patch', `/workspaces/${ann.workspace_id}/reporting-currency`, ann.session_token, { currency: 'USD' }),
      ],
      [
        'branding.updated',
        () => call('put', `/workspaces/${ann.workspace_id}/branding`, ann.session_token, { display_name: 'N' }),
      ],
      [
        'invitation.created',
        () =>
          call('post', `/workspaces/${ann.workspace_id}/invitations`, ann.session_token, {
            email: 'x@north.example',
            role: 'member',
          }),
      ],
      [
        'compliance.updated',
        () =>
          call('patch', `/workspaces/${ann.workspace_id}/compliance-overview`, ann.session_token, { healthcare_agency: true }),
      ],
    ];
    for (const [action, change] of changes) {
      const { status } = await change();
      assert.ok(status < 300, `${action} ${status}`);
      const [newest] = await rows('?limit=1');
      assert.deepEqual([newest.action, newest.intact], [action, true]);
    }
    const all = await rows('?limit=100');
    assert.ok(all.every((row: { intact: boolean }) => row.intact));
    const text = JSON.stringify(all);
    for (const hidden of [zoe.workspace_id, zoe.profile_id, 'x@north.example', 'ann@north.example'])
      assert.ok(!text.includes(hidden), hidden);
    const ofProfile = await rows(`?${profile}`);
    assert.ok(ofProfile.length > 0 && ofProfile.every((row: { profile_id: string }) => row.profile_id === ann.profile_id));
    assert.deepEqual(await rows(`?profile_id=${zoe.profile_id}`), []);
  });

  await t.test('a page at a time', async () => {
    const seen: number[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await call('get', `${path}?limit=3${cursor}`, ann.session_token);
      seen.push(...body.data.map((row: { no: number }) => row.no));
      if (!body.pagination.has_next) break;
      cursor = `&cursor=${body.pagination.cursor}`;
    }
    assert.deepEqual(
      seen,
      (await rows('?limit=100')).map((row: { no: number }) => row.no),
    );
  });

  await t.test('a changed row and a missing one show', async () => {
    const [newest, second] = await rows('?limit=2');
    const { db } = base.state;
    db.exec('drop trigger audit_is_never_changed; drop trigger audit_is_never_deleted; savepoint forged');
    db.prepare(`update audit set detail = '{"fields":["name"]}' where audit_no = ?`).run(newest.no);
    const message = await rows('?limit=2');
    assert.deepEqual(
      message.map((row: { no: number; intact: boolean }) => [row.no, row.intact]),
      [
        [newest.no, false],
        [second.no, true],
      ],
    );
    db.exec('rollback to forged');
    db.prepare('delete from audit where audit_no = ?').run(newest.no - 1);
    assert.equal((await rows('?limit=1'))[0].intact, false);
    db.exec('rollback to forged; release forged');
    assert.equal((await rows('?limit=1'))[0].intact, true);
  });

  await t.test('for admins alone', async () => {
    assert.equal(refused(await call('get', path, memberToken('max@north.example', 'manager'))), '403 forbidden');
    assert.equal(refused(await call('get', path, zoe.session_token)), '404 not_found');
    assert.equal(refused(await call('get', path, ann.api_key)), '403 forbidden');
    assert.equal(refused(await call('get', `${path}?cursor=x`, ann.session_token)), '400 invalid_parameter');
  });
});
