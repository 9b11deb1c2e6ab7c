// The client of HubSpot against its fake: what every client must do, pages, stages with their times, and what became of a deal.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createHubSpot } from '../../../src/providers/hubspot/client.ts';
import type { DealRecord } from '../../../src/providers/record-source.ts';
import { startFakeHubSpot } from '../../fakes/hubspot.ts';
import { testConformance, timeoutOf } from '../conformance.ts';
import { account, changedOf, clock, conforming, failureOf, grantOf, NOW } from '../record-sources.ts';

const DAY_MS = 86_400_000;
const HUGE = '9007199254740993';

async function start(t: TestContext, apiVersion = '2026-09') {
  const hubspot = await startFakeHubSpot(t);
  const source = createHubSpot(
    { ...hubspot.settings, apiVersion, allowsOldSignatures: false },
    { clock, timeoutMs: timeoutOf(t) },
  );
  assert.ok(source);
  const token = hubspot.grants.accessToken();
  return { hubspot, source, token, grant: grantOf(token) };
}

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { hubspot, source, token } = await start(t);
      return { server: hubspot.server, ...conforming(source, token) };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

test('the account, its stages and its forms', async (t) => {
  const { source, grant } = await start(t);
  const [found] = await source.listAccounts(grant);
  assert.deepEqual([found?.id, found?.currency, found?.timezone], ['62515', 'EUR', 'Europe/Berlin']);
  const sources = await source.listOutcomeSources?.(grant, account('62515'));
  assert.deepEqual(
    sources?.map(({ kind, id, name, isWon }) => [kind, id, name, isWon]),
    [
      ['stage', 'appointmentscheduled', 'Sales: Appointment', false],
      ['stage', 'contractsent', 'Sales: Contract sent', false],
      ['stage', 'closedwon', 'Sales: Closed won', true],
      ['stage', 'closedlost', 'Sales: Closed lost', false],
      ['stage', '4711', 'Renewals: Offered', false],
      ['stage', '4712', 'Renewals: Renewed', true],
      ['form', 'form-1', 'Contact us', undefined],
    ],
  );
});

test('an older or numbered version is asked by its own paths', async (t) => {
  for (const version of ['v3', '2026-03']) {
    const { hubspot, source, grant } = await start(t, version);
    hubspot.contacts.set('901', { email: 'ana@example.com', phone: null });
    hubspot.move('1', { stage: 'closedwon', at: NOW - DAY_MS, contacts: ['901'] });
    assert.equal((await source.listAccounts(grant))[0]?.id, '62515');
    const [deal] = (await changedOf(source, grant, '62515', { since: NOW - 2 * DAY_MS, until: NOW })) as DealRecord[];
    assert.equal(deal?.person?.email, 'ana@example.com', version);
    const paths = hubspot.server.requests.map(({ url }) => url).filter((url) => url.startsWith('/crm/'));
    assert.ok(paths.length > 0 && paths.every((path) => path.includes(`/${version}/`)), paths.join());
  }
});

test('no more forms than a page can show', async (t) => {
  const { hubspot, source, grant } = await start(t);
  hubspot.forms = Array.from({ length: 730 }, (_, n) => ({ id: `f${n}`, name: `Form ${n}` }));
  const sources = await source.listOutcomeSources?.(grant, account('62515'));
  assert.equal(sources?.filter(({ kind }) => kind === 'form').length, 500);
});

test('deals of many pages, each with its stages, its worth and its contact', async (t) => {
  const { hubspot, source, grant } = await start(t);
  hubspot.contacts.set('901', { email: null, phone: null, firstname: 'No', lastname: 'Address' });
  hubspot.contacts.set('1002', { email: 'ana@example.com', phone: '+49301234567', hs_country_region_code: 'DE' });
  for (let n = 0; n < 230; n += 1) hubspot.move(String(1_000 + n), { stage: 'contractsent', at: NOW - n * 60_000 });
  hubspot.move(HUGE, { stage: 'appointmentscheduled', at: NOW - 5 * DAY_MS, amount: '12990.50', currency: 'KWD' });
  hubspot.move(HUGE, { stage: 'closedwon', at: NOW - DAY_MS, contacts: ['1002', '901'] });
  hubspot.move('7', { stage: 'contractsent', at: NOW - 40 * DAY_MS });
  const deals = (await changedOf(source, grant, '62515')).filter((each): each is DealRecord => each.type === 'deal');
  assert.equal(deals.length, 231);
  const { reached, amount, currency, person, wonStageId } = deals.find(({ id }) => id === HUGE) ?? assert.fail('it was not read');
  assert.deepEqual(
    [...reached],
    [
      { stageId: 'appointmentscheduled', at: NOW - 5 * DAY_MS },
      { stageId: 'closedwon', at: NOW - DAY_MS },
    ],
  );
  assert.deepEqual([amount, currency, wonStageId], ['12990.5', 'KWD', 'closedwon']);
  assert.deepEqual([person.email, person.crmContactId, person.country], ['ana@example.com', '1002', 'DE']);
});

test('deals that were deleted or merged into another are gone', async (t) => {
  const { hubspot, source, grant } = await start(t);
  for (const id of ['1', '2', '3', '4']) hubspot.move(id, { stage: 'closedwon', at: NOW - 3 * DAY_MS });
  hubspot.merge('1', '2', NOW - DAY_MS);
  hubspot.remove('3', NOW - DAY_MS);
  hubspot.remove('4', NOW - 60 * DAY_MS);
  const records = await changedOf(source, grant, '62515', { since: NOW - 2 * DAY_MS });
  const shown = records.map((each) => [each.id, each.type === 'deal' && each.isDeleted]).sort();
  assert.deepEqual(shown, [
    ['1', false],
    ['2', true],
    ['3', true],
  ]);
  for (const id of ['2', '3', '55'])
    assert.equal(Object(await source.read(grant, account('62515'), { type: 'deal', id })).isDeleted, true, id);
});

test('leads of forms, the newest first, and none of a form that is gone', async (t) => {
  const { hubspot, source, grant } = await start(t);
  for (let n = 0; n < 120; n += 1)
    hubspot.submissions.push({
      formId: 'form-1',
      conversionId: `c${n}`,
      submittedAt: NOW - 1 - n * 3_600_000,
      values: [{ name: 'email', value: `lead${n}@example.com` }],
    });
  const range = { since: NOW - 2 * DAY_MS, formIds: ['form-gone', 'form-1'] };
  const leads = await changedOf(source, grant, '62515', range);
  assert.equal(leads.length, 48);
  assert.deepEqual(leads[0], {
    type: 'lead',
    id: 'c0',
    formId: 'form-1',
    at: NOW - 1,
    person: { email: 'lead0@example.com', phone: undefined, firstName: undefined, lastName: undefined, country: undefined },
  });
  assert.equal(hubspot.server.requests.filter(({ url }) => url.includes('/forms/form-1')).length, 1, 'older pages are left');
});

test('what people type in as worth of a deal', async (t) => {
  const { hubspot, source, grant } = await start(t);
  const worths = [
    ['100', 'JPY', '100 JPY'],
    ['0.1234567', undefined, '0.123457 undefined'],
    ['-5', 'EUR', 'undefined undefined'],
    ['9999999999999', 'EUR', 'undefined undefined'],
    ['10', 'DOGE', 'undefined undefined'],
    ['ten', 'EUR', 'undefined undefined'],
  ] as const;
  for (const [at, [amount, currency]] of worths.entries())
    hubspot.move(String(at + 1), { stage: 'closedwon', at: NOW - 1_000, amount, ...(currency ? { currency } : {}) });
  const deals = await changedOf(source, grant, '62515');
  assert.deepEqual(
    deals.map((each) => (each.type === 'deal' ? `${each.amount} ${each.currency}` : '')),
    worths.map(([, , wanted]) => wanted),
  );
});

test('what HubSpot refuses', async (t) => {
  const { hubspot, source, grant } = await start(t);
  hubspot.server.fail('throttled');
  const { outcome, details } = await failureOf(source.listAccounts(grant));
  assert.deepEqual([outcome, details.retryAfterMs], ['throttled', 3_600_000]);
});
