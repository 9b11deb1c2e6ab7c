// Meta's Marketing API: accounts, catalogue and spend.
import type { Logger } from 'pino';
import type { Config } from '../../base/config/config.ts';
import type { Clock } from '../../base/kit/clock.ts';
import type { CataloguePage, LoggedChange, OAuthPlatform } from '../ad-platform.ts';
import { lastDayOf } from '../api-versions.ts';
import { RequestBudget } from '../http/budget.ts';
import { Secret } from '../secret.ts';
import { changeOfActivity } from './activities.ts';
import { MetaApi } from './api.ts';
import { readInsights } from './insights.ts';
import { createMetaOAuth } from './oauth.ts';
import { account, activity, ad, adSet, campaign } from './shapes.ts';
import { readStudies } from './studies.ts';
import { accountOf, adOf, adSetOf, campaignOf } from './translate.ts';
import { createMetaWrites } from './writes.ts';

const API = 'https://graph.facebook.com';
const SCOPES = { read: ['ads_read', 'business_management'], write: ['ads_management'] };
/** Meta's headers of usage slow it down before this does. */
const REQUESTS_PER_MINUTE = 300;
const TIMEOUT_MS = 60_000;
const POLL_MS = 2_000;
const ACCOUNT_ROWS = 100;
const ROWS = 200;
const THUMBNAIL = { thumbnail_width: '400', thumbnail_height: '400' };

const ACCOUNT_FIELDS = 'account_id,name,currency,timezone_name,account_status,disable_reason,user_tasks';
const CAMPAIGN_FIELDS = 'id,name,effective_status,objective,daily_budget,lifetime_budget';
const AD_SET_FIELDS = 'id,campaign_id,name,effective_status,daily_budget,lifetime_budget,learning_stage_info';
const AD_FIELDS =
  'id,name,status,configured_status,effective_status,adset_id,campaign_id,created_time,adset{destination_type,promoted_object},' +
  'creative{id,name,title,body,object_type,url_tags,thumbnail_url,link_url,video_id,image_hash,object_story_spec,asset_feed_spec,' +
  'call_to_action_type,page_welcome_message}';
const ACTIVITY_FIELDS =
  'event_time,event_type,translated_event_type,object_id,object_name,object_type,actor_id,actor_name,application_id,application_name,' +
  'tool,extra_data';
/** Meta's log reaches back about 90 days. */
const LOG_DAYS = 80;
/** Without a filter Meta leaves archived objects out; deleted ones it lists to no one. */
const COMMON = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'];
const STATUSES = {
  campaigns: COMMON,
  adsets: [...COMMON, 'CAMPAIGN_PAUSED'],
  ads: [...COMMON, 'CAMPAIGN_PAUSED', 'ADSET_PAUSED', 'PENDING_REVIEW', 'DISAPPROVED', 'PREAPPROVED', 'PENDING_BILLING_INFO'],
};

const DAY_MS = 86_400_000;
const seconds = (ms: number): string => String(Math.floor(ms / 1000));

export interface ClientOptions {
  clock: Clock;
  log?: Logger;
  timeoutMs?: number;
  pollMs?: number;
}

/** Undefined where this installation is not registered as an app. */
export function createMeta(settings: Config['providers']['meta'], options: ClientOptions): OAuthPlatform | undefined {
  const { clientId, clientSecret, url, apiVersion: version } = settings;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const { clock, log, timeoutMs = TIMEOUT_MS, pollMs = POLL_MS } = options;
  const budget = new RequestBudget({ clock, perMinute: REQUESTS_PER_MINUTE });
  const appSecret = new Secret(clientSecret);
  const api = new MetaApi(appSecret, { baseUrl: `${url ?? API}/${version}`, budget, timeoutMs, ...(log ? { log } : {}) });
  const list = (accountId: string, edge: keyof typeof STATUSES, fields: string, more: Record<string, string> = {}) => ({
    path: `act_${encodeURIComponent(accountId)}/${edge}`,
    rows: ROWS,
    account: accountId,
    query: { fields, effective_status: JSON.stringify(STATUSES[edge]), ...more },
  });
  return {
    id: 'meta',
    scopes: SCOPES,
    versionEnds: lastDayOf('meta', version),
    oauth: createMetaOAuth({ clientId, clientSecret: appSecret, url, version }, api, [...SCOPES.read, ...SCOPES.write]),
    listAccounts: async (grant) => {
      const accounts = [];
      const request = { path: 'me/adaccounts', query: { fields: ACCOUNT_FIELDS }, rows: ACCOUNT_ROWS };
      for await (const page of api.pages(grant, request, account)) accounts.push(...page.map(accountOf));
      return accounts;
    },
    readCatalogue: async function* (grant, { id, currency }): AsyncGenerator<CataloguePage> {
      const nothing: CataloguePage = { campaigns: [], adSets: [], ads: [] };
      for await (const page of api.pages(grant, list(id, 'campaigns', CAMPAIGN_FIELDS), campaign))
        yield { ...nothing, campaigns: page.map((each) => campaignOf(each, currency)) };
      for await (const page of api.pages(grant, list(id, 'adsets', AD_SET_FIELDS), adSet))
        yield { ...nothing, adSets: page.map((each) => adSetOf(each, currency)) };
      for await (const page of api.pages(grant, list(id, 'ads', AD_FIELDS, THUMBNAIL), ad))
        yield { ...nothing, ads: page.map(adOf) };
    },
    writes: createMetaWrites(api),
    changes: {
      days: LOG_DAYS,
      read: async function* (grant, { id, currency }, since): AsyncGenerator<LoggedChange[]> {
        // The clock of the platform may be ahead.
        const until = clock.now() + DAY_MS;
        const query = { fields: ACTIVITY_FIELDS, since: seconds(since), until: seconds(until) };
        const path = `act_${encodeURIComponent(id)}/activities`;
        for await (const page of api.pages(grant, { path, query, rows: ROWS, account: id }, activity))
          yield page.flatMap((each) => changeOfActivity(each, currency, clientId) ?? []);
      },
    },
    readStudies: (grant, account) => readStudies({ api, now: () => clock.now() }, grant, account),
    readSpend: (grant, account, range) => readInsights({ api, pollMs }, grant, account, range),
  };
}
