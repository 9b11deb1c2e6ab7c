// Writes to Microsoft Advertising: the status of an ad and its final URL suffix, in place. Budgets are at campaigns.
import type { AdAccount, AdAddress, AdSetAddress, AdWrites, Grant, LiveAd, LiveAdSet, WriteReceipt } from '../ad-platform.ts';
import { decimalBudget } from '../ad-writing.ts';
import { failure, type MicrosoftAdsApi } from './api.ts';
import { AD_TYPES, adGroups, ads, CAMPAIGN_TYPES, campaigns, user } from './shapes.ts';
import { adOf, adSetOf, campaignOf } from './translate.ts';

/** The role of a person with read access alone. */
const VIEWER_ROLE = 100;

export const createMicrosoftWrites = (api: MicrosoftAdsApi): AdWrites => new MicrosoftWrites(api);

class MicrosoftWrites implements AdWrites {
  readonly #api: MicrosoftAdsApi;

  constructor(api: MicrosoftAdsApi) {
    this.#api = api;
  }

  async hasWriteAccess(grant: Grant, { id }: AdAccount): Promise<boolean> {
    const question = { service: 'customers', path: 'User/Query', json: { UserId: null } } as const;
    const { CustomerRoles: roles } = await this.#api.ask(grant, question, user);
    // A role without accounts is one for all accounts of the customer.
    const ofAccount = roles.filter(({ AccountIds: accounts }) => accounts.length === 0 || accounts.includes(id));
    return ofAccount.length === 0 || ofAccount.some(({ RoleId }) => RoleId !== VIEWER_ROLE);
  }

  async readAd(grant: Grant, account: AdAccount, address: AdAddress): Promise<LiveAd> {
    const ad = await this.#ad(grant, account, address);
    const { adSet, campaign } = await this.#above(grant, account, { id: address.adSetId, campaignId: address.campaignId });
    const { status, objective } = campaign;
    return { ...adOf(ad, adSet, campaign), parents: { adSet: adSet.status, campaign: status }, objective };
  }

  async readAdSet(grant: Grant, account: AdAccount, address: AdSetAddress): Promise<LiveAdSet> {
    const { adSet, campaign } = await this.#above(grant, account, address);
    const { dailyBudget: amount } = campaign;
    const { id, campaignId, name, status } = adSet;
    const budget =
      amount === undefined ? undefined : decimalBudget({ level: 'campaign', period: 'daily', amount }, account.currency);
    return { id, campaignId, name, status, budget };
  }

  setAdStatus(grant: Grant, account: AdAccount, ad: AdAddress, status: 'active' | 'paused'): Promise<WriteReceipt> {
    return this.#change(grant, account, ad, { Status: status === 'active' ? 'Active' : 'Paused' });
  }

  setUrlTags(grant: Grant, account: AdAccount, ad: AdAddress, { urlTags }: { urlTags: string }): Promise<WriteReceipt> {
    return this.#change(grant, account, ad, { FinalUrlSuffix: urlTags });
  }

  /** A change names the type of the ad. */
  async #change(grant: Grant, account: AdAccount, address: AdAddress, change: Record<string, string>): Promise<WriteReceipt> {
    const { Id, Type } = await this.#ad(grant, account, address);
    return this.#api.change(grant, account, {
      path: 'Ads',
      json: { AdGroupId: address.adSetId, Ads: [{ Id, Type, ...change }] },
    });
  }

  async #ad(grant: Grant, account: AdAccount, { id, adSetId }: AdAddress) {
    const json = { AdGroupId: adSetId, AdIds: [id], AdTypes: AD_TYPES };
    const { Ads } = await this.#api.ask(grant, { service: 'campaigns', path: 'Ads/QueryByIds', json, account }, ads);
    return Ads[0] ?? absent('ad');
  }

  async #above(grant: Grant, account: AdAccount, { id, campaignId }: AdSetAddress) {
    const ask = { service: 'campaigns', account } as const;
    const ofCampaign = { AccountId: account.id, CampaignIds: [campaignId], CampaignType: CAMPAIGN_TYPES };
    const { Campaigns } = await this.#api.ask(grant, { ...ask, path: 'Campaigns/QueryByIds', json: ofCampaign }, campaigns);
    const campaign = campaignOf(Campaigns[0] ?? absent('campaign'));
    const ofGroup = { CampaignId: campaignId, AdGroupIds: [id] };
    const { AdGroups } = await this.#api.ask(grant, { ...ask, path: 'AdGroups/QueryByIds', json: ofGroup }, adGroups);
    return { adSet: adSetOf(AdGroups[0] ?? absent('ad group'), campaign), campaign };
  }
}

function absent(what: string): never {
  throw failure('not_found', `there is no such ${what}`);
}
