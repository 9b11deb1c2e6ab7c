// The sandbox ad platform, asked through the same client as any provider.
import type { Logger } from 'pino';
import { Temporal } from 'temporal-polyfill';
import type { z } from 'zod';
import type { Ad, AdAccount, AdPlatform, AdSpend, CataloguePage, DeliveryStatus, Grant } from '../ad-platform.ts';
import type { RequestBudget } from '../http/budget.ts';
import { ProviderClient, type ProviderRequest } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { fromMinorUnits } from '../money.ts';
import { createOAuthFlow } from '../oauth/client.ts';
import type { Secret } from '../secret.ts';
import { sandboxErrorCode, sandboxErrors } from './errors.ts';
import { accounts, adSets, ads, campaigns, spend } from './shapes.ts';

export interface SandboxAdsOptions {
  clientId: string;
  clientSecret: Secret;
  /** Where it runs. */
  url: string;
  budget?: RequestBudget;
  log?: Logger;
  timeoutMs?: number;
}

const PROVIDER = 'sandbox';
const READ = ['ads:read'];
const WRITE = ['ads:write'];
/** Days of one report. */
const DAYS_AT_ONCE = 92;
/** A list longer than this is a loop. */
const MAX_PAGES = 10_000;

export function createSandboxAds(options: SandboxAdsOptions): AdPlatform {
  const { url, clientId, clientSecret } = options;
  const api = new SandboxApi(options);
  const oauth = createOAuthFlow(
    {
      ...{ provider: PROVIDER, clientId, clientSecret, hasPkce: true },
      ...{ authorizationUrl: `${url}/oauth/authorize`, tokenUrl: `${url}/oauth/token`, revocationUrl: `${url}/oauth/revoke` },
    },
    [...READ, ...WRITE],
  );
  return {
    ...{ id: PROVIDER, scopes: { read: READ, write: WRITE }, oauth, versionEnds: undefined, pictureOrigin: new URL(url).origin },
    listAccounts: (grant) => listAccounts(api, grant),
    readCatalogue: (grant, account) => readCatalogue(api, grant, account),
    readSpend: (grant, account, range) => readSpend(api, grant, account, range),
  };
}

class SandboxApi {
  readonly #client: ProviderClient;

  constructor({ url, budget, log, timeoutMs }: SandboxAdsOptions) {
    this.#client = new ProviderClient({
      ...{ provider: PROVIDER, baseUrl: `${url}/v1`, errors: sandboxErrors, errorCodeOf: sandboxErrorCode },
      ...(budget ? { budget } : {}),
      ...(log ? { log } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }

  async ask<Shape extends z.ZodType>(
    grant: Grant,
    question: Pick<ProviderRequest, 'path' | 'query' | 'account'>,
    shape: Shape,
  ): Promise<z.infer<Shape>> {
    const token = await grant.accessToken();
    return this.#client.json({ method: 'GET', ...question, headers: { authorization: `Bearer ${token.reveal()}` } }, shape);
  }

  async *pages<Item>(
    grant: Grant,
    { id }: AdAccount,
    { list, query = {} }: { list: string; query?: Record<string, string> },
    shape: z.ZodType<{ items: Item[]; next_cursor: string | null }>,
  ): AsyncGenerator<Item[]> {
    const question = { path: `accounts/${encodeURIComponent(id)}/${list}`, account: id };
    let cursor = '0';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { items, next_cursor } = await this.ask(grant, { ...question, query: { ...query, cursor } }, shape);
      yield items;
      if (next_cursor === null) return;
      cursor = next_cursor;
    }
    throw new ProviderFailure(PROVIDER, 'unusable', `${PROVIDER}: a list does not end`);
  }
}

async function listAccounts(api: SandboxApi, grant: Grant): Promise<AdAccount[]> {
  const { items } = await api.ask(grant, { path: 'accounts' }, accounts);
  return items.map(({ status, can_write, ...account }) => ({
    ...account,
    ...{ status: status === 'ACTIVE' ? 'active' : 'disabled', hasWriteAccess: can_write },
  }));
}

async function* readCatalogue(api: SandboxApi, grant: Grant, account: AdAccount): AsyncGenerator<CataloguePage> {
  const budgetOf = (amount: number | null) => (amount === null ? {} : { dailyBudget: fromMinorUnits(amount, account.currency) });
  for await (const items of api.pages(grant, account, { list: 'campaigns' }, campaigns))
    yield {
      campaigns: items.map(({ id, name, objective, status, daily_budget }) => ({
        ...{ id, name, objective, status: STATUSES[status], ...budgetOf(daily_budget) },
      })),
      ...{ adSets: [], ads: [] },
    };
  for await (const items of api.pages(grant, account, { list: 'ad_sets' }, adSets))
    yield {
      ...{ campaigns: [], ads: [] },
      adSets: items.map(({ id, campaign_id, name, status, daily_budget, learning }) => ({
        ...{ id, campaignId: campaign_id, name, status: STATUSES[status], ...budgetOf(daily_budget) },
        learning: learning === 'LEARNING' ? 'learning' : 'done',
      })),
    };
  for await (const items of api.pages(grant, account, { list: 'ads' }, ads))
    yield { campaigns: [], adSets: [], ads: items.map(adOf) };
}

const adOf = ({ creative, ...ad }: z.infer<typeof ads>['items'][number]): Ad => ({
  ...{ id: ad.id, adSetId: ad.ad_set_id, campaignId: ad.campaign_id, name: ad.name },
  ...{
    configuredStatus: STATUSES[ad.status],
    effectiveStatus: STATUSES[ad.effective_status],
    platformStatus: ad.effective_status,
  },
  creative: {
    ...{ id: creative.id, name: creative.name, type: creative.kind, thumbnailUrl: creative.picture_url },
    ...{ landingPageUrl: creative.landing_page, urlTags: creative.url_tags },
  },
  createdAt: `${ad.created_on}T00:00:00Z`,
});

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
    for await (const items of api.pages(grant, account, { list: 'spend', query }, spend))
      if (items.length > 0) yield items.map((row) => spendOf(row, account.currency));
    day = until.add({ days: 1 });
  }
}

const spendOf = (row: z.infer<typeof spend>['items'][number], currency: string): AdSpend => ({
  ...{ day: row.day, campaignId: row.campaign_id, campaignName: row.campaign_name, adSetId: row.ad_set_id },
  ...{ adSetName: row.ad_set_name, adId: row.ad_id, adName: row.ad_name, spend: fromMinorUnits(row.spend, currency) },
  ...{ impressions: row.impressions, clicks: row.clicks, reach: row.reach },
});

const STATUSES = {
  ...{ ACTIVE: 'active', PAUSED: 'paused', ARCHIVED: 'archived', AD_SET_PAUSED: 'paused', CAMPAIGN_PAUSED: 'paused' },
} as const satisfies Record<string, DeliveryStatus>;
