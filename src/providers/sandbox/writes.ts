// Writes to the sandbox, which has every one that real platforms have.
import type { AdAccount, AdWrites, Grant, LiveAdSet } from '../ad-platform.ts';
import { isMarked, markedName } from '../ad-writing.ts';
import { fromMinorUnits } from '../money.ts';
import type { SandboxApi } from './api.ts';
import * as shapes from './shapes.ts';
import { adOf, learningOf, STATUSES } from './translate.ts';

const MAX_NAME = 200;

export const createWrites = (api: SandboxApi): AdWrites => new SandboxWrites(api);

class SandboxWrites implements Required<AdWrites> {
  readonly #api: SandboxApi;

  constructor(api: SandboxApi) {
    this.#api = api;
  }

  async hasWriteAccess(grant: Grant, { id }: AdAccount): Promise<boolean> {
    const { items } = await this.#api.ask(grant, { path: 'accounts' }, shapes.accounts);
    return items.some((account) => account.id === id && account.can_write);
  }

  async readAd(grant: Grant, account: AdAccount, { id }: { id: string }) {
    const ad = await this.#ad(grant, account, id);
    return { ...adOf(ad), parents: { adSet: STATUSES[ad.ad_set_status], campaign: STATUSES[ad.campaign_status] } };
  }

  async readAdSet(grant: Grant, account: AdAccount, { id }: { id: string }): Promise<LiveAdSet> {
    const question = { path: `ad_sets/${encodeURIComponent(id)}`, account: account.id };
    const adSet = await this.#api.ask(grant, question, shapes.adSet);
    const minorUnits = adSet.daily_budget ?? adSet.campaign_daily_budget;
    return {
      id: adSet.id,
      campaignId: adSet.campaign_id,
      name: adSet.name,
      status: STATUSES[adSet.status],
      budget:
        minorUnits === null
          ? undefined
          : {
              level: adSet.daily_budget === null ? 'campaign' : 'ad_set',
              period: 'daily',
              minorUnits,
              amount: fromMinorUnits(minorUnits, account.currency),
            },
      learning: learningOf(adSet.learning),
    };
  }

  setAdStatus(grant: Grant, account: AdAccount, { id }: { id: string }, status: 'active' | 'paused') {
    return this.#patchAd(grant, account, id, { status: status === 'active' ? 'ACTIVE' : 'PAUSED' });
  }

  async setDailyBudget(grant: Grant, account: AdAccount, { id }: { id: string }, minorUnits: number) {
    const request = { method: 'PATCH', path: `ad_sets/${encodeURIComponent(id)}`, account: account.id } as const;
    await this.#api.write(grant, { ...request, json: { daily_budget: minorUnits } }, shapes.adSet);
    return {};
  }

  async setUrlTags(
    grant: Grant,
    account: AdAccount,
    ad: { id: string },
    { urlTags, marker }: { urlTags: string; marker: string },
  ) {
    const { creative } = await this.#ad(grant, account, ad.id);
    const copy = { name: markedName(creative.name, marker, MAX_NAME), url_tags: urlTags };
    const creativeId =
      (await this.findTagged(grant, account, ad, marker)) ?? (await this.#copy(grant, account, `creatives/${creative.id}`, copy));
    await this.restoreCreative(grant, account, ad, creativeId);
    return { creativeId };
  }

  findTagged(grant: Grant, account: AdAccount, _ad: { id: string }, marker: string) {
    return this.#findMarked(grant, account, 'creatives', marker);
  }

  restoreCreative(grant: Grant, account: AdAccount, { id }: { id: string }, creativeId: string) {
    return this.#patchAd(grant, account, id, { creative_id: creativeId });
  }

  async duplicateAd(grant: Grant, account: AdAccount, ad: { id: string }, { marker }: { marker: string }) {
    const existing = await this.findCopy(grant, account, ad, marker);
    if (existing !== undefined) return { adId: existing };
    const { id, name } = await this.#ad(grant, account, ad.id);
    return { adId: await this.#copy(grant, account, `ads/${id}`, { name: markedName(name, marker, MAX_NAME) }) };
  }

  findCopy(grant: Grant, account: AdAccount, _ad: { id: string }, marker: string) {
    return this.#findMarked(grant, account, 'ads', marker);
  }

  #ad(grant: Grant, { id: account }: AdAccount, id: string) {
    return this.#api.ask(grant, { path: `ads/${encodeURIComponent(id)}`, account }, shapes.ad);
  }

  async #patchAd(grant: Grant, { id: account }: AdAccount, id: string, json: Record<string, string>) {
    await this.#api.write(grant, { method: 'PATCH', path: `ads/${encodeURIComponent(id)}`, account, json }, shapes.ad);
    return {};
  }

  async #copy(grant: Grant, { id: account }: AdAccount, path: string, json: Record<string, string>): Promise<string> {
    const request = { method: 'POST', path: `${path}/copies`, account, json } as const;
    return (await this.#api.write(grant, request, shapes.copy)).id;
  }

  async #findMarked(grant: Grant, account: AdAccount, list: 'ads' | 'creatives', marker: string): Promise<string | undefined> {
    for await (const items of this.#api.pages(grant, account, { list }, shapes.names)) {
      const found = items.find(({ name }) => isMarked(name, marker));
      if (found) return found.id;
    }
    return undefined;
  }
}
