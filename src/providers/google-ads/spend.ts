// Spend at Google: by ad, and what the ads of a campaign do not report by the campaign itself. A campaign of Performance Max has no ads at all,
// others report a part of their spend by them.
import type { AdAccount, AdSpend, Grant } from '../ad-platform.ts';
import { type DayRange, halvesOf } from '../day-ranges.ts';
import { ProviderFailure } from '../http/failure.ts';
import { fromMicros, roundedAmount, toMicros } from '../money.ts';
import { wholeSpend } from '../whole-report.ts';
import type { Search } from './client.ts';
import * as queries from './queries.ts';
import * as shapes from './shapes.ts';
import { spendOf } from './translate.ts';

const PROVIDER = 'google_ads';
/** What is left of rounding: a hundredth of the currency, or of a conversion. */
const LEAST_MICROS = 10_000n;

/**
 * Campaigns are read first: an ad that starts to spend between the two readings is then in the second, and nothing counts twice.
 * @throws ProviderFailure
 */
export async function* readPortion(search: Search, grant: Grant, account: AdAccount, range: DayRange): AsyncGenerator<AdSpend[]> {
  const rowsOf = (query: string): Promise<AdSpend[]> =>
    wholeSpend(PROVIDER, async () => (await search(grant, account, query, shapes.spendRow)).map(spendOf));
  try {
    const campaigns = await rowsOf(queries.campaignSpend(range));
    const ads = await rowsOf(queries.adSpend(range));
    yield [...ads, ...remaindersOf(campaigns, ads)];
    return;
  } catch (error) {
    const isTooLarge = error instanceof ProviderFailure && error.outcome === 'too_large';
    if (!isTooLarge || halvesOf(range).length === 0) throw error;
  }
  for (const half of halvesOf(range)) yield* readPortion(search, grant, account, half);
}

const keyOf = ({ day, campaignId }: AdSpend): string => `${day} ${campaignId}`;

/** What each campaign has on a day beyond its ads. */
function remaindersOf(campaigns: readonly AdSpend[], ads: readonly AdSpend[]): AdSpend[] {
  const byCampaign = new Map<string, AdSpend[]>();
  for (const ad of ads) byCampaign.set(keyOf(ad), [...(byCampaign.get(keyOf(ad)) ?? []), ad]);
  return campaigns.flatMap((campaign) => {
    const own = byCampaign.get(keyOf(campaign));
    return own === undefined ? [campaign] : (remainderOf(campaign, own) ?? []);
  });
}

/** Undefined where the ads report all of it. Ads may have more by now, as they are read later. */
function remainderOf(campaign: AdSpend, ads: readonly AdSpend[]): AdSpend | undefined {
  const left = (unitsOf: (row: AdSpend) => bigint): bigint => {
    const rest = unitsOf(campaign) - ads.reduce((sum, ad) => sum + unitsOf(ad), 0n);
    return rest > 0n ? rest : 0n;
  };
  const spend = left((row) => toMicros(row.spend));
  const impressions = left((row) => BigInt(row.impressions ?? 0));
  const clicks = left((row) => BigInt(row.clicks ?? 0));
  const conversions = left((row) => microsOf(row.platformConversions));
  const value = left((row) => microsOf(row.platformConversionValue));
  if (impressions + clicks === 0n && spend < LEAST_MICROS && conversions < LEAST_MICROS && value < LEAST_MICROS) return undefined;
  return {
    ...campaign,
    spend: fromMicros(spend),
    impressions: Number(impressions),
    clicks: Number(clicks),
    platformConversions: fromMicros(conversions),
    platformConversionValue: fromMicros(value),
  };
}

/** Google counts conversions as fractions, which come with any number of decimals. */
function microsOf(text = '0'): bigint {
  const micros = toMicros(roundedAmount(text.replace('-', '')));
  return text.startsWith('-') ? -micros : micros;
}
