// The client of Pipedrive against its fake: what every client must do, the company's host, stages that were left, deals in every state, leads.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createPipedrive } from '../../../src/providers/pipedrive/client.ts';
import { openPlacedToken, placedToken } from '../../../src/providers/placed-token.ts';
import type { DealRecord, SourceRecord } from '../../../src/providers/record-source.ts';
import { startFakePipedrive } from '../../fakes/pipedrive.ts';
import { testConformance, timeoutOf } from '../conformance.ts';
import { account, changedOf, clock, conforming, failureOf, grantOf, NOW } from '../record-sources.ts';

const DAY_MS = 86_400_000;
const COMPANY = '8765432';
const HUGE = '9007199254740993';
const PLACE = 'https://north.pipedrive.com';

async function start(t: TestContext) {
  const pipedrive = await startFakePipedrive(t);
  const source = createPipedrive(pipedrive.settings, { clock, timeoutMs: timeoutOf(t) });
  assert.ok(source);
  const token = placedToken(PLACE, pipedrive.grants.accessToken()).reveal();
  return { pipedrive, source, token, grant: grantOf(token) };
}

const dealsOf = (records: readonly SourceRecord[]): DealRecord[] =>
  records.filter((each): each is DealRecord => each.type === 'deal');

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { pipedrive, source, token } = await start(t);
      return { server: pipedrive.server, ...conforming(source, token) };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

test('a token is good at the company’s host, which is one of Pipedrive', async (t) => {
  const { pipedrive, source } = await start(t);
  const { oauth } = source;
  assert.ok(oauth?.refresh);
  const url = await oauth.authorizationUrl({ redirectUri: 'https://t.example/back', state: 's', codeVerifier: 'v' });
  const callback = pipedrive.grants.grant(url);
  const request = { callback, redirectUri: 'https://t.example/back', state: 's', codeVerifier: 'v', now: NOW };
  const tokens = await oauth.exchangeCode(request);
  assert.equal(openPlacedToken(tokens.accessToken).place, PLACE);
  assert.ok(tokens.refreshToken);
  const fresh = await oauth.refresh(tokens.refreshToken, NOW);
  assert.equal(openPlacedToken(fresh.accessToken).place, PLACE);
  assert.notEqual(fresh.refreshToken?.reveal(), tokens.refreshToken.reveal(), 'it is rotated');
  const real = createPipedrive({ ...pipedrive.settings, url: undefined }, { clock });
  for (const place of [
    'https://pipedrive.com.evil.example',
    'http://north.pipedrive.com',
    'https://north.pipedrive.com:8443',
    'x',
  ]) {
    const failure = await failureOf(real?.listAccounts(grantOf(placedToken(place, 't').reveal())) ?? Promise.resolve());
    assert.equal(failure.outcome, 'unusable', place);
  }
});

test('the company, its stages and where its leads come from', async (t) => {
  const { source, grant } = await start(t);
  const [found] = await source.listAccounts(grant);
  assert.deepEqual([found?.id, found?.name, found?.currency, found?.timezone], [COMPANY, 'North', 'EUR', 'Europe/Berlin']);
  const sources = await source.listOutcomeSources?.(grant, account(COMPANY));
  assert.deepEqual(
    sources?.map(({ kind, id, name, isWon }) => [kind, id, name, isWon]),
    [
      ['stage', '1', 'Sales: Stage 1', undefined],
      ['stage', '2', 'Sales: Stage 2', undefined],
      ['stage', '3', 'Sales: Stage 3', undefined],
      ['stage', 'won', 'Won, in any stage', true],
      ['form', 'Web forms', 'Leads from Web forms', undefined],
      ['form', 'Manually created', 'Leads from Manually created', undefined],
    ],
  );
});

test('deals of many pages, each with the stages that it has left where one of them means something', async (t) => {
  const { pipedrive, source, grant } = await start(t);
  pipedrive.persons.set(9, {
    id: 9,
    first_name: 'Ana',
    last_name: null,
    phones: null,
    emails: [
      { value: 'old@example.com', primary: false },
      { value: 'ana@example.com', primary: true },
    ],
  });
  for (let n = 0; n < 510; n += 1) pipedrive.move(String(1_000 + n), { stage: 1, at: NOW - n * 60_000 });
  pipedrive.move(HUGE, { stage: 1, at: NOW - 5 * DAY_MS, value: 12_990.5, currency: 'KWD', person: 9 });
  pipedrive.move(HUGE, { stage: 3, at: NOW - 4 * DAY_MS });
  pipedrive.move(HUGE, { stage: 2, at: NOW - 3 * DAY_MS });
  pipedrive.move(HUGE, { stage: 2, at: NOW - DAY_MS, status: 'won' });
  const find = (records: readonly SourceRecord[]): DealRecord =>
    dealsOf(records).find(({ id }) => id === HUGE) ?? assert.fail('it was not read');
  const logs = (): number => pipedrive.server.requests.filter(({ url }) => url.includes('changelog')).length;

  const plain = await changedOf(source, grant, COMPANY, { stageIds: ['won'] });
  assert.deepEqual([plain.length, logs()], [511, 0], 'no call for stages that mean nothing');
  assert.deepEqual(
    find(plain).reached.map(({ stageId }) => stageId),
    ['2', 'won'],
  );
  const { reached, amount, currency, person, wonStageId } = find(await changedOf(source, grant, COMPANY, { stageIds: ['1'] }));
  assert.deepEqual(
    [...reached],
    [
      { stageId: '1', at: NOW - 5 * DAY_MS },
      { stageId: '3', at: NOW - 4 * DAY_MS },
      { stageId: '2', at: NOW - 3 * DAY_MS },
      { stageId: '2', at: NOW - 3 * DAY_MS },
      { stageId: 'won', at: NOW - DAY_MS },
    ],
  );
  assert.deepEqual([amount, currency, wonStageId, logs()], ['12990.5', 'KWD', 'won', 1]);
  assert.deepEqual([person.email, person.crmContactId, person.lastName], ['ana@example.com', '9', undefined]);
});

test('deals that are archived count, deleted ones are gone', async (t) => {
  const { pipedrive, source, grant } = await start(t);
  for (const id of ['1', '2', '3']) pipedrive.move(id, { stage: 1, at: NOW - DAY_MS, status: 'won' });
  pipedrive.archive('2');
  pipedrive.remove('3', NOW - 1_000);
  const shown = dealsOf(await changedOf(source, grant, COMPANY)).map((each) => [each.id, each.isDeleted]);
  assert.deepEqual(shown.sort(), [
    ['1', false],
    ['2', false],
    ['3', true],
  ]);
  for (const id of ['3', '404']) {
    const found = await source.read(grant, account(COMPANY), { type: 'deal', id });
    assert.equal(found?.type === 'deal' && found.isDeleted, true, id);
  }
});

test('leads of the sources that mean something', async (t) => {
  const { pipedrive, source, grant } = await start(t);
  pipedrive.persons.set(4, { id: 4, first_name: 'Bo', last_name: null, emails: [{ value: 'bo@example.com' }], phones: [] });
  for (let n = 0; n < 700; n += 1)
    pipedrive.leads.push({
      id: `lead-${n}`,
      person_id: n === 0 ? 4 : null,
      source_name: n % 2 === 0 ? 'Web forms' : 'Manually created',
      add_time: new Date(NOW - 1_000 - n * 3_600_000).toISOString(),
      is_archived: n === 2,
    });
  const leads = await changedOf(source, grant, COMPANY, { since: NOW - 28 * DAY_MS, formIds: ['Web forms'] });
  assert.equal(new Set(leads.map(({ id }) => id)).size, 336);
  const first = leads.find(({ id }) => id === 'lead-0');
  assert.equal(first?.type === 'lead' && first.person.email, 'bo@example.com');
});

test('webhooks are registered once for an address, and a limit says when it ends', async (t) => {
  const { pipedrive, source, grant } = await start(t);
  const hook = { url: 'https://t.example/hooks/pipedrive/x', secret: placedToken('a', 'b') };
  await source.subscribe?.(grant, account(COMPANY), hook);
  await source.subscribe?.(grant, account(COMPANY), hook);
  assert.deepEqual(
    pipedrive.hooks.map((each) => each.event_object),
    ['deal', 'lead'],
  );
  pipedrive.server.fail('throttled');
  const { outcome, details } = await failureOf(source.listAccounts(grant));
  assert.deepEqual([outcome, details.retryAfterMs], ['throttled', 3_600_000]);
});
