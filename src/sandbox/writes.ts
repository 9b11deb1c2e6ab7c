// The sandbox's writes: status, budget and creative of an object, and copies. Each counts from the account's next day on.
import { z } from 'zod';
import { find } from './api.ts';
import { SandboxRefusal } from './errors.ts';
import { type AdvertiserPlatform, rememberDone, takeId } from './platform.ts';
import { type Advertiser, latest, type SandboxAdSet, type SandboxGrant, STATUSES, setFrom } from './state.ts';

const MIN_BUDGET = 100;
/** A change of the budget by more than this share starts learning again. */
const LEARNING_CHANGE = 0.2;

const patches = {
  campaigns: z.strictObject({ status: z.enum(STATUSES).optional(), daily_budget: z.int().min(MIN_BUDGET).optional() }),
  ad_sets: z.strictObject({ status: z.enum(STATUSES).optional(), daily_budget: z.int().min(MIN_BUDGET).optional() }),
  ads: z.strictObject({ status: z.enum(STATUSES).optional(), creative_id: z.string().optional() }),
};
const copies = z.strictObject({ name: z.string().min(1).max(200).optional(), url_tags: z.string().max(2_000).optional() });
export type Kind = keyof typeof patches;

export const isKind = (text: string): text is Kind => Object.hasOwn(patches, text);

export class SandboxWrites {
  readonly #platform: AdvertiserPlatform;

  constructor(platform: AdvertiserPlatform) {
    this.#platform = platform;
  }

  /** The account of an object, where the grant may write there. */
  #from(grant: SandboxGrant, accountId: string): string {
    if (!grant.accountIds.includes(accountId)) throw new SandboxRefusal('not_found', 'There is no such object.');
    if (!grant.scopes.includes('ads:write')) throw new SandboxRefusal('permission_missing', 'The grant may not change ads.');
    return this.#platform.tomorrow(find(this.#platform.state.accounts, accountId).timezone);
  }

  patch(grant: SandboxGrant, kind: Kind, id: string, sent: unknown): void {
    const from = this.#from(grant, accountOf(this.#platform.state, kind, id));
    const parsed = patches[kind].safeParse(sent);
    if (!parsed.success) throw new SandboxRefusal('bad_value', z.prettifyError(parsed.error));
    this.#platform.change((state) => {
      if (kind === 'ads') patchAd(state, id, from, patches.ads.parse(sent));
      else patchHolder(state, kind, id, from, patches.ad_sets.parse(sent));
    });
  }

  /** A paused copy; of an ad set with its ads. The same key answers with the same copy. */
  copy(
    grant: SandboxGrant,
    { kind, id, sent, key }: { kind: string; id: string; sent: unknown; key: string | undefined },
  ): unknown {
    const existing = key === undefined ? undefined : this.#platform.done[key];
    if (existing !== undefined) return JSON.parse(existing);
    const parsed = copies.safeParse(sent);
    if (!parsed.success) throw new SandboxRefusal('bad_value', z.prettifyError(parsed.error));
    const from = this.#from(grant, accountOf(this.#platform.state, kind, id));
    return this.#platform.change((state, whole) => {
      const result = copyOf(state, { kind, id, from, ...parsed.data });
      if (key !== undefined) rememberDone(whole, key, JSON.stringify(result));
      return result;
    });
  }
}

export function accountOf(state: Readonly<Advertiser>, kind: string, id: string): string {
  if (kind === 'creatives') return find(state.creatives, id).accountId;
  const adSetId = kind === 'ads' ? find(state.ads, id).adSetId : id;
  const campaignId = kind === 'campaigns' ? id : find(state.adSets, adSetId).campaignId;
  return find(state.campaigns, campaignId).accountId;
}

function requireAlive(status: string | undefined): void {
  if (status === 'ARCHIVED') throw new SandboxRefusal('state_forbids', 'An archived object cannot be changed.');
}

function patchAd(state: Advertiser, id: string, from: string, { status, creative_id }: z.infer<typeof patches.ads>): void {
  const ad = find(state.ads, id);
  requireAlive(latest(ad.statuses));
  if (status !== undefined) setFrom(ad.statuses, from, status);
  if (creative_id === undefined) return;
  const { accountId } = find(state.creatives, creative_id);
  if (accountId !== accountOf(state, 'ads', id)) throw new SandboxRefusal('bad_value', 'The creative is of another account.');
  setFrom(ad.creatives, from, creative_id);
  find(state.adSets, ad.adSetId).edits.push(from);
}

function patchHolder(
  state: Advertiser,
  kind: 'campaigns' | 'ad_sets',
  id: string,
  from: string,
  { status, daily_budget: budget }: z.infer<typeof patches.ad_sets>,
): void {
  const holder = kind === 'campaigns' ? find(state.campaigns, id) : find(state.adSets, id);
  requireAlive(latest(holder.statuses));
  if (status !== undefined) setFrom(holder.statuses, from, status);
  if (budget === undefined) return;
  const before = latest(holder.budgets);
  if (before === undefined)
    throw new SandboxRefusal('state_forbids', `The budget is at the ${kind === 'campaigns' ? 'ad sets' : 'campaign'}.`);
  setFrom(holder.budgets, from, budget);
  if (Math.abs(budget / before - 1) <= LEARNING_CHANGE) return;
  const learns = kind === 'ad_sets' ? [find(state.adSets, id)] : state.adSets.filter(({ campaignId }) => campaignId === id);
  for (const { edits } of learns) edits.push(from);
}

interface Copy {
  kind: string;
  id: string;
  from: string;
  name?: string | undefined;
  url_tags?: string | undefined;
}

function copyOf(state: Advertiser, { kind, id, from, name, url_tags }: Copy): unknown {
  if (kind === 'creatives') {
    const creative = find(state.creatives, id);
    const result = { ...creative, id: takeId(state), name: name ?? creative.name, urlTags: url_tags ?? creative.urlTags };
    state.creatives.push(result);
    return { id: result.id };
  }
  if (kind === 'ads') {
    const { adSetId } = find(state.ads, id);
    return { id: copyAd(state, { id, adSetId, from, status: 'PAUSED', name }) };
  }
  if (kind !== 'ad_sets') throw new SandboxRefusal('not_found', 'There is no such object.');
  const adSet = find(state.adSets, id);
  const results: SandboxAdSet = {
    ...structuredClone(adSet),
    id: takeId(state),
    name: name ?? `${adSet.name} copy`,
    createdOn: from,
    edits: [],
    statuses: [{ from, value: 'PAUSED' }],
    budgets: startsFrom(latest(adSet.budgets), from),
  };
  state.adSets.push(results);
  const sources = state.ads.filter((ad) => ad.adSetId === id && latest(ad.statuses) !== 'ARCHIVED');
  const ads = sources.map((ad) => ({
    source_id: ad.id,
    id: copyAd(state, { id: ad.id, adSetId: results.id, from, status: latest(ad.statuses) ?? 'PAUSED', name: undefined }),
  }));
  return { id: results.id, ads };
}

const startsFrom = (budget: number | undefined, from: string) => (budget === undefined ? [] : [{ from, value: budget }]);

interface AdCopy {
  id: string;
  adSetId: string;
  from: string;
  status: (typeof STATUSES)[number];
  name: string | undefined;
}

function copyAd(state: Advertiser, { id, adSetId, from, status, name }: AdCopy): string {
  const { tiredFrom: _tired, ...ad } = structuredClone(find(state.ads, id));
  const results = { ...ad, id: takeId(state), adSetId, name: name ?? ad.name, createdOn: from };
  state.ads.push({
    ...results,
    statuses: [{ from, value: status }],
    creatives: [{ from, value: latest(ad.creatives) ?? '' }],
  });
  return results.id;
}
