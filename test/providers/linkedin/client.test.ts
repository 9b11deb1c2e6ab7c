// The client of LinkedIn against its fake: accounts with roles, the catalogue, reports that are cut off or empty, and its error table.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { AdAccount, AdPlatform, AdSpend, CataloguePage } from '../../../src/providers/ad-platform.ts';
import { adPlatformErrorOf } from '../../../src/providers/ad-platform-errors.ts';
import { outcomeOf, ProviderFailure, type ProviderOutcome } from '../../../src/providers/http/failure.ts';
import { createLinkedIn } from '../../../src/providers/linkedin/client.ts';
import { linkedInErrorCode, linkedInErrors } from '../../../src/providers/linkedin/errors.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { type FakeLinkedIn, LINKEDIN_TOKEN, startFakeLinkedIn } from '../../fakes/linkedin.ts';
import { CLIENT_SECRET } from '../../fakes/oauth-provider.ts';
import { collect, testConformance, timeoutOf } from '../conformance.ts';

const grantOf = (token = LINKEDIN_TOKEN) => ({ accessToken: async () => new Secret(token) });
const range = { from: '2026-11-01', to: '2026-11-03' };
const account: AdAccount = {
  id: '101',
  name: 'Juniper',
  currency: 'EUR',
  timezone: 'UTC',
  status: 'active',
  hasWriteAccess: true,
};

async function start(t: TestContext, apiVersion = '202610', hasConversions = false) {
  const fake = await startFakeLinkedIn(t);
  const clientSecret = new Secret(CLIENT_SECRET);
  const options = { clientId: 'client', clientSecret, url: fake.server.url, apiVersion, hasConversions, timeoutMs: timeoutOf(t) };
  const linkedIn = createLinkedIn(options);
  return { fake, linkedIn };
}

const spendOf = async (linkedIn: AdPlatform, of = account, days = range): Promise<AdSpend[]> =>
  (await collect(linkedIn.readSpend(grantOf(), of, days))).flat();

async function catalogueOf(linkedIn: AdPlatform): Promise<CataloguePage> {
  const pages = await collect(linkedIn.readCatalogue(grantOf(), account));
  return {
    campaigns: pages.flatMap((page) => page.campaigns),
    adSets: pages.flatMap((page) => page.adSets),
    ads: pages.flatMap((page) => page.ads),
  };
}

async function failureOf(call: Promise<unknown>): Promise<ProviderOutcome> {
  const error = await call.then(
    () => assert.fail('the call succeeded'),
    (caught: unknown) => caught,
  );
  assert.ok(error instanceof ProviderFailure, String(error));
  return error.outcome;
}

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { fake, linkedIn } = await start(t);
      const read = async () => [await linkedIn.listAccounts(grantOf()), await catalogueOf(linkedIn), await spendOf(linkedIn)];
      return { server: fake.server, read: () => read().catch(refuse), secret: LINKEDIN_TOKEN };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

function refuse(error: unknown): never {
  throw error instanceof ProviderFailure ? adPlatformErrorOf(error, { name: 'LinkedIn', use: 'read' }) : error;
}

test('accounts have the state that matters and what the role allows', async (t) => {
  const { linkedIn } = await start(t);
  assert.deepEqual(await linkedIn.listAccounts(grantOf()), [
    { id: '101', name: 'Juniper', currency: 'EUR', timezone: 'UTC', status: 'active', hasWriteAccess: true },
    {
      id: '102',
      name: 'Oak',
      currency: 'JPY',
      timezone: 'UTC',
      status: 'payment_missing',
      statusReason: 'BILLING_HOLD',
      hasWriteAccess: false,
    },
    {
      id: '103',
      name: 'Closed',
      currency: 'USD',
      timezone: 'UTC',
      status: 'disabled',
      statusReason: 'CANCELED',
      hasWriteAccess: undefined,
    },
  ]);
});

test('the catalogue is read whole, part by part, with ids above 2^53 intact', async (t) => {
  const { linkedIn } = await start(t);
  const { campaigns, adSets, ads } = await catalogueOf(linkedIn);
  assert.deepEqual(campaigns, [{ id: '9007199254740993', name: 'Spring', status: 'active', lifetimeBudget: '5000' }]);
  assert.deepEqual(
    adSets.map(({ id, campaignId, status, dailyBudget }) => [id, campaignId, status, dailyBudget]),
    [
      ['21', '11', 'active', '25.00'],
      ['22', '11', 'paused', undefined],
      ['23', '11', 'archived', undefined],
    ],
  );
  assert.deepEqual(
    ads.map(({ id, adSetId, configuredStatus, effectiveStatus, platformStatus }) =>
      [id, adSetId, configuredStatus, effectiveStatus, platformStatus].join(' '),
    ),
    ['31 21 active active SERVING', '32 22 active paused CAMPAIGN_STOPPED', '33 21 active other UNDER_REVIEW'],
  );
  assert.equal(ads[1]?.createdAt, '2026-09-21T14:13:20.000Z');
});

test('spend is exact to six decimals, by ad and day', async (t) => {
  const { linkedIn } = await start(t);
  assert.deepEqual(
    (await spendOf(linkedIn)).map(({ day, campaignId, adSetId, adId, spend, clicks }) => [
      day,
      campaignId,
      adSetId,
      adId,
      spend,
      clicks,
    ]),
    [
      ['2026-11-01', '11', '21', '31', '209.449', 10],
      ['2026-11-02', '11', '21', '31', '0.352005', 10],
      ['2026-11-02', '11', '22', '32', '509.98', 10],
    ],
  );
});

test('a report that is cut off is asked for in halves, and a day by campaigns', async (t) => {
  const { fake, linkedIn } = await start(t);
  fillBeyondTheCap(fake);
  const rows = await spendOf(linkedIn);
  assert.equal(rows.length, fake.rows.length);
  assert.equal(new Set(rows.map(({ day, adId }) => `${day} ${adId}`)).size, fake.rows.length);
});

function fillBeyondTheCap(fake: FakeLinkedIn): void {
  fake.rows = Array.from({ length: 20_000 }, (_, at) => ({
    day: at < 18_000 ? '2026-11-01' : '2026-11-02',
    creative: 1_000 + at,
    campaign: 21 + (at % 3),
    cost: '1.00',
  }));
}

test('an empty report is nothing spent with a role in the account, and forbidden without one', async (t) => {
  const { fake, linkedIn } = await start(t);
  fake.rows = [];
  assert.deepEqual(await spendOf(linkedIn), []);
  fake.roles.delete(101);
  assert.equal(await failureOf(spendOf(linkedIn)), 'forbidden');
});

test('a long range is asked for in parts of a month', async (t) => {
  const { fake, linkedIn } = await start(t);
  const rows = await spendOf(linkedIn, account, { from: '2026-08-01', to: '2026-11-03' });
  assert.equal(rows.length, 3);
  assert.equal(fake.server.requests.filter(({ url }) => url.startsWith('/rest/adAnalytics')).length, 4);
});

test('a version that has ended and a revoked grant have their own outcomes', async (t) => {
  const { linkedIn } = await start(t, '202001');
  assert.equal(linkedIn.versionEnds, '2021-01-15');
  assert.equal(await failureOf(linkedIn.listAccounts(grantOf())), 'misconfigured');
  assert.equal(await failureOf(linkedIn.listAccounts(grantOf('dead'))), 'reconnect');
});

test('a person grants access, which is refreshed and revoked', async (t) => {
  const { fake, linkedIn } = await start(t);
  const request = {
    redirectUri: 'https://tributary.example/cb',
    state: 's',
    codeVerifier: randomBytes(32).toString('base64url'),
  };
  const url = await linkedIn.oauth.authorizationUrl(request);
  assert.equal(url.searchParams.get('scope'), 'r_ads r_ads_reporting rw_ads');
  const tokens = await linkedIn.oauth.exchangeCode({ ...request, callback: fake.grants.grant(url), now: 0 });
  assert.deepEqual(tokens.scopes, ['r_ads', 'r_ads_reporting', 'rw_ads']);
  const sending = await (await start(t, '202610', true)).linkedIn.oauth.authorizationUrl(request);
  assert.equal(sending.searchParams.get('scope'), 'r_ads r_ads_reporting rw_ads rw_conversions');
  assert.equal((await linkedIn.listAccounts({ accessToken: async () => tokens.accessToken })).length, 3);
  assert.ok(tokens.refreshToken && linkedIn.oauth.refresh);
  const fresh = await linkedIn.oauth.refresh(tokens.refreshToken, 0);
  assert.notEqual(fresh.accessToken.reveal(), tokens.accessToken.reveal());
  assert.equal(await failureOf(linkedIn.oauth.refresh(tokens.refreshToken, 0)), 'reconnect', 'a rotated token was good twice');
  await linkedIn.oauth.revoke(fresh);
  assert.equal(fake.grants.isAlive(), false);
});

test('error codes have the outcomes of the table', () => {
  const cases: [number, unknown, ProviderOutcome][] = [
    [401, { serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN' }, 'reconnect'],
    [401, { serviceErrorCode: 65601, code: 'REVOKED_ACCESS_TOKEN' }, 'reconnect'],
    [400, { code: 'EXPIRED_ACCESS_TOKEN' }, 'reconnect'],
    [403, { serviceErrorCode: 100, code: 'ACCESS_DENIED' }, 'forbidden'],
    [404, { code: 'NOT_FOUND' }, 'not_found'],
    [400, { code: 'ILLEGAL_ARGUMENT' }, 'rejected'],
    [422, { message: 'Index: 0, ERROR :: /a :: is required' }, 'rejected'],
    [414, '<html>', 'too_large'],
    [426, { code: 'NONEXISTENT_VERSION' }, 'misconfigured'],
    [429, { code: 'TOO_MANY_REQUESTS' }, 'throttled'],
    [500, { code: 'INTERNAL_SERVER_ERROR' }, 'unavailable'],
    [504, '<html>', 'unavailable'],
  ];
  for (const [status, body, outcome] of cases)
    assert.equal(outcomeOf(linkedInErrors, status, linkedInErrorCode(body)), outcome, `${status} ${JSON.stringify(body)}`);
});
