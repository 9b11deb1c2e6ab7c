// Writes to TikTok: the status of an ad and the daily budget of an ad group. An ad's links and texts are changed only all together, so tags
// are not set and ads are not copied.
import type { z } from 'zod';
import type { AdAccount, AdSetAddress, AdWrites, Grant } from '../ad-platform.ts';
import { ProviderFailure } from '../http/failure.ts';
import { fromMinorUnits } from '../money.ts';
import type { App, TikTokApi } from './api.ts';
import * as shapes from './shapes.ts';
import { liveAdOf, liveAdSetOf } from './translate.ts';

const failure = (outcome: ProviderFailure['outcome'], message: string): ProviderFailure =>
  new ProviderFailure('tiktok', outcome, `tiktok: ${message}`);

export function createTikTokWrites(api: TikTokApi, app: App): AdWrites {
  const one = async <Row extends z.ZodType>(
    grant: Grant,
    { id: account }: AdAccount,
    { path, field, id }: { path: string; field: 'ad_ids' | 'adgroup_ids' | 'campaign_ids'; id: string },
    row: Row,
  ): Promise<z.infer<Row>> => {
    const query = { advertiser_id: account, filtering: JSON.stringify({ [field]: [id] }) };
    const [found] = await api.list(grant, { path, query, account, keyOf: () => id }, row);
    if (found === undefined) throw failure('not_found', 'there is no such object');
    return found;
  };
  const above = async (grant: Grant, account: AdAccount, { id, campaignId }: AdSetAddress) => ({
    adGroup: await one(grant, account, { path: 'adgroup/get/', field: 'adgroup_ids', id }, shapes.adGroup),
    campaign: await one(grant, account, { path: 'campaign/get/', field: 'campaign_ids', id: campaignId }, shapes.campaign),
  });
  return {
    // TikTok shows no person their own role before they write.
    hasWriteAccess: async (grant, { id }) => {
      const { list } = await api.data({ method: 'GET', path: 'oauth2/advertiser/get/', query: app }, shapes.advertisers, grant);
      return list.some(({ advertiser_id: advertiser }) => advertiser === id);
    },
    readAd: async (grant, account, { id, adSetId, campaignId }) => {
      const ad = await one(grant, account, { path: 'ad/get/', field: 'ad_ids', id }, shapes.ad);
      const { adGroup, campaign } = await above(grant, account, { id: adSetId, campaignId });
      return liveAdOf(ad, adGroup, campaign);
    },
    readAdSet: async (grant, account, adSet) => {
      const { adGroup, campaign } = await above(grant, account, adSet);
      return liveAdSetOf(adGroup, campaign, account.currency);
    },
    setAdStatus: async (grant, { id: account }, { id }, status) => {
      const operation_status = status === 'active' ? 'ENABLE' : 'DISABLE';
      const json = { advertiser_id: account, ad_ids: [id], operation_status };
      const request = { path: 'ad/status/update/', json, account };
      const { ad_ids: changed, request_id: requestId } = await api.write(grant, request, shapes.changedAds);
      if (changed && !changed.includes(id)) throw failure('refused', 'the ad was left out of the change');
      return { requestId };
    },
    setDailyBudget: async (grant, { id: account, currency }, { id }, minorUnits) => {
      const budget = [{ adgroup_id: id, budget: Number(fromMinorUnits(minorUnits, currency)) }];
      const json = { advertiser_id: account, budget };
      const { request_id: requestId } = await api.write(grant, { path: 'adgroup/budget/update/', json, account }, shapes.changed);
      return { requestId };
    },
  };
}
