// Pipedrive through the door: the chain of every CRM, and stages that only a webhook has seen.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FakePipedrive, startFakePipedrive } from '../../../fakes/pipedrive.ts';
import { type Crm, contactId, emailOf, testCrm } from './crm-chain.ts';
import { NOW_MS, startRecordWorld } from './record-world.ts';

const STAGES = { first: 1, second: 2, won: 3, lost: 3 };

function crmOf(pipedrive: FakePipedrive): Crm {
  const addPerson = (contact: string): number => {
    const id = Number(contactId(contact));
    pipedrive.persons.set(id, { id, first_name: contact, last_name: null, phones: [], emails: [{ value: emailOf(contact) }] });
    return id;
  };
  return {
    provider: 'pipedrive',
    providers: { pipedrive: pipedrive.settings },
    grants: pipedrive.grants,
    server: pipedrive.server,
    sources: { first: '1', second: '2', won: 'won', form: 'Web forms' },
    put: ({ id, stage, at, amount, contact }) =>
      pipedrive.move(id, {
        stage: STAGES[stage],
        at,
        status: stage === 'won' || stage === 'lost' ? stage : 'open',
        ...(amount === undefined ? {} : { value: Number(amount) }),
        ...(contact === undefined ? {} : { person: addPerson(contact) }),
      }),
    remove: pipedrive.remove,
    lead: ({ id, at, contact }) =>
      void pipedrive.leads.push({
        id,
        person_id: addPerson(contact),
        source_name: 'Web forms',
        is_archived: false,
        add_time: new Date(at).toISOString(),
      }),
    hook: ({ id }) => pipedrive.hook(id),
    forge: (hook) => ({ ...hook, headers: { authorization: `Basic ${Buffer.from('tributary:guess').toString('base64')}` } }),
    isSubscribed: () => pipedrive.hooks.length > 0,
    currency: 'EUR',
    hasHistory: true,
  };
}

const makeCrm = async (t: TestContext): Promise<Crm> => crmOf(await startFakePipedrive(t));

testCrm('Pipedrive', makeCrm);

test('a stage that a deal has left within the hour is known by the webhook', async (t) => {
  const pipedrive = await startFakePipedrive(t);
  const crm = crmOf(pipedrive);
  const w = await startRecordWorld(t, crm.providers);
  const outcomes = [
    { kind: 'stage', id: '2', event_type: 'appointment_booked' },
    { kind: 'form', id: 'Web forms', event_type: 'lead_created' },
  ];
  await w.connect('pipedrive', { settings: { outcomes } });
  await w.work();
  crm.put({ id: '61', stage: 'first', at: NOW_MS, contact: 'a' });
  crm.put({ id: '61', stage: 'second', at: NOW_MS + 60_000 });
  const seen = pipedrive.hook('61', { stage_id: 1 });
  crm.put({ id: '61', stage: 'first', at: NOW_MS + 120_000 });
  const { webhook_url: url } = await w.connection();
  const later = pipedrive.hook('61', { stage_id: 2, stage_change_time: '2026-11-25T12:01:00Z' });
  const odd = pipedrive.hook('61', { stage_id: { surprise: true }, stage_change_time: 'yesterday' });
  for (const hook of [later, seen, odd, later]) assert.equal(await w.post(url, hook), 200);
  await w.work();
  assert.deepEqual(await w.outcomes(), ['appointment_booked 0 EUR 2026-11-25']);
  assert.equal(w.facts(), 1);
});

test('a lead counts before it becomes a deal', async (t) => {
  const pipedrive = await startFakePipedrive(t);
  const crm = crmOf(pipedrive);
  const w = await startRecordWorld(t, crm.providers);
  await w.connect('pipedrive', { settings: { outcomes: [{ kind: 'form', id: 'Web forms', event_type: 'lead_created' }] } });
  await w.work();
  const { webhook_url: url } = await w.connection();
  crm.lead({ id: 'a1b2', at: NOW_MS, contact: 'a' });
  assert.equal(await w.post(url, pipedrive.leadHook('a1b2', 'create')), 200);
  await w.work();
  assert.deepEqual(await w.outcomes(), ['lead_created 2026-11-25']);
  pipedrive.leads.splice(0);
  for (const hook of [pipedrive.leadHook('a1b2', 'delete'), pipedrive.leadHook('a1b2', 'create')])
    assert.equal(await w.post(url, hook), 200);
  await w.work();
  assert.deepEqual([await w.outcomes(), w.facts()], [['lead_created 2026-11-25'], 1]);
});

test('a company that allows no webhooks is read by the hour', async (t) => {
  const pipedrive = await startFakePipedrive(t);
  pipedrive.hasNoHooks = true;
  const crm = crmOf(pipedrive);
  const w = await startRecordWorld(t, crm.providers);
  crm.put({ id: '71', stage: 'won', at: NOW_MS - 1_000, amount: '3', contact: 'a' });
  await w.connect('pipedrive', { settings: { outcomes: [{ kind: 'stage', id: 'won', event_type: 'closed_won' }] } });
  await w.work();
  assert.deepEqual([await w.outcomes(), (await w.connection()).status], [['closed_won 3 EUR 2026-11-25'], 'active']);
  assert.equal(await w.post((await w.connection()).webhook_url, crm.forge(crm.hook({ id: '71', url: '', now: 0 }))), 401);
});

test('the password of one profile opens no address of another', async (t) => {
  const pipedrive = await startFakePipedrive(t);
  const crm = crmOf(pipedrive);
  const w = await startRecordWorld(t, crm.providers);
  const body = { settings: { outcomes: [{ kind: 'stage', id: 'won', event_type: 'closed_won' }] } };
  await w.connect('pipedrive', body);
  await w.work();
  const { webhook_url: own } = await w.connection();
  const hook = crm.hook({ id: '81', url: own, now: NOW_MS });
  const created = await w.api.post('/profiles', { workspace_id: w.app.workspaceId, name: 'Second' });
  const second = { profile_id: created.body.data.profile_id };
  const { url } = (await w.api.post('/connections/pipedrive/connect', body, second)).body.data;
  await w.visitor.grant(url);
  await w.work();
  const { webhook_url: other } = (await w.api.get('/connections', second)).body.data[0];
  crm.put({ id: '81', stage: 'won', at: NOW_MS, contact: 'a' });
  assert.notEqual(own, other);
  assert.equal(await w.post(other, hook), 401);
  assert.equal(await w.post(own, hook), 200);
  await w.work();
  assert.equal(w.app.base.journal.lastSeq(second.profile_id), 0n);
});
