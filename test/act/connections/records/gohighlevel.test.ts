// HighLevel through the door: the chain of every CRM.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FakeGoHighLevel, startFakeGoHighLevel } from '../../../fakes/gohighlevel.ts';
import { type Crm, contactId, emailOf, testCrm } from './crm-chain.ts';
import { NOW_MS, startRecordWorld } from './record-world.ts';

const STAGES = { first: 'st_new', second: 'st_offer', won: 'st_done', lost: 'st_done' };

function crmOf(highLevel: FakeGoHighLevel): Crm {
  const addContact = (contact: string): string => {
    const id = contactId(contact);
    highLevel.contacts.set(id, { id, name: contact, email: emailOf(contact) });
    return id;
  };
  return {
    provider: 'gohighlevel',
    providers: { gohighlevel: highLevel.settings },
    grants: highLevel.grants,
    server: highLevel.server,
    sources: { first: 'st_new', second: 'st_offer', won: 'won', form: 'form-1' },
    put: ({ id, stage, at, amount, contact }) =>
      highLevel.move(id, {
        stage: STAGES[stage],
        at,
        status: stage === 'won' || stage === 'lost' ? stage : 'open',
        ...(amount === undefined ? {} : { value: Number(amount) }),
        ...(contact === undefined ? {} : { contact: addContact(contact) }),
      }),
    remove: highLevel.remove,
    lead: ({ id, at, contact }) =>
      void highLevel.submissions.push({
        id,
        formId: 'form-1',
        contactId: addContact(contact),
        name: contact,
        email: emailOf(contact),
        createdAt: new Date(at).toISOString(),
      }),
    hook: ({ id, now }) => {
      const pipelineStageId = highLevel.opportunities.find((each) => each.id === id)?.pipelineStageId;
      return highLevel.hook({ type: 'OpportunityUpdate', id, pipelineStageId, timestamp: new Date(now).toISOString() });
    },
    forge: (hook) => ({ ...hook, body: `${hook.body} ` }),
    currency: 'USD',
    hasHistory: false,
    hasNoRevocation: true,
  };
}

const makeCrm = async (t: TestContext): Promise<Crm> => crmOf(await startFakeGoHighLevel(t));

testCrm('HighLevel', makeCrm);

test('webhooks of another location, and of what is no opportunity, change nothing', async (t) => {
  const highLevel = await startFakeGoHighLevel(t);
  const crm = crmOf(highLevel);
  const w = await startRecordWorld(t, crm.providers);
  await w.connect('gohighlevel', { settings: { outcomes: [{ kind: 'stage', id: 'won', event_type: 'closed_won' }] } });
  await w.work();
  crm.put({ id: 'op_1', stage: 'won', at: NOW_MS, contact: 'a' });
  const { webhook_url: url } = await w.connection();
  for (const event of [
    { type: 'OpportunityUpdate', id: 'op_1', locationId: 'l2' },
    { type: 'ContactCreate', id: 'op_1' },
    { surprise: true },
  ])
    assert.equal(await w.post(url, highLevel.hook(event)), 200);
  await w.work();
  assert.equal(w.facts(), 0);
});
