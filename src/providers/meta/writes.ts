// Writes to Meta. A creative's links cannot be changed, so tags are set by a copy of the creative that replaces it in the ad; the copy
// is of the same post, whose likes and comments stay.
import type {
  AdAccount,
  AdAddress,
  AdSetAddress,
  AdWrites,
  CopyReceipt,
  Grant,
  LiveAd,
  LiveAdSet,
  UrlTagChange,
  UrlTagReceipt,
  WriteReceipt,
} from '../ad-platform.ts';
import { isMarked, markedName } from '../ad-writing.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { MetaApi } from './api.ts';
import * as shapes from './shapes.ts';
import { canWrite, liveAdOf, liveAdSetOf } from './translate.ts';

const MAX_CREATIVE_NAME = 100;
const ROWS = 200;
const AD_FIELDS =
  'id,name,status,configured_status,effective_status,adset_id,campaign_id,created_time,adset{configured_status},' +
  'campaign{configured_status,objective},creative{id,name,object_type,url_tags,link_url,video_id,image_hash,object_story_spec,asset_feed_spec,' +
  'effective_object_story_id,product_set_id,template_url_spec,call_to_action_type}';
const AD_SET_FIELDS =
  'id,campaign_id,name,effective_status,configured_status,daily_budget,lifetime_budget,learning_stage_info,' +
  'campaign{daily_budget,lifetime_budget}';

export const createMetaWrites = (api: MetaApi): AdWrites => new MetaWrites(api);

class MetaWrites implements Required<AdWrites> {
  readonly #api: MetaApi;

  constructor(api: MetaApi) {
    this.#api = api;
  }

  /** Both the grant and the person's role in the account must allow it. */
  async hasWriteAccess(grant: Grant, { id }: AdAccount): Promise<boolean> {
    const token = await grant.accessToken();
    const { data } = await this.#api.json({ method: 'GET', path: 'me/permissions' }, shapes.permissions, token);
    if (!data.some(({ permission, status }) => permission === 'ads_management' && status === 'granted')) return false;
    const request = {
      method: 'GET',
      path: `act_${encodeURIComponent(id)}`,
      query: { fields: 'user_tasks' },
      account: id,
    } as const;
    return canWrite((await this.#api.json(request, shapes.tasks, token)).user_tasks) ?? true;
  }

  async readAd(grant: Grant, account: AdAccount, { id }: AdAddress): Promise<LiveAd> {
    const request = { method: 'GET', path: encodeURIComponent(id), query: { fields: AD_FIELDS }, account: account.id } as const;
    return liveAdOf(await this.#api.json(request, shapes.liveAd, await grant.accessToken()));
  }

  async readAdSet(grant: Grant, account: AdAccount, { id }: AdSetAddress): Promise<LiveAdSet> {
    const request = {
      method: 'GET',
      path: encodeURIComponent(id),
      query: { fields: AD_SET_FIELDS },
      account: account.id,
    } as const;
    return liveAdSetOf(await this.#api.json(request, shapes.liveAdSet, await grant.accessToken()), account.currency);
  }

  setAdStatus(grant: Grant, account: AdAccount, { id }: AdAddress, status: 'active' | 'paused'): Promise<WriteReceipt> {
    return this.#change(grant, account, id, { status: status === 'active' ? 'ACTIVE' : 'PAUSED' });
  }

  setDailyBudget(grant: Grant, account: AdAccount, { id }: AdSetAddress, minorUnits: number): Promise<WriteReceipt> {
    return this.#change(grant, account, id, { daily_budget: String(minorUnits) });
  }

  async setUrlTags(grant: Grant, account: AdAccount, ad: AdAddress, change: UrlTagChange): Promise<UrlTagReceipt> {
    const creativeId =
      (await this.findTagged(grant, account, ad, change.marker)) ?? (await this.#copyCreative(grant, account, ad, change));
    return { ...(await this.restoreCreative(grant, account, ad, creativeId)), creativeId };
  }

  findTagged(grant: Grant, account: AdAccount, _ad: AdAddress, marker: string): Promise<string | undefined> {
    return this.#findMarked(grant, account, `act_${encodeURIComponent(account.id)}/adcreatives`, marker);
  }

  restoreCreative(grant: Grant, account: AdAccount, { id }: AdAddress, creativeId: string): Promise<WriteReceipt> {
    return this.#change(grant, account, id, { creative: JSON.stringify({ creative_id: creativeId }) });
  }

  async duplicateAd(grant: Grant, account: AdAccount, ad: AdAddress, { marker }: { marker: string }): Promise<CopyReceipt> {
    const existing = await this.findCopy(grant, account, ad, marker);
    if (existing !== undefined) return { adId: existing };
    const rename = { rename_strategy: 'ONLY_TOP_LEVEL_RENAME', rename_suffix: markedName('', marker, MAX_CREATIVE_NAME) };
    const form = { adset_id: ad.adSetId, status_option: 'PAUSED', rename_options: JSON.stringify(rename) };
    const request = { path: `${encodeURIComponent(ad.id)}/copies`, form, account: account.id };
    const { data, requestId } = await this.#api.write(grant, request, shapes.copied);
    return { adId: data.copied_ad_id, requestId };
  }

  findCopy(grant: Grant, account: AdAccount, { adSetId }: AdAddress, marker: string): Promise<string | undefined> {
    return this.#findMarked(grant, account, `${encodeURIComponent(adSetId)}/ads`, marker);
  }

  async #change(grant: Grant, { id: account }: AdAccount, id: string, form: Record<string, string>): Promise<WriteReceipt> {
    const { requestId } = await this.#api.write(grant, { path: encodeURIComponent(id), form, account }, shapes.success);
    return { requestId };
  }

  async #copyCreative(grant: Grant, account: AdAccount, { id }: AdAddress, { urlTags, marker }: UrlTagChange): Promise<string> {
    const query = { fields: 'creative{name,effective_object_story_id,object_story_spec}' };
    const request = { method: 'GET', path: encodeURIComponent(id), query, account: account.id } as const;
    const { creative } = await this.#api.json(request, shapes.creativeParts, await grant.accessToken());
    const { name = '', effective_object_story_id: post, object_story_spec: story } = creative;
    if (post === undefined && !story)
      throw new ProviderFailure('meta', 'conflict', 'meta: the creative has no post', { reason: 'The creative has no post.' });
    const form = {
      name: markedName(name, marker, MAX_CREATIVE_NAME),
      url_tags: urlTags,
      ...(post === undefined ? { object_story_spec: JSON.stringify(story) } : { object_story_id: post }),
    };
    const path = `act_${encodeURIComponent(account.id)}/adcreatives`;
    return (await this.#api.write(grant, { path, form, account: account.id }, shapes.created)).data.id;
  }

  async #findMarked(grant: Grant, { id: account }: AdAccount, path: string, marker: string): Promise<string | undefined> {
    const list = { path, query: { fields: 'id,name' }, rows: ROWS, account };
    for await (const page of this.#api.pages(grant, list, shapes.named)) {
      const found = page.find(({ name }) => isMarked(name, marker));
      if (found) return found.id;
    }
    return undefined;
  }
}
