// The catalogue of a TikTok advertiser. TikTok lists no more than some objects of one filter, so what has more is listed campaign by
// campaign, and a campaign that has more ad group by ad group.
import type { z } from 'zod';
import type { CataloguePage, Grant } from '../ad-platform.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { ListRequest, TikTokApi } from './api.ts';
import * as shapes from './shapes.ts';
import { adOf, adSetOf, campaignOf } from './translate.ts';

/** Objects of one filter, over all pages. */
export const MAX_LISTED = 10_000;
/** Ids that one filter may name. */
const PARENTS_AT_ONCE = 100;

interface Parents {
  field: 'campaign_ids' | 'adgroup_ids';
  ids: readonly string[];
  /** The level below, where it can be named. */
  below?: (id: string) => Parents;
}

export async function* readCatalogue(
  api: TikTokApi,
  grant: Grant,
  { account, maxListed }: { account: string; maxListed: number },
): AsyncGenerator<CataloguePage> {
  const nothing: CataloguePage = { campaigns: [], adSets: [], ads: [] };
  const common = { account, query: { advertiser_id: account } };
  const campaigns = await api.list(grant, { ...common, path: 'campaign/get/', keyOf: (row) => row.campaign_id }, shapes.campaign);
  yield { ...nothing, campaigns: campaigns.map(campaignOf) };

  const byCampaign: Parents = { field: 'campaign_ids', ids: campaigns.map(({ campaign_id: id }) => id) };
  const adGroupsOf = new Map<string, string[]>();
  const adGroups = {
    ...common,
    path: 'adgroup/get/',
    keyOf: (row: z.infer<typeof shapes.adGroup>) => row.adgroup_id,
    maxRows: maxListed,
  };
  for await (const rows of listAll(api, grant, { request: adGroups, row: shapes.adGroup, parents: byCampaign })) {
    for (const { campaign_id: campaign, adgroup_id: id } of rows)
      adGroupsOf.set(campaign, [...(adGroupsOf.get(campaign) ?? []), id]);
    yield { ...nothing, adSets: rows.map(adSetOf) };
  }

  const below = (campaign: string): Parents => ({ field: 'adgroup_ids', ids: adGroupsOf.get(campaign) ?? [] });
  const ads = { ...common, path: 'ad/get/', keyOf: (row: z.infer<typeof shapes.ad>) => row.ad_id, maxRows: maxListed };
  for await (const rows of listAll(api, grant, { request: ads, row: shapes.ad, parents: { ...byCampaign, below } }))
    yield { ...nothing, ads: rows.map(adOf) };
}

interface Listing<Row extends z.ZodType> {
  request: ListRequest<z.infer<Row>>;
  row: Row;
  parents: Parents;
}

/** The whole list at once, or in parts by its parents. */
async function* listAll<Row extends z.ZodType>(
  api: TikTokApi,
  grant: Grant,
  listing: Listing<Row>,
): AsyncGenerator<z.infer<Row>[]> {
  const { request, row, parents } = listing;
  const rows = await unlessTooLarge(api.list(grant, request, row));
  if (rows) yield rows;
  else yield* listBelow(api, grant, { request, row, parents });
}

async function* listBelow<Row extends z.ZodType>(
  api: TikTokApi,
  grant: Grant,
  { request, row, parents: { field, ids, below } }: Listing<Row>,
): AsyncGenerator<z.infer<Row>[]> {
  const groups = groupsOf(ids, PARENTS_AT_ONCE);
  for (let group = groups.shift(); group; group = groups.shift()) {
    const query = { ...request.query, filtering: JSON.stringify({ [field]: group }) };
    const rows = await unlessTooLarge(api.list(grant, { ...request, query }, row));
    const [first] = group;
    if (rows) yield rows;
    else if (group.length > 1) groups.unshift(...groupsOf(group, Math.ceil(group.length / 2)));
    else if (below && first !== undefined) yield* listBelow(api, grant, { request, row, parents: below(first) });
    else throw new ProviderFailure('tiktok', 'unusable', `tiktok: one object has more than ${request.maxRows} below it`);
  }
}

const groupsOf = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, i) => ids.slice(i * size, (i + 1) * size));

async function unlessTooLarge<T>(list: Promise<T>): Promise<T | undefined> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof ProviderFailure && error.outcome === 'too_large') return undefined;
    throw error;
  }
}
