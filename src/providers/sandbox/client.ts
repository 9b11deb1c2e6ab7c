// The sandbox ad platform, asked through the same client as any provider.
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { AdAccount, AdSpend, CataloguePage, Grant, OAuthPlatform, Study } from '../ad-platform.ts';
import { fromMinorUnits } from '../money.ts';
import { createOAuthFlow } from '../oauth/client.ts';
import { readWholeReport, spendKey } from '../whole-report.ts';
import { PROVIDER, type SandboxAdsOptions, SandboxApi } from './api.ts';
import { accounts, adSets, ads, campaigns, spend, studies } from './shapes.ts';
import { adOf, learningOf, STATUSES, studyOf } from './translate.ts';
import { createWrites } from './writes.ts';

const READ = ['ads:read'];
const WRITE = ['ads:write'];
/** Days of one report. */
const DAYS_AT_ONCE = 92;

export function createSandboxAds(options: SandboxAdsOptions): OAuthPlatform {
  const { url, clientId, clientSecret } = options;
  const api = new SandboxApi(options);
  const oauth = createOAuthFlow(
    {
      provider: PROVIDER,
      clientId,
      clientSecret,
      hasPkce: true,
      authorizationUrl: `${url}/oauth/authorize`,
      tokenUrl: `${url}/oauth/token`,
      revocationUrl: `${url}/oauth/revoke`,
    },
    [...READ, ...WRITE],
  );
  return {
    id: PROVIDER,
    scopes: { read: READ, write: WRITE },
    oauth,
    versionEnds: undefined,
    pictureOrigin: new URL(url).origin,
    listAccounts: (grant) => listAccounts(api, grant),
    readCatalogue: (grant, account) => readCatalogue(api, grant, account),
    readSpend: (grant, account, range) => readSpend(api, grant, account, range),
    readStudies: (grant, account) => readStudies(api, grant, account),
    writes: createWrites(api),
  };
}

async function listAccounts(api: SandboxApi, grant: Grant): Promise<AdAccount[]> {
  const { items } = await api.ask(grant, { path: 'accounts' }, accounts);
  return items.map(({ status, can_write, ...account }) => ({
    ...account,
    status: status === 'ACTIVE' ? 'active' : 'disabled',
    hasWriteAccess: can_write,
  }));
}

async function* readCatalogue(api: SandboxApi, grant: Grant, account: AdAccount): AsyncGenerator<CataloguePage> {
  const budgetOf = (amount: number | null) => (amount === null ? {} : { dailyBudget: fromMinorUnits(amount, account.currency) });
  for await (const items of api.pages(grant, account, { list: 'campaigns' }, campaigns))
    yield {
      campaigns: items.map(({ id, name, objective, status, daily_budget }) => ({
        id,
        name,
        objective,
        status: STATUSES[status],
        ...budgetOf(daily_budget),
      })),
      adSets: [],
      ads: [],
    };
  for await (const items of api.pages(grant, account, { list: 'ad_sets' }, adSets))
    yield {
      campaigns: [],
      ads: [],
      adSets: items.map(({ id, campaign_id, name, status, daily_budget, learning }) => ({
        id,
        campaignId: campaign_id,
        name,
        status: STATUSES[status],
        ...budgetOf(daily_budget),
        learning: learningOf(learning),
      })),
    };
  for await (const items of api.pages(grant, account, { list: 'ads' }, ads))
    yield { campaigns: [], adSets: [], ads: items.map(adOf) };
}

async function* readSpend(
  api: SandboxApi,
  grant: Grant,
  account: AdAccount,
  { from, to }: { from: string; to: string },
): AsyncGenerator<AdSpend[]> {
  const last = Temporal.PlainDate.from(to);
  for (let day = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(day, last) <= 0; ) {
    const end = day.add({ days: DAYS_AT_ONCE - 1 });
    const until = Temporal.PlainDate.compare(end, last) > 0 ? last : end;
    const query = { from: day.toString(), to: until.toString() };
    yield await readWholeReport({
      provider: PROVIDER,
      keyOf: spendKey,
      pages: async function* () {
        for await (const items of api.pages(grant, account, { list: 'spend', query }, spend))
          yield { rows: items.map((row) => spendOf(row, account.currency)) };
      },
    });
    day = until.add({ days: 1 });
  }
}

const spendOf = (row: z.infer<typeof spend>['items'][number], currency: string): AdSpend => ({
  day: row.day,
  campaignId: row.campaign_id,
  campaignName: row.campaign_name,
  adSetId: row.ad_set_id,
  adSetName: row.ad_set_name,
  adId: row.ad_id,
  adName: row.ad_name,
  spend: fromMinorUnits(row.spend, currency),
  impressions: row.impressions,
  clicks: row.clicks,
  reach: row.reach,
  video3sViews: row.video_3s_views ?? undefined,
  thruplays: row.video_complete_views ?? undefined,
});

async function readStudies(api: SandboxApi, grant: Grant, account: AdAccount): Promise<Study[]> {
  const found: Study[] = [];
  for await (const items of api.pages(grant, account, { list: 'studies' }, studies)) found.push(...items.map(studyOf));
  return found;
}
