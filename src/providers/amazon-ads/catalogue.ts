// The campaigns, ad groups and ads of a profile, by kind of ad: Products and Brands are lists that are POSTs, Display is counted from its start. Those of Brands
// and Display were checked against the vendor's own documents on 2026-11-30, never against a live account.
import type { AdAccount, CataloguePage, Grant } from '../ad-platform.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { AmazonApi } from './api.ts';
import * as shapes from './shapes.ts';
import { adOf, adSetOf, campaignOf, type Parents } from './translate.ts';

/** Pages of a kind of ad. */
interface Kind {
  name: string;
  campaigns: AsyncIterable<shapes.Campaign[]>;
  adGroups: AsyncIterable<shapes.AdGroup[]>;
  ads: AsyncIterable<shapes.Ad[]>;
}

function productsOf(api: AmazonApi, grant: Grant, account: AdAccount): Kind {
  const address = (path: string, name: string) => ({ path: `sp/${path}/list`, type: `application/vnd.${name}.v3+json` });
  return {
    name: 'SPONSORED_PRODUCTS',
    campaigns: api.list(grant, account, address('campaigns', 'spCampaign'), shapes.campaigns),
    adGroups: api.list(grant, account, address('adGroups', 'spAdGroup'), shapes.adGroups),
    ads: api.list(grant, account, address('productAds', 'spProductAd'), shapes.productAds),
  };
}

function brandsOf(api: AmazonApi, grant: Grant, account: AdAccount): Kind {
  const address = (path: string, name: string) =>
    ({ path: `sb/v4/${path}/list`, type: `application/vnd.${name}.v4+json`, rows: 'few' }) as const;
  return {
    name: 'SPONSORED_BRANDS',
    campaigns: api.list(grant, account, address('campaigns', 'sbcampaignresource'), shapes.brandCampaigns),
    adGroups: api.list(grant, account, address('adGroups', 'sbadgroupresource'), shapes.adGroups),
    ads: api.list(grant, account, address('ads', 'sbadresource'), shapes.brandAds),
  };
}

const displayOf = (api: AmazonApi, grant: Grant, account: AdAccount): Kind => ({
  name: 'SPONSORED_DISPLAY',
  campaigns: api.counted(grant, account, 'sd/campaigns', shapes.displayCampaigns),
  adGroups: api.counted(grant, account, 'sd/adGroups', shapes.displayAdGroups),
  ads: api.counted(grant, account, 'sd/productAds', shapes.displayAds),
});

export async function* readCatalogue(api: AmazonApi, grant: Grant, account: AdAccount): AsyncGenerator<CataloguePage> {
  yield* pagesOf(productsOf(api, grant, account));
  for (const kind of [brandsOf(api, grant, account), displayOf(api, grant, account)]) yield* unlessClosed(pagesOf(kind));
}

/** Brands and Display are not open to every profile. A list that is refused after its first page is an error. */
async function* unlessClosed(pages: AsyncGenerator<CataloguePage>): AsyncGenerator<CataloguePage> {
  let isOpen = false;
  try {
    for await (const page of pages) {
      isOpen = true;
      yield page;
    }
  } catch (error) {
    const isClosed = error instanceof ProviderFailure && ['forbidden', 'not_found'].includes(error.outcome);
    if (isOpen || !isClosed) throw error;
  }
}

async function* pagesOf(kind: Kind): AsyncGenerator<CataloguePage> {
  const parents: Parents = { campaigns: new Map(), adSets: new Map() };
  for await (const rows of kind.campaigns) {
    const campaigns = rows.map((row) => campaignOf(row, kind.name));
    for (const { id, status } of campaigns) parents.campaigns.set(id, status);
    yield { campaigns, adSets: [], ads: [] };
  }
  for await (const rows of kind.adGroups) {
    const adSets = rows.map(adSetOf);
    for (const { id, status } of adSets) parents.adSets.set(id, status);
    yield { campaigns: [], adSets, ads: [] };
  }
  for await (const rows of kind.ads) yield { campaigns: [], adSets: [], ads: rows.map((ad) => adOf(ad, parents)) };
}
