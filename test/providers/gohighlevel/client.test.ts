// The client of HighLevel against its fake: what every client must do, the location, opportunities in every state, submissions.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createGoHighLevel } from '../../../src/providers/gohighlevel/client.ts';
import { openPlacedToken, placedToken } from '../../../src/providers/placed-token.ts';
import { LOCATION_ID, startFakeGoHighLevel } from '../../fakes/gohighlevel.ts';
import { allOf } from '../ad-platforms.ts';
import { testConformance, timeoutOf } from '../conformance.ts';
import { account, changedOf, clock, conforming, failureOf, grantOf, NOW } from '../record-sources.ts';

const DAY_MS = 86_400_000;

async function start(t: TestContext) {
  const highLevel = await startFakeGoHighLevel(t);
  const source = createGoHighLevel(highLevel.settings, { clock, timeoutMs: timeoutOf(t) });
  assert.ok(source);
  const token = placedToken(LOCATION_ID, highLevel.grants.accessToken()).reveal();
  return { highLevel, source, token, grant: grantOf(token) };
}

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { highLevel, source, token } = await start(t);
      return { server: highLevel.server, ...conforming(source, token) };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

test('a token is of a location, and its refresh is rotated', async (t) => {
  const { highLevel, source } = await start(t);
  const { oauth } = source;
  assert.ok(oauth?.refresh);
  const request = { redirectUri: 'https://t.example/back', state: 's', codeVerifier: 'v' };
  const callback = highLevel.grants.grant(await oauth.authorizationUrl(request));
  const tokens = await oauth.exchangeCode({ ...request, callback, now: NOW });
  assert.ok(tokens.refreshToken);
  const fresh = await oauth.refresh(tokens.refreshToken, NOW);
  assert.equal(openPlacedToken(fresh.accessToken).place, LOCATION_ID);
  assert.notEqual(fresh.refreshToken?.reveal(), tokens.refreshToken.reveal());
  await assert.rejects(oauth.refresh(tokens.refreshToken, NOW), /invalid_grant/);
});

test('the location, its stages and its forms', async (t) => {
  const { source, grant } = await start(t);
  const [found] = await source.listAccounts(grant);
  assert.deepEqual([found?.id, found?.name, found?.currency, found?.timezone], [LOCATION_ID, 'North', 'XXX', 'America/Santiago']);
  const sources = await source.listOutcomeSources?.(grant, account(LOCATION_ID));
  assert.deepEqual(
    sources?.map(({ kind, id, isWon }) => [kind, id, isWon]),
    [
      ['stage', 'st_new', undefined],
      ['stage', 'st_offer', undefined],
      ['stage', 'st_done', undefined],
      ['stage', 'won', true],
      ['form', 'form-1', undefined],
    ],
  );
});

test('opportunities of many pages that have changed, in every state', async (t) => {
  const { highLevel, source, grant } = await start(t);
  highLevel.contacts.set('c1', { id: 'c1', name: 'Ana Rojas', email: 'ana@example.com', phone: '+56912345678' });
  for (let n = 0; n < 250; n += 1) highLevel.move(`op_${n}`, { stage: 'st_new', at: NOW - 40 * DAY_MS - n * 60_000 });
  highLevel.move('op_7', { stage: 'st_offer', at: NOW - DAY_MS, value: 12_990.5, contact: 'c1' });
  highLevel.move('op_7', { stage: 'st_offer', at: NOW - 3_600_000, status: 'won' });
  highLevel.move('op_8', { stage: 'st_offer', at: NOW - DAY_MS, status: 'lost' });
  highLevel.move('op_9', { stage: 'st_new', at: NOW - DAY_MS, status: 'abandoned' });
  const found = await changedOf(source, grant, LOCATION_ID);
  assert.deepEqual(found.map(({ id }) => id).sort(), ['op_7', 'op_8', 'op_9']);
  assert.deepEqual(
    found.find(({ id }) => id === 'op_7'),
    {
      type: 'deal',
      id: 'op_7',
      amount: '12990.5',
      wonStageId: 'won',
      isDeleted: false,
      reached: [
        { stageId: 'st_offer', at: NOW - DAY_MS },
        { stageId: 'won', at: NOW - 3_600_000 },
      ],
      person: {
        email: 'ana@example.com',
        phone: '+56912345678',
        firstName: 'Ana Rojas',
        lastName: undefined,
        country: undefined,
        crmContactId: 'c1',
      },
    },
  );
  assert.equal((await changedOf(source, grant, LOCATION_ID, { since: NOW - 400 * DAY_MS })).length, 250);
});

test('one that has counted and is not listed is read by itself', async (t) => {
  const { highLevel, source, grant } = await start(t);
  highLevel.move('op_1', { stage: 'st_new', at: NOW - 60 * DAY_MS });
  const range = { since: NOW - DAY_MS, until: NOW, formIds: [], stageIds: [], countedDealIds: () => ['op_1', 'op_2'] };
  const found = await allOf(source.readChanged(grant, account(LOCATION_ID), range));
  assert.deepEqual(
    found.map((each) => [each.id, each.type === 'deal' && each.isDeleted]),
    [['op_2', true]],
  );
});

test('an opportunity that names its contact alone, and one that is gone', async (t) => {
  const { highLevel, source, grant } = await start(t);
  highLevel.hidesContacts = true;
  highLevel.contacts.set('c1', { id: 'c1', firstName: 'Ana', lastName: 'Rojas', email: 'ana@example.com', country: 'CL' });
  highLevel.move('op_1', { stage: 'st_new', at: NOW, contact: 'c1' });
  highLevel.move('op_2', { stage: 'st_new', at: NOW, contact: 'c-gone' });
  const readOf = async (id: string) => {
    const found = await source.read(grant, account(LOCATION_ID), { type: 'deal', id });
    return found?.type === 'deal' ? [found.person.email, found.person.country, found.isDeleted] : [];
  };
  assert.deepEqual(await readOf('op_1'), ['ana@example.com', 'CL', false]);
  assert.deepEqual(await readOf('op_2'), [undefined, undefined, false]);
  assert.deepEqual(await readOf('op_3'), [undefined, undefined, true]);
});

test('submissions of a form, whatever part of a day is asked for', async (t) => {
  const { highLevel, source, grant } = await start(t);
  for (let n = 0; n < 130; n += 1)
    highLevel.submissions.push({
      id: `s${n}`,
      formId: 'form-1',
      contactId: `c${n}`,
      createdAt: new Date(NOW - 1 - n * 3_600_000).toISOString(),
      name: 'Ana',
      email: n === 0 ? 'ana@example.com' : null,
    });
  const read = (hours: number) => changedOf(source, grant, LOCATION_ID, { since: NOW - hours * 3_600_000, formIds: ['form-1'] });
  assert.equal((await read(5)).length, 5);
  const all = await read(120);
  assert.equal(new Set(all.map(({ id }) => id)).size, 120);
  const [first] = all;
  assert.deepEqual(first?.type === 'lead' && [first.at, first.person.email, first.person.crmContactId], [
    NOW - 1,
    'ana@example.com',
    'c0',
  ]);
});

test('a limit says when it ends', async (t) => {
  const { highLevel, source, grant } = await start(t);
  highLevel.server.fail('throttled');
  const { outcome, details } = await failureOf(source.listAccounts(grant));
  assert.deepEqual([outcome, details.retryAfterMs], ['throttled', 3_600_000]);
});
