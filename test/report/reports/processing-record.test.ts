// The record of processing says what the settings of a profile, its rule of retention and its receivers say, and is safe to open as a table.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setHealthcare } from '../../../src/account/places/index.ts';
import { startTestApp, type TestApp } from '../../harness.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp({ config: { exportTarget: '/exports/of/figures' } });
});
after(() => app?.close());

const record = async () => {
  const { status, body } = await app.api(app.session).get('/profile/processing-record', { profile_id: app.profileId });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};
const activity = async (name: string) => (await record()).processing.find((each: { activity: string }) => each.activity === name);

test('getProcessingRecord', async (t) => {
  const owner = app.api(app.session);
  const query = { profile_id: app.profileId };

  await t.test('is for owners and admins in a session', async () => {
    const { status } = await app.api(app.apiKey).get('/profile/processing-record', query);
    assert.equal(status, 403);
  });

  await t.test('has the basis of visits as the tracker is set', async () => {
    assert.match((await activity('Visits')).basis, /^No consent is required/);
    await owner.patch('/tracking/settings', { consent_mode: 'required', id_lifetime_days: 90 }, query);
    const visits = await activity('Visits');
    assert.match(visits.basis, /^Consent: /);
    assert.match(visits.data, /for 90 days/);
  });

  await t.test('has the ages after which people are removed', async () => {
    assert.match((await activity('Customers')).kept, /no age is set/);
    await owner.put('/profile/retention', { visitor_days: 180, customer_days: 730 }, query);
    assert.match((await activity('Visits')).kept, /180 days/);
    assert.match((await activity('Customers')).kept, /730 days/);
  });

  await t.test('has exports of figures, which those of healthcare do not have', async () => {
    assert.match((await activity('Exports of figures')).where, /not encrypted/);
    app.base.state.tx(() => setHealthcare(app.base, { profileId: app.profileId }, true));
    assert.equal(await activity('Exports of figures'), undefined);
    app.base.state.tx(() => setHealthcare(app.base, { profileId: app.profileId }, false));
  });

  await t.test('has receivers such as keys, and their texts break neither table', async () => {
    await owner.post(`/workspaces/${app.workspaceId}/api-keys`, {
      profile_id: app.profileId,
      name: '=cmd|"evil"\nsecond',
      scopes: ['analytics:read'],
    });
    const { recipients, markdown, csv } = await record();
    const kinds = new Set(recipients.map(({ kind }: { kind: string }) => kind));
    assert.ok(kinds.has('api_key'), [...kinds].join());
    assert.equal(
      recipients.some(({ kind }: { kind: string }) => kind === 'tracking_key'),
      false,
    );
    const rows = markdown.split('\n').filter((each: string) => each.startsWith('|'));
    const cells = (row: string): number => row.replaceAll('\\|', '').split('|').length;
    assert.deepEqual([...new Set(rows.map(cells))].sort(), [5, 9]);
    for (const value of csv.matchAll(/(?:^|,)"([^"])/gm)) assert.doesNotMatch(value[1] ?? '', /[=+@-]/);
  });
});
