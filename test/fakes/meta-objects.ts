// Single objects of the fake of Meta, as they are read and changed: ads, ad sets, creatives and copies.

import { logActivity, logBudget, logStatus, OUR_APP } from './changes/meta-activities.ts';
import type { FakeMetaAccount } from './meta.ts';
import type { FakeAnswer, FakeRequest, FakeWrite } from './provider-server.ts';

export type MetaRow = Record<string, unknown> & { id: string };

interface World {
  accounts: FakeMetaAccount[];
  writes: FakeWrite[];
  mayWrite: boolean;
  now: () => number;
}

interface Call {
  method: string;
  path: string;
  /** Of the address, or the form. */
  query: URLSearchParams;
}

type Found = { account: FakeMetaAccount; kind: 'ads' | 'adsets' | 'campaigns'; row: MetaRow };

const MIN_BUDGET = 100;

const ok = (body: unknown): FakeAnswer => ({ status: 200, body });
const refused = (code: number, message: string, more: Record<string, unknown> = {}): FakeAnswer => ({
  status: 400,
  body: { error: { code, message, fbtrace_id: 'trace', ...more } },
});
const MISSING = '(#200) Ad account owner has NOT grant ads_management or ads_read permission';

/** Reports are started by a POST too, and change nothing. */
export const isWriteToMeta = ({ method, url }: FakeRequest): boolean => method === 'POST' && !url.includes('/insights');

/** Undefined for what is no single object. */
export function answerOfObject(world: World, call: Call): FakeAnswer | undefined {
  const [, accountId, edge] = /^act_(\d+)(?:\/(\w+))?$/.exec(call.path) ?? [];
  const account = world.accounts.find((each) => each.account.account_id === accountId);
  if (account && edge === undefined) return ok({ id: account.account.id, user_tasks: account.account['user_tasks'] });
  if (account && edge === 'adcreatives') return answerOfCreatives(world, account, call);
  const [, id = '', below] = /^(\d+)(?:\/(ads|copies))?$/.exec(call.path) ?? [];
  const found = findObject(world.accounts, id);
  if (!found) return undefined;
  if (below === 'ads') return ok({ data: found.account.ads.filter((ad) => ad['adset_id'] === id) });
  if (call.method === 'GET') return ok(expanded(found));
  if (!world.mayWrite) return refused(200, MISSING);
  return below === 'copies' ? copy(world, found, call.query) : change(world, found, call.query);
}

function findObject(accounts: FakeMetaAccount[], id: string): Found | undefined {
  for (const account of accounts)
    for (const kind of ['ads', 'adsets', 'campaigns'] as const) {
      const row = account[kind].find((each) => each.id === id);
      if (row) return { account, kind, row };
    }
  return undefined;
}

const configuredOf = (row: MetaRow | undefined): string => String(row?.['configured_status'] ?? row?.['status'] ?? 'ACTIVE');

function parentsOf({ account, row }: Found) {
  const adset = account.adsets.find(({ id }) => id === row['adset_id']);
  return { adset, campaign: account.campaigns.find(({ id }) => id === row['campaign_id']) };
}

function expanded(found: Found): MetaRow {
  const { account, row, kind } = found;
  const { adset, campaign } = parentsOf(found);
  const above = { campaign: { daily_budget: '0', lifetime_budget: '0', ...campaign, configured_status: configuredOf(campaign) } };
  if (kind !== 'ads') return { ...row, ...above, configured_status: configuredOf(row) };
  return {
    ...withCreative(account, row),
    ...above,
    configured_status: configuredOf(row),
    effective_status: effectiveOf(found),
    adset: { configured_status: configuredOf(adset) },
  };
}

/** An ad with the fields of the creative that it shows now. */
export function withCreative<Ad extends MetaRow>({ creatives = [] }: Pick<FakeMetaAccount, 'creatives'>, row: Ad): Ad {
  const { id } = Object(row['creative']) as { id?: string };
  const creative = creatives.find((each) => each.id === id);
  return creative ? { ...row, creative } : row;
}

function effectiveOf(found: Found): string {
  const { adset, campaign } = parentsOf(found);
  const own = configuredOf(found.row);
  if (own !== 'ACTIVE') return own;
  if (configuredOf(campaign) !== 'ACTIVE') return 'CAMPAIGN_PAUSED';
  return configuredOf(adset) === 'ACTIVE' ? 'ACTIVE' : 'ADSET_PAUSED';
}

function change({ writes, now }: World, found: Found, form: URLSearchParams): FakeAnswer {
  const { account, row, kind } = found;
  const entry = { kind, row, at: now(), by: OUR_APP };
  const [status, budget, creative] = [form.get('status'), form.get('daily_budget'), form.get('creative')];
  if (configuredOf(row) === 'ARCHIVED') return refused(100, 'Invalid parameter', { error_subcode: 1487366 });
  if (status !== null) {
    logStatus(account, entry, [configuredOf(row), status]);
    Object.assign(row, { status, configured_status: status });
    row['effective_status'] = effectiveOf(found);
    writes.push({ kind: 'ad_status', id: row.id, value: status });
  }
  if (budget !== null) {
    if (Number(row['daily_budget'] ?? 0) === 0 || Number(budget) < MIN_BUDGET)
      return refused(100, 'Invalid parameter', { error_subcode: 1885272, error_user_msg: 'The budget is too low.' });
    logBudget(account, entry, [Number(row['daily_budget']), Number(budget)]);
    row['daily_budget'] = budget;
    writes.push({ kind: 'budget', id: row.id, value: budget });
  }
  if (creative !== null) {
    const { creative_id: id } = JSON.parse(creative) as { creative_id: string };
    if (!account.creatives?.some((each) => each.id === id)) return refused(100, 'Invalid creative', { error_subcode: 1487301 });
    row['creative'] = { id };
    logActivity(account, { ...entry, event: 'update_ad_creative', data: {} });
    writes.push({ kind: 'ad_creative', id: row.id, value: id });
  }
  return ok({ success: true });
}

function answerOfCreatives({ writes, mayWrite }: World, account: FakeMetaAccount, { method, query }: Call): FakeAnswer {
  account.creatives ??= [];
  if (method === 'GET') return ok({ data: account.creatives.map(({ id, name }) => ({ id, name })) });
  if (!mayWrite) return refused(200, MISSING);
  const post = query.get('object_story_id');
  const source = account.creatives.find((each) => each['effective_object_story_id'] === post);
  const story = query.get('object_story_spec');
  if (!source && story === null) return refused(100, 'Invalid post', { error_subcode: 1885194 });
  const name = query.get('name') ?? '';
  const id = newId(account);
  account.creatives.push({
    ...source,
    id,
    name,
    url_tags: query.get('url_tags'),
    ...(story === null ? {} : { object_story_spec: JSON.parse(story) as unknown }),
  });
  writes.push({ kind: 'creative', id, value: name });
  return ok({ id });
}

function copy({ writes }: World, { account, row }: Found, form: URLSearchParams): FakeAnswer {
  const { rename_suffix: suffix } = JSON.parse(form.get('rename_options') ?? '{}') as { rename_suffix?: string };
  const id = newId(account);
  const status = form.get('status_option') === 'INHERITED_FROM_SOURCE' ? configuredOf(row) : 'PAUSED';
  account.ads.push({
    ...structuredClone(row),
    id,
    name: `${String(row['name'])}${suffix ?? ' - Copy'}`,
    source_ad_id: row.id,
    status,
    configured_status: status,
    effective_status: status,
    adset_id: form.get('adset_id') ?? row['adset_id'],
  });
  writes.push({ kind: 'copy', id: row.id, value: id });
  return ok({ copied_ad_id: id });
}

/** One of them has another length after each new object. */
const newId = ({ ads, creatives = [] }: FakeMetaAccount): string =>
  `99${[ads.length, creatives.length].map((length) => String(length).padStart(5, '0')).join('')}000001`;
