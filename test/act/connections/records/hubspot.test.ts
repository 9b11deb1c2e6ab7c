// HubSpot through the door: the chain of every CRM, and what is HubSpot's own.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FakeHubSpot, startFakeHubSpot } from '../../../fakes/hubspot.ts';
import { type Crm, contactId, emailOf, testCrm } from './crm-chain.ts';
import { NOW_MS, startRecordWorld } from './record-world.ts';

const STAGES = { first: 'appointmentscheduled', second: 'contractsent', won: 'closedwon', lost: 'closedlost' };

function crmOf(hubspot: FakeHubSpot): Crm {
  return {
    provider: 'hubspot',
    providers: { hubspot: hubspot.settings },
    grants: hubspot.grants,
    server: hubspot.server,
    sources: { ...STAGES, form: 'form-1' },
    put: ({ id, stage, at, amount, contact }) => {
      if (contact !== undefined) hubspot.contacts.set(contactId(contact), { email: emailOf(contact) });
      const contacts = contact === undefined ? {} : { contacts: [contactId(contact)] };
      hubspot.move(id, { stage: STAGES[stage], at, ...(amount === undefined ? {} : { amount }), ...contacts });
    },
    remove: hubspot.remove,
    lead: ({ id, at, contact }) =>
      void hubspot.submissions.push({
        formId: 'form-1',
        conversionId: id,
        submittedAt: at,
        values: [{ name: 'email', value: emailOf(contact) }],
      }),
    hook: ({ id, url, now }) =>
      hubspot.hook(url, [{ subscriptionType: 'deal.propertyChange', objectId: Number(id), propertyName: 'dealstage' }], now),
    forge: (hook) => ({ ...hook, body: `${hook.body} ` }),
    currency: 'EUR',
    hasHistory: true,
  };
}

const makeCrm = async (t: TestContext): Promise<Crm> => crmOf(await startFakeHubSpot(t));

testCrm('HubSpot', makeCrm);

test('one webhook of the app reaches each profile that reads the account, and no other', async (t) => {
  const hubspot = await startFakeHubSpot(t);
  const crm = crmOf(hubspot);
  const w = await startRecordWorld(t, crm.providers);
  const outcomes = [{ kind: 'stage', id: 'closedwon', event_type: 'closed_won' }];
  await w.connect('hubspot', { settings: { outcomes } });
  await w.work();
  const { webhook_url: url } = await w.connection();
  assert.equal(new URL(url).pathname, '/hooks/hubspot');
  crm.put({ id: '41', stage: 'won', at: NOW_MS, contact: 'a' });
  const events = [
    { subscriptionType: 'deal.creation', objectId: 41, portalId: 7 },
    { subscriptionType: 'contact.creation', objectId: 41 },
  ];
  assert.equal(await w.post(url, hubspot.hook(url, events, NOW_MS)), 200);
  assert.equal(await w.post(url, hubspot.hook(url, [{ surprise: true }], NOW_MS)), 200);
  assert.equal(await w.post(url, hubspot.hook(url, [], NOW_MS - 301_000)), 401);
  await w.work();
  assert.equal(w.facts(), 0);
  const huge = { subscriptionType: 'deal.creation', objectId: '9007199254740993' };
  crm.put({ id: huge.objectId, stage: 'won', at: NOW_MS, contact: 'a' });
  assert.equal(await w.post(url, hubspot.hook(url, [huge], NOW_MS)), 200);
  await w.work();
  assert.equal(w.facts(), 1);
  const merged = { subscriptionType: 'object.merge', objectTypeId: '0-3', primaryObjectId: 41, mergedObjectIds: [40] };
  assert.equal(await w.post(url, hubspot.hook(url, [merged], NOW_MS)), 200);
  await w.work();
  assert.equal(w.facts(), 2);
});

test('a token that ends before its time is replaced when a webhook comes', async (t) => {
  const hubspot = await startFakeHubSpot(t);
  const crm = crmOf(hubspot);
  const w = await startRecordWorld(t, crm.providers);
  await w.connect('hubspot', { settings: { outcomes: [{ kind: 'stage', id: 'closedwon', event_type: 'closed_won' }] } });
  await w.work();
  const { webhook_url: url } = await w.connection();
  const before = hubspot.grants.refreshes();
  hubspot.grants.endToken();
  crm.put({ id: '41', stage: 'won', at: NOW_MS, contact: 'a' });
  const event = { subscriptionType: 'deal.creation', objectId: 41 };
  assert.equal(await w.post(url, hubspot.hook(url, [event], NOW_MS)), 200);
  await w.work();
  assert.equal((await w.connection()).status, 'active');
  assert.deepEqual([hubspot.grants.refreshes() - before, w.facts()], [1, 1]);
});

test('deals that are merged count once, and one that changes its pipeline is won once', async (t) => {
  const hubspot = await startFakeHubSpot(t);
  const crm = crmOf(hubspot);
  const w = await startRecordWorld(t, crm.providers);
  const outcomes = ['closedwon', '4712'].map((id) => ({ kind: 'stage', id, event_type: 'closed_won' }));
  crm.put({ id: '51', stage: 'won', at: NOW_MS - 1_000, amount: '10', contact: 'a' });
  crm.put({ id: '52', stage: 'won', at: NOW_MS - 1_000, amount: '20', contact: 'a' });
  await w.connect('hubspot', { settings: { outcomes } });
  await w.work();
  assert.equal((await w.outcomes()).length, 2);
  const { webhook_url: url } = await w.connection();
  hubspot.merge('51', '52', NOW_MS);
  const merged = { subscriptionType: 'deal.merge', objectId: 51, primaryObjectId: 51, mergedObjectIds: [52] };
  assert.equal(await w.post(url, hubspot.hook(url, [merged], NOW_MS)), 200);
  await w.work();
  assert.deepEqual(await w.outcomes(), ['closed_won 10 EUR 2026-11-25']);
  hubspot.move('51', { stage: '4712', at: NOW_MS, amount: '30', currency: 'JPY' });
  assert.equal(await w.post(url, hubspot.hook(url, [merged], NOW_MS)), 200);
  await w.work();
  assert.deepEqual(await w.outcomes(), ['closed_won 30 JPY 2026-11-25']);
});

test('a deal that passes two stages of one meaning counts once, at the first', async (t) => {
  const hubspot = await startFakeHubSpot(t);
  const crm = crmOf(hubspot);
  const w = await startRecordWorld(t, crm.providers);
  crm.put({ id: '53', stage: 'first', at: NOW_MS - 3 * 86_400_000, contact: 'a' });
  crm.put({ id: '53', stage: 'second', at: NOW_MS - 86_400_000 });
  const outcomes = [STAGES.second, STAGES.first].map((id) => ({ kind: 'stage', id, event_type: 'lead_created' }));
  await w.connect('hubspot', { settings: { outcomes } });
  await w.work();
  assert.deepEqual(await w.outcomes(), ['lead_created 2026-11-22']);
});

test('what a caller wants stages to mean must be of the account, and of a CRM', async (t) => {
  const hubspot = await startFakeHubSpot(t);
  const w = await startRecordWorld(t, { ...crmOf(hubspot).providers, stripe: { clientId: 'ca_1', clientSecret: 'x' } });
  const query = { profile_id: w.app.profileId };
  const ask = (provider: string, outcomes: unknown[]) =>
    w.api.post(`/connections/${provider}/connect`, { settings: { outcomes } }, query);
  const won = { kind: 'stage', id: 'closedwon', event_type: 'closed_won' };
  for (const [provider, outcomes, words] of [
    ['stripe', [won], /Stripe has no stages or forms/],
    ['hubspot', [{ ...won, event_type: 'nonsense' }], /no active definition counts the event type nonsense/],
    ['hubspot', [won, won], /more than once/],
  ] as const) {
    const { status, body } = await ask(provider, [...outcomes]);
    assert.deepEqual([status, body.error.code], [422, 'validation_error'], provider);
    assert.match(body.error.message, words);
  }
  const { url } = await w.link('hubspot', { settings: { outcomes: [{ ...won, id: 'elsewhere' }] } });
  const back = await w.visitor.open(await w.visitor.toProvider(url));
  const seen = await w.visitor.open(back.location ?? '');
  assert.match(seen.html, /the account has no stage elsewhere/);
  assert.equal((await w.connections()).length, 1);
  assert.equal((await w.connection()).status, 'pending');
});

test('a profile has one CRM', async (t) => {
  const hubspot = await startFakeHubSpot(t);
  const w = await startRecordWorld(t, crmOf(hubspot).providers);
  await w.connect('hubspot');
  const { id } = await w.connection();
  hubspot.portalId = 999;
  const { url } = await w.link('hubspot');
  const back = await w.visitor.open(await w.visitor.toProvider(url));
  const refused = await w.visitor.open(back.location ?? '');
  assert.match(refused.html, /This profile is connected to HubSpot 62515 of HubSpot, and has one CRM/);
  await w.api.delete(`/connections/${id}`, { profile_id: w.app.profileId });
  await w.connect('hubspot');
  const present = (await w.connections()).filter(({ status }) => status === 'needs_action');
  assert.deepEqual(
    present.map(({ accounts }) => accounts[0].id),
    ['999'],
  );
});

test('a mapping that changes during a reading counts for all of it', async (t) => {
  const hubspot = await startFakeHubSpot(t);
  const crm = crmOf(hubspot);
  const w = await startRecordWorld(t, crm.providers);
  crm.put({ id: '91', stage: 'won', at: NOW_MS - 1_000, contact: 'a' });
  crm.lead({ id: 'l1', at: NOW_MS - 2_000, contact: 'b' });
  const { url } = await w.connect('hubspot');
  const save = (meanings: Record<string, string>) => w.visitor.submit(url, meanings, `${url}/outcomes`);
  await save({ 'stage:closedwon': 'closed_won', 'form:form-1': 'lead_created' });
  hubspot.beforeSearch = async () => {
    await save({ 'stage:closedwon': 'payment_received' });
  };
  await w.work();
  w.app.clock.advance(10_000);
  await w.work();
  assert.deepEqual(await w.outcomes(), ['payment_received 2026-11-25']);
  const { accounts, last_sync } = await w.connection();
  assert.deepEqual([accounts[0].is_history_complete, last_sync.error], [true, null]);
});
