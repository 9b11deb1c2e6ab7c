// A fake of Microsoft Advertising: its three services and its sign-in at one address, reports that are made in steps, and their files,
// packed, with a byte-order mark, at a storage that answers nobody who sends a credential.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { createFakeGrants, type FakeGrants } from './oauth-provider.ts';
import { type FakeAnswer, type FakeRequest, type ProviderServer, startProviderServer } from './provider-server.ts';

export const MICROSOFT_TOKEN = 'microsoft-token-4711';
export const DEVELOPER_TOKEN = 'developer-token-4711';

export interface FakeMicrosoftAds {
  server: ProviderServer;
  grants: FakeGrants;
  accounts: Record<string, unknown>[];
  /** Lines of the next report's file, without its head; a report without lines has no file. */
  lines: string[];
  /** Looks at a report until it is ready. */
  polls: number;
  /** What the storage answers instead of the file, request by request. */
  storage: { status: number; body: Buffer }[];
  /** Sent to the storage. */
  fetched: { authorization: string | undefined; developerToken: string | undefined }[];
  /** Where the next link leads to instead of the storage. */
  link: string | undefined;
  /** The next answers of the API. */
  faults: FakeAnswer[];
  /** Of the person, in every account. */
  roleId: number;
  campaigns: Record<string, unknown>[];
  ads: Record<string, unknown>[];
}

export const VIEWER = 100;
const ADVERTISER = 16;

interface Ids {
  AdGroupId?: string;
  AdIds?: string[];
  CampaignIds?: string[];
  AdGroupIds?: string[];
}

/** What a question for objects by their ids returns. */
function objects(
  { ads, campaigns }: FakeMicrosoftAds,
  what: string,
  { AdGroupId, AdIds, CampaignIds, AdGroupIds }: Ids,
): unknown {
  if (what === 'Ads/QueryByIds') return { Ads: AdGroupId === '21' ? found(ads, AdIds) : [null], PartialErrors: [] };
  if (what === 'Campaigns/QueryByIds') return { Campaigns: found(campaigns, CampaignIds), PartialErrors: [] };
  const adGroups = [{ Id: '21', Name: 'Desks', Status: 'Active' }];
  return what === 'AdGroups/QueryByIds' ? { AdGroups: found(adGroups, AdGroupIds), PartialErrors: [] } : undefined;
}

/** With null in the place of each that is not there. */
const found = (rows: readonly Record<string, unknown>[], ids: readonly string[] = []): unknown[] =>
  ids.map((id) => rows.find((row) => row['Id'] === id) ?? null);

interface Change {
  Ads: { Id: string; Type: string; Status?: string; FinalUrlSuffix?: string }[];
}

function change({ ads, server }: FakeMicrosoftAds, what: string, { Ads: [changed] }: Change): FakeAnswer {
  if (what !== 'Ads' || !changed) return { status: 404, body: {} };
  const { Id: id, Type: type, Status: status, FinalUrlSuffix: suffix } = changed;
  const ad = ads.find((each) => each['Id'] === id);
  const partial = (Code: number, Message: string) => ({ status: 200, body: { PartialErrors: [{ Code, Message, Index: 0 }] } });
  if (ad?.['Type'] !== type) return partial(1_303, 'The ad type does not match.');
  if (suffix?.startsWith('?')) return partial(4_904, 'The final URL suffix is not valid.');
  Object.assign(ad, status === undefined ? {} : { Status: status }, suffix === undefined ? {} : { FinalUrlSuffix: suffix });
  if (status !== undefined) server.writes.push({ kind: 'ad_status', id, value: status });
  if (suffix !== undefined) server.writes.push({ kind: 'ad_creative', id, value: suffix });
  return { status: 200, body: { PartialErrors: [] } };
}

const HEAD =
  '"TimePeriod","CampaignId","CampaignName","AdGroupId","AdGroupName","AdId","CurrencyCode","Impressions","Clicks","Spend"';

/** An archive of one file. */
export function packed(file: Buffer): Buffer {
  const data = deflateRawSync(file);
  const name = Buffer.from('report.csv');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(crc32(file), 16);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(file.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + data.length, 16);
  return Buffer.concat([local, name, data, entry, name, end]);
}

export const fault = (code: number, status = 400): FakeAnswer => ({
  status,
  body: { TrackingId: 't', Type: 'AdApiFaultDetail', Errors: [{ Code: code, ErrorCode: `E${code}`, Message: 'refused' }] },
});

async function startStorage(t: TestContext, fake: FakeMicrosoftAds): Promise<string> {
  const storage = createServer((request, response) => {
    const { authorization, developertoken } = request.headers;
    fake.fetched.push({ authorization, developerToken: developertoken?.toString() });
    const file = packed(Buffer.from(`\uFEFF${[HEAD, ...fake.lines].join('\r\n')}\r\n`));
    const { status, body } = fake.storage.shift() ?? { status: 200, body: file };
    response.writeHead(status, { 'content-type': 'application/octet-stream' });
    response.end(body);
  });
  await new Promise<void>((done) => storage.listen(0, '127.0.0.1', done));
  t.after(() => void storage.close());
  return `http://127.0.0.1:${(storage.address() as AddressInfo).port}/report.zip?sig=secret`;
}

export async function startFakeMicrosoftAds(t: TestContext): Promise<FakeMicrosoftAds> {
  const grants = createFakeGrants('https://ads.microsoft.com/msads.manage');
  let polls = 0;
  const server = await startProviderServer(
    t,
    (request) => {
      const [path = ''] = request.url.split('?');
      if (path === '/common/oauth2/v2.0/authorize') return grants.authorize(request);
      if (path === '/common/oauth2/v2.0/token') return grants.token(request);
      return fake.faults.shift() ?? answer(path.split('/v13/')[1] ?? '', request);
    },
    {},
    { isWrite: ({ method }) => method === 'PUT' },
  );

  function answer(what: string, { method, headers, body }: FakeRequest): FakeAnswer {
    if (headers['developertoken'] !== DEVELOPER_TOKEN) return fault(105, 401);
    if (headers.authorization !== `Bearer ${MICROSOFT_TOKEN}` && !grants.isGood(headers.authorization)) return fault(109, 401);
    if (method === 'PUT') return fake.roleId === VIEWER ? fault(106, 403) : change(fake, what, JSON.parse(body));
    const found = catalogue(what, JSON.parse(body)) ?? report(what);
    return found === undefined ? { status: 404, body: {} } : { status: 200, body: found };
  }

  function catalogue(what: string, query: Record<string, unknown>): unknown {
    const byIds = objects(fake, what, query);
    if (byIds) return byIds;
    const adGroups =
      query['CampaignId'] === '11'
        ? [{ Id: '21', Name: 'Desks', Status: 'Active' }]
        : [{ Id: '22', Name: 'Old', Status: 'Paused' }];
    const lists: Record<string, unknown> = {
      'User/Query': { User: { Id: 7 }, CustomerRoles: [{ RoleId: fake.roleId, CustomerId: 987_654_321, AccountIds: null }] },
      'Accounts/Search': { Accounts: fake.accounts },
      'Campaigns/QueryByAccountId': {
        Campaigns: fake.campaigns,
      },
      'AdGroups/QueryByCampaignId': { AdGroups: adGroups },
      'Ads/QueryByAdGroupId': { Ads: query['AdGroupId'] === '21' ? fake.ads : [null] },
    };
    return lists[what];
  }

  function report(what: string): unknown {
    if (what === 'GenerateReport/Submit') {
      polls = 0;
      return { ReportRequestId: 'report-1' };
    }
    if (what !== 'GenerateReport/Poll') return undefined;
    polls += 1;
    if (polls < fake.polls)
      return { ReportRequestStatus: { Status: polls === 1 ? 'Pending' : 'InProgress', ReportDownloadUrl: null } };
    const link = fake.lines.length === 0 ? null : (fake.link ?? storage);
    return { ReportRequestStatus: { Status: 'Success', ReportDownloadUrl: link } };
  }

  const fake: FakeMicrosoftAds = {
    server,
    grants,
    polls: 2,
    storage: [],
    fetched: [],
    link: undefined,
    faults: [],
    roleId: ADVERTISER,
    ads: structuredClone(ADS),
    campaigns: [
      { Id: '11', Name: 'Search', Status: 'Active', CampaignType: 'Search', DailyBudget: 25.5 },
      { Id: '12', Name: 'Audience', Status: 'BudgetPaused', CampaignType: 'Audience', DailyBudget: 10 },
    ],
    accounts: [
      {
        Id: '180278106',
        Name: 'Juniper',
        CurrencyCode: 'EUR',
        ParentCustomerId: 987654321,
        AccountLifeCycleStatus: 'Active',
        AccountFinancialStatus: 'ClearFinancialStatus',
        TimeZone: 'AmsterdamBerlinBernRomeStockholmVienna',
      },
      { Id: '180535609', Name: 'Oak', CurrencyCode: 'USD', AccountLifeCycleStatus: 'Pause', TimeZone: 'Santiago' },
    ],
    lines: [
      '"2026-11-01","11","Search","21","Desks","84800390693061","EUR","1,204","31","1,041.48"',
      '"2026-11-02","11","Search","21","Desks","84800390693061","EUR","0","0","0.00"',
    ],
  };
  const storage = await startStorage(t, fake);
  return fake;
}

const ADS = [
  {
    Id: '31',
    Type: 'ResponsiveSearch',
    Status: 'Active',
    EditorialStatus: 'ActiveLimited',
    FinalUrlSuffix: 'utm_source=bing',
    Headlines: [{ Asset: { Text: 'Oak desks' } }],
    FinalUrls: ['https://shop.example/desks'],
  },
  { Id: '32', Type: 'ExpandedText', Status: 'Paused', EditorialStatus: 'Active', TitlePart1: 'Solid oak' },
  { Id: '33', Type: 'Text', Status: 'Active', EditorialStatus: 'Disapproved', Title: 'Cheap' },
];
