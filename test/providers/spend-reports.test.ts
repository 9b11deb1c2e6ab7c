// Spend of the ad platforms whose reports repeat rows, shuffle them, or change while they are read: each row counts once, a report that changed is
// read again, and one that contradicts itself each time fails as a whole. The seed is printed. TikTok's pages are in its own tests.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AdAccount, AdPlatform, Grant } from '../../src/providers/ad-platform.ts';
import { createGoogleAds } from '../../src/providers/google-ads/client.ts';
import { createLinkedIn } from '../../src/providers/linkedin/client.ts';
import { createMeta } from '../../src/providers/meta/client.ts';
import { createMicrosoftAds } from '../../src/providers/microsoft-ads/client.ts';
import { Secret } from '../../src/providers/secret.ts';
import { seededRandom } from '../base/random.ts';
import { startFakeGoogleAds } from '../fakes/google-ads.ts';
import { LINKEDIN_TOKEN, startFakeLinkedIn } from '../fakes/linkedin.ts';
import { startFakeMeta } from '../fakes/meta.ts';
import { DEVELOPER_TOKEN, MICROSOFT_TOKEN, startFakeMicrosoftAds } from '../fakes/microsoft-ads.ts';
import { CLIENT_SECRET } from '../fakes/oauth-provider.ts';
import type { FakeRequest } from '../fakes/provider-server.ts';
import { allOf, clock, failureOf, grantOf, sumOf } from './ad-platforms.ts';

const DAYS = ['2026-11-22', '2026-11-23', '2026-11-24'] as const;
const range = { from: DAYS[0], to: DAYS[2] };
/** More than a page of Meta holds. */
const ADS = 250;

interface Spent {
  day: string;
  ad: number;
  cents: number;
}

interface Reports {
  platform: AdPlatform;
  grant: Grant;
  accountId: string;
  requests: readonly FakeRequest[];
  /** A request that begins a reading. */
  isFirst: (request: FakeRequest) => boolean;
}

/** Rows of a reading, from 1. */
type RowsOf = (reading: number) => Spent[];
const cost = ({ cents }: Spent): string => (cents / 100).toFixed(2);

const readings = ({ requests, isFirst }: Pick<Reports, 'requests' | 'isFirst'>): number => requests.filter(isFirst).length;

async function meta(t: TestContext, rowsOf: RowsOf): Promise<Reports> {
  const world = {
    account: { id: 'act_1', account_id: '1', name: 'A', currency: 'EUR', timezone_name: 'UTC', account_status: 1 },
    campaigns: [],
    adsets: [],
    ads: [],
    insights: [],
    insightsOf: (since: string, until: string) =>
      rowsOf(readings(reports))
        .filter(({ day }) => day >= since && day <= until)
        .map((row) => ({
          date_start: row.day,
          campaign_id: '1',
          adset_id: '11',
          ad_id: String(row.ad),
          ad_name: 'Ad',
          spend: cost(row),
          impressions: '100',
          clicks: '3',
        })),
  };
  const fake = await startFakeMeta(t, [world]);
  fake.hasReportsAtOnce = true;
  const platform = createMeta(fake.settings, { clock, timeoutMs: 10_000, pollMs: 1 });
  assert.ok(platform);
  const isFirst = ({ method, url }: FakeRequest): boolean => method === 'GET' && /\/insights\?(?!.*after=)/.test(url);
  const reports = { platform, grant: grantOf(fake.token()), accountId: '1', requests: fake.server.requests, isFirst };
  return reports;
}

async function google(t: TestContext, rowsOf: RowsOf): Promise<Reports> {
  const tables = {
    get ad_group_ad() {
      return rowsOf(readings(reports)).map((row) => ({
        campaign: { id: '11', name: 'Sale' },
        adGroup: { id: '21', name: 'Group' },
        adGroupAd: { ad: { id: String(row.ad) } },
        metrics: { costMicros: `${row.cents}0000`, impressions: '100', clicks: '7' },
        segments: { date: row.day },
      }));
    },
  };
  const account = { id: '2001', name: 'A', currency: 'EUR', timezone: 'UTC', isRoot: true };
  const fake = await startFakeGoogleAds(t, [{ ...account, tables }]);
  const platform = createGoogleAds(fake.settings, { clock });
  assert.ok(platform);
  const isFirst = ({ body }: FakeRequest): boolean => body.includes('FROM ad_group_ad');
  const reports = { platform, grant: grantOf(fake.token()), accountId: '2001', requests: fake.server.requests, isFirst };
  return reports;
}

async function linkedIn(t: TestContext, rowsOf: RowsOf): Promise<Reports> {
  const fake = await startFakeLinkedIn(t);
  const rows = () => rowsOf(readings(reports)).map((row) => ({ day: row.day, creative: row.ad, campaign: 21, cost: cost(row) }));
  Object.defineProperty(fake, 'rows', { get: rows });
  const platform = createLinkedIn({
    clientId: 'client',
    clientSecret: new Secret(CLIENT_SECRET),
    url: fake.server.url,
    apiVersion: '202610',
  });
  const isFirst = ({ url }: FakeRequest): boolean => url.includes('/adAnalytics');
  const reports = { platform, grant: grantOf(LINKEDIN_TOKEN), accountId: '101', requests: fake.server.requests, isFirst };
  return reports;
}

async function microsoft(t: TestContext, rowsOf: RowsOf): Promise<Reports> {
  const fake = await startFakeMicrosoftAds(t);
  fake.polls = 1;
  const line = (row: Spent): string => `"${row.day}","11","Search","21","Desks","${row.ad}","EUR","100","3","${cost(row)}"`;
  Object.defineProperty(fake, 'lines', { get: () => rowsOf(readings(reports)).map(line) });
  const secrets = { clientSecret: new Secret(CLIENT_SECRET), developerToken: new Secret(DEVELOPER_TOKEN) };
  const report = { maxMs: 60_000, pollMs: 1 };
  const platform = createMicrosoftAds({ clientId: 'client', apiVersion: 'v13', ...secrets, url: fake.server.url, report });
  const isFirst = ({ url }: FakeRequest): boolean => url.includes('GenerateReport/Submit');
  const reports = { platform, grant: grantOf(MICROSOFT_TOKEN), accountId: '180278106', requests: fake.server.requests, isFirst };
  return reports;
}

const accountOf = (id: string): AdAccount => ({
  id,
  name: 'A',
  currency: 'EUR',
  timezone: 'UTC',
  status: 'active',
  hasWriteAccess: true,
  loginAccountId: undefined,
});

const spendOf = ({ platform, grant, accountId }: Reports) => allOf(platform.readSpend(grant, accountOf(accountId), range));

const ALL: Spent[] = DAYS.flatMap((day, at) =>
  Array.from({ length: ADS }, (_, ad) => ({ day, ad: 1_000 + ad, cents: 100 * at + ad + 1 })),
);
const TOTAL = ALL.reduce((sum, { cents }) => sum + cents, 0) / 100;

for (const start of [meta, google, linkedIn, microsoft])
  test(`${start.name}: rows that come again, in any order, count once`, async (t) => {
    const random = seededRandom(t);
    const again = Array.from({ length: 1 + random(40) }, () => ALL[random(ALL.length)] as Spent);
    const shuffled = [...ALL, ...again].map((row) => ({ row, at: random(1_000_000) }));
    const rows = shuffled.sort((a, b) => a.at - b.at).map(({ row }) => row);
    const found = await spendOf(await start(t, () => rows));
    assert.equal(found.length, ALL.length);
    assert.equal(sumOf(found).toFixed(2), TOTAL.toFixed(2));
    assert.equal(new Set(found.map(({ day, adId }) => `${day} ${adId}`)).size, ALL.length);
  });

for (const start of [meta, google, linkedIn, microsoft])
  test(`${start.name}: a report that changes while it is read is read again, and fails if it always does`, async (t) => {
    const random = seededRandom(t);
    const at = random(ALL.length);
    const row = ALL[at] as Spent;
    const changed = [...ALL, { ...row, cents: row.cents + 1 }];
    const once = await start(t, (reading) => (reading <= 1 ? changed : ALL));
    assert.equal(sumOf(await spendOf(once)).toFixed(2), TOTAL.toFixed(2));
    assert.equal(readings(once), 2);
    const always = await start(t, () => changed);
    assert.equal((await failureOf(spendOf(always))).outcome, 'unavailable');
  });

test('meta: rows that move at each page border are read from a report that Meta prepares', async (t) => {
  const random = seededRandom(t);
  let rows = ALL;
  const reports = await meta(t, () => {
    // Each page of a live list finds another order; what Meta has prepared stays.
    if (readings(reports) < 3)
      rows = rows
        .map((row) => ({ row, at: random(1_000_000) }))
        .sort((a, b) => a.at - b.at)
        .map(({ row }) => row);
    return rows;
  });
  assert.equal(sumOf(await spendOf(reports)).toFixed(2), TOTAL.toFixed(2));
  assert.equal(readings(reports), 3);
  assert.equal(reports.requests.filter(({ method }) => method === 'POST').length, 1);
});
