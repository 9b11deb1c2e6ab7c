// Names and parents for rows of spend, from the catalogue of the account: for platforms whose reports name an ad by its id alone.
import type { AdSpend, CataloguePage } from '../ad-platform.ts';

export interface SpendNames {
  adIds: readonly string[];
  /** A row of an ad that the catalogue does not have stays as it is. */
  named(row: AdSpend): AdSpend;
}

export async function readSpendNames(catalogue: AsyncIterable<CataloguePage>): Promise<SpendNames> {
  const campaigns = new Map<string, string>();
  const adSets = new Map<string, string>();
  const ads = new Map<string, { adSetId: string; campaignId: string; name: string }>();
  for await (const page of catalogue) {
    for (const { id, name } of page.campaigns) campaigns.set(id, name);
    for (const { id, name } of page.adSets) adSets.set(id, name);
    for (const { id, adSetId, campaignId, name } of page.ads) ads.set(id, { adSetId, campaignId, name });
  }
  return {
    adIds: [...ads.keys()],
    named: (row) => {
      const ad = ads.get(row.adId ?? '');
      if (!ad) return row;
      const { adSetId, campaignId, name: adName } = ad;
      return {
        ...row,
        campaignId,
        campaignName: campaigns.get(campaignId),
        adSetId,
        adSetName: adSets.get(adSetId),
        adName,
      };
    },
  };
}
