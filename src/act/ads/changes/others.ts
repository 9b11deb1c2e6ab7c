// Changes of ads that this service did not make, for those who judge an ad: of the ad, of its ad set and of its campaign.
import type { ReadBase } from '../../../base/base.ts';
import { accountForm, resolvePlatform } from '../../../collect/events/index.ts';
import { type AdChange, catalogueParents, storedChanges } from '../../connections/index.ts';
import { ownChanges } from './own.ts';

/** An ad by the platform and account as figures name them. */
export interface ChangedAd {
  platform: string;
  account_id: string;
  ad_id: string;
  adset_id?: string | null | undefined;
  campaign_id?: string | null | undefined;
}

const MOST = 500;

export function isOfAccount({ platform: id, account_id }: AdChange, ad: Pick<ChangedAd, 'platform' | 'account_id'>): boolean {
  const { platform } = resolvePlatform(id);
  return platform === ad.platform && accountForm(platform, account_id) === accountForm(ad.platform, ad.account_id);
}

type Place = readonly ['ad' | 'adset' | 'campaign', string];

/** What the catalogue knows of the ad wins over what the caller knows. */
export function placesOf(base: ReadBase, profileId: string, ad: Pick<ChangedAd, 'ad_id' | 'adset_id' | 'campaign_id'>): Place[] {
  const found = catalogueParents(base, profileId, { type: 'ad', id: ad.ad_id });
  const adSets = new Set([...found.map(({ adset_id }) => adset_id), ad.adset_id]);
  const campaigns = new Set([...found.map(({ campaign_id }) => campaign_id), ad.campaign_id]);
  return [
    ['ad', ad.ad_id] as const,
    ...[...adSets].flatMap((id) => (id ? [['adset', id] as const] : [])),
    ...[...campaigns].flatMap((id) => (id ? [['campaign', id] as const] : [])),
  ];
}

/** By somebody else in a time, the latest first. */
export function changesByOthers(
  base: ReadBase,
  profileId: string,
  ad: ChangedAd,
  time: { from: number; to: number },
): AdChange[] {
  const asked = { ...time, objects: placesOf(base, profileId, ad), limit: MOST };
  const found = storedChanges(base, profileId, asked).filter((change) => isOfAccount(change, ad));
  if (found.length === 0) return [];
  const isOwn = ownChanges(base, profileId, time);
  return found.filter((change) => !isOwn(change));
}
