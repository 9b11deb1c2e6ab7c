// The client of Microsoft Advertising against its fake: accounts and their zones, the catalogue, packed reports, and its error table.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { AdAccount, AdPlatform, AdSpend } from '../../../src/providers/ad-platform.ts';
import { adPlatformErrorOf } from '../../../src/providers/ad-platform-errors.ts';
import { outcomeOf, ProviderFailure, type ProviderOutcome } from '../../../src/providers/http/failure.ts';
import { unpackOnlyFile } from '../../../src/providers/microsoft-ads/archive.ts';
import { createMicrosoftAds } from '../../../src/providers/microsoft-ads/client.ts';
import { microsoftErrorCode, microsoftErrors } from '../../../src/providers/microsoft-ads/errors.ts';
import { microsoftZones, zoneOf } from '../../../src/providers/microsoft-ads/timezones.ts';
import { LiveTokens, type Tokens } from '../../../src/providers/oauth/client.ts';
import { Secret } from '../../../src/providers/secret.ts';
import { DEVELOPER_TOKEN, fault, MICROSOFT_TOKEN, packed, startFakeMicrosoftAds } from '../../fakes/microsoft-ads.ts';
import { CLIENT_SECRET } from '../../fakes/oauth-provider.ts';
import { collect, testConformance, timeoutOf } from '../conformance.ts';

const grantOf = (token = MICROSOFT_TOKEN) => ({ accessToken: async () => new Secret(token) });
const range = { from: '2026-11-01', to: '2026-11-03' };
const account: AdAccount = {
  id: '180278106',
  name: 'Juniper',
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  status: 'active',
  hasWriteAccess: undefined,
  loginAccountId: '987654321',
};

async function start(t: TestContext) {
  const fake = await startFakeMicrosoftAds(t);
  const secrets = { clientSecret: new Secret(CLIENT_SECRET), developerToken: new Secret(DEVELOPER_TOKEN) };
  const report = { maxMs: 60_000, pollMs: 1 };
  const platform = createMicrosoftAds({
    clientId: 'client',
    apiVersion: 'v13',
    ...secrets,
    url: fake.server.url,
    timeoutMs: timeoutOf(t),
    report,
  });
  return { fake, platform };
}

const spendOf = async (platform: AdPlatform, days = range): Promise<AdSpend[]> =>
  (await collect(platform.readSpend(grantOf(), account, days))).flat();

async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const error = await call.then(
    () => assert.fail('the call succeeded'),
    (caught: unknown) => caught,
  );
  assert.ok(error instanceof ProviderFailure, String(error));
  return error;
}

test('the client conforms', (t) =>
  testConformance(
    t,
    async (t) => {
      const { fake, platform } = await start(t);
      const read = async () => [
        await platform.listAccounts(grantOf()),
        await collect(platform.readCatalogue(grantOf(), account)),
        await spendOf(platform),
      ];
      return { server: fake.server, read: () => read().catch(refuse), secret: MICROSOFT_TOKEN };
    },
    { onlyReads: true, refusals: { revoked: { code: 'connection_not_ready', status: 409 } } },
  ));

function refuse(error: unknown): never {
  throw error instanceof ProviderFailure ? adPlatformErrorOf(error, { name: 'Microsoft', use: 'read' }) : error;
}

test('accounts have IANA zones and the customer that the access goes through', async (t) => {
  const { fake, platform } = await start(t);
  fake.accounts.push({ Id: '3', Name: 'Mars', CurrencyCode: 'EUR', AccountLifeCycleStatus: 'Active', TimeZone: 'OlympusMons' });
  const found = await platform.listAccounts(grantOf());
  assert.deepEqual(found[0], account);
  assert.deepEqual([found[1]?.timezone, found[1]?.status, found[1]?.statusReason], ['America/Santiago', 'disabled', 'Pause']);
  assert.equal(found[2]?.timezone, 'UTC');
  assert.match(found[2]?.statusReason ?? '', /OlympusMons is not known/);
});

test('every name of a zone is one that this machine knows, and each has its own', () => {
  assert.ok(microsoftZones.size >= 70);
  for (const [zone, name] of microsoftZones) {
    assert.ok(new Intl.DateTimeFormat('en', { timeZone: zone }));
    assert.equal(zoneOf(name), zone);
  }
  assert.equal(zoneOf('AlmatyNovosibirsk'), 'Asia/Almaty');
  assert.equal(zoneOf('IslamabadKarachiTashkent'), 'Asia/Karachi');
});

test('the catalogue has names, states and landing pages', async (t) => {
  const { fake, platform } = await start(t);
  const pages = await collect(platform.readCatalogue(grantOf(), account));
  const ads = pages.flatMap((page) => page.ads);
  assert.deepEqual(
    ads.map(({ id, name, configuredStatus, effectiveStatus }) => [id, name, configuredStatus, effectiveStatus]),
    [
      ['31', 'Oak desks', 'active', 'active'],
      ['32', 'Solid oak', 'paused', 'paused'],
      ['33', 'Cheap', 'active', 'other'],
    ],
  );
  assert.deepEqual(ads[0]?.creative, {
    id: '31',
    type: 'dynamic',
    landingPageUrl: 'https://shop.example/desks',
    urlTags: 'utm_source=bing',
  });
  assert.deepEqual(
    pages.flatMap((page) => page.campaigns).map(({ id, status, dailyBudget }) => [id, status, dailyBudget]),
    [
      ['11', 'active', '25.5'],
      ['12', 'other', '10'],
    ],
  );
  const request = fake.server.requests.find(({ url }) => url.endsWith('/Ads/QueryByAdGroupId'));
  assert.deepEqual([request?.headers['customerid'], request?.headers['customeraccountid']], ['987654321', '180278106']);
});

test('spend comes out of the packed file, and the storage gets no credential', async (t) => {
  const { fake, platform } = await start(t);
  assert.deepEqual(await spendOf(platform), [
    {
      day: '2026-11-01',
      campaignId: '11',
      campaignName: 'Search',
      adSetId: '21',
      adSetName: 'Desks',
      adId: '84800390693061',
      spend: '1041.48',
      impressions: 1204,
      clicks: 31,
    },
    {
      day: '2026-11-02',
      campaignId: '11',
      campaignName: 'Search',
      adSetId: '21',
      adSetName: 'Desks',
      adId: '84800390693061',
      spend: '0',
      impressions: 0,
      clicks: 0,
    },
  ]);
  assert.deepEqual(fake.fetched, [{ authorization: undefined, developerToken: undefined }]);
  const submit = fake.server.requests.find(({ url }) => url.endsWith('/Submit'));
  assert.match(submit?.body ?? '', /"ReportTimeZone":"AmsterdamBerlinBernRomeStockholmVienna"/);
});

test('a report without rows has no file and measures nothing spent', async (t) => {
  const { fake, platform } = await start(t);
  fake.lines = [];
  assert.deepEqual(await spendOf(platform), []);
  assert.equal(fake.fetched.length, 0);
});

test('a file at another host, a damaged file, another currency and other columns are no spend', async (t) => {
  const { fake, platform } = await start(t);
  for (const link of [
    'https://evil.example/report.zip',
    'https://blob.core.windows.net.evil.example/r.zip',
    'http://a.blob.core.windows.net/r.zip',
    'no address',
  ]) {
    fake.link = link;
    assert.equal((await failureOf(spendOf(platform))).outcome, 'unusable', link);
  }
  fake.link = undefined;
  assert.equal(fake.fetched.length, 0);
  const whole = packed(Buffer.from('"TimePeriod"\r\n'));
  for (const body of [whole.subarray(0, 40), Buffer.from('<html>'), Buffer.alloc(0), packed(Buffer.from('"A"\r\n"1"\r\n'))]) {
    fake.storage.push({ status: 200, body });
    assert.equal((await failureOf(spendOf(platform))).outcome, 'unusable', String(body.length));
  }
  fake.lines = ['"2026-11-01","11","Search","21","Desks","1","USD","1","1","1.00"'];
  assert.equal((await failureOf(spendOf(platform))).outcome, 'unusable');
});

test('a storage that fails is asked again, a few times', async (t) => {
  const { fake, platform } = await start(t);
  fake.storage.push({ status: 500, body: Buffer.alloc(0) });
  assert.equal((await spendOf(platform)).length, 2);
  fake.storage.push(...Array.from({ length: 3 }, () => ({ status: 403, body: Buffer.alloc(0) })));
  assert.equal((await failureOf(spendOf(platform))).outcome, 'unavailable');
});

test('an archive that would swell is refused before it is unpacked', () => {
  const bomb = packed(Buffer.alloc(1_000_000));
  assert.throws(() => unpackOnlyFile(bomb, 999_999), /more than/);
  const lying = Buffer.from(bomb);
  lying.writeUInt32LE(10, lying.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  assert.throws(() => unpackOnlyFile(lying, 999_999));
  assert.equal(unpackOnlyFile(bomb, 1_000_000).length, 1_000_000);
});

test('too many calls within a minute is a pause of a minute, whatever the status', async (t) => {
  const { fake, platform } = await start(t);
  fake.faults.push(fault(117, 200));
  const failure = await failureOf(platform.listAccounts(grantOf()));
  assert.deepEqual([failure.outcome, failure.details.code, failure.details.retryAfterMs], ['throttled', '117', 60_000]);
});

test('a person grants access, and each refresh brings another refresh token', async (t) => {
  const { fake, platform } = await start(t);
  const request = {
    redirectUri: 'https://tributary.example/cb',
    state: 's',
    codeVerifier: randomBytes(32).toString('base64url'),
  };
  const url = await platform.oauth.authorizationUrl(request);
  assert.equal(url.searchParams.get('scope'), 'https://ads.microsoft.com/msads.manage offline_access');
  const saved: Tokens[] = [await platform.oauth.exchangeCode({ ...request, callback: fake.grants.grant(url), now: 0 })];
  const store = { load: () => saved.at(-1) as Tokens, save: (tokens: Tokens) => void saved.push(tokens) };
  const live = new LiveTokens();
  for (const now of [3_600_000, 7_200_000]) {
    const token = await live.accessToken('connection', platform.oauth, store, () => now);
    assert.equal((await platform.listAccounts({ accessToken: async () => token })).length, 2);
  }
  assert.equal(new Set(saved.map(({ refreshToken }) => refreshToken?.reveal())).size, 3);
  fake.grants.revoke();
  const dead = live.accessToken('connection', platform.oauth, store, () => 9e12);
  assert.equal((await failureOf(dead)).outcome, 'reconnect');
});

test('error codes have the outcomes of the table', () => {
  const cases: [number, unknown, ProviderOutcome][] = [
    [401, fault(105).body, 'reconnect'],
    [401, fault(109).body, 'reconnect'],
    [400, fault(106).body, 'forbidden'],
    [400, { OperationErrors: [{ Code: 117 }] }, 'throttled'],
    [500, { OperationErrors: [{ Code: 207 }] }, 'throttled'],
    [500, fault(0).body, 'unavailable'],
    [400, fault(1001).body, 'rejected'],
    [400, { BatchErrors: [{ Code: '4702' }] }, 'rejected'],
    [401, undefined, 'reconnect'],
    [503, '<html>', 'unavailable'],
  ];
  for (const [status, body, outcome] of cases)
    assert.equal(outcomeOf(microsoftErrors, status, microsoftErrorCode(body)), outcome, `${status} ${JSON.stringify(body)}`);
});
