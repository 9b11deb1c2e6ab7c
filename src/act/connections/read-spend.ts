// Days of spend of an ad account as facts. A day becomes one only when the whole reading it belongs to was complete: what a broken reading
// has brought changes nothing, and a day without rows in a complete one was measured as 0.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { localDay } from '../../base/kit/time/zone-shifts.ts';
import { accountForm, patiently } from '../../collect/events/index.ts';
import { acceptSpend, readSpendDay, type SentSpendRow } from '../../collect/spend/index.ts';
import type { AdAccount, AdPlatform, AdSpend } from '../../providers/ad-platform.ts';
import type { DayRange } from '../../providers/day-ranges.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import type { AccountReading } from './account-reading.ts';
import { accountsOf, connectionsOf } from './connection.ts';
import { renewingOnce } from './grants.ts';
import { daysOf, daysUntil, FIRST_SYNC_DAYS } from './sync-times.ts';

const LONGEST_NAME = 500;
/** Days that are written together. */
const DAYS_PER_WRITE = 5;

export interface ReadDays {
  rows: number;
  /** Days that were not known so. */
  changedDays: number;
}

export async function readSpendRange(base: Base, reading: AccountReading, range: DayRange): Promise<ReadDays> {
  const { profileId, platform, account } = reading;
  const { days, rows } = await renewingOnce(reading.grant, () => readDays(reading, range));
  let changedDays = 0;
  const all = [...days];
  for (let from = 0; from < all.length; from += DAYS_PER_WRITE) {
    const bodies = all.slice(from, from + DAYS_PER_WRITE).map(([day, sent]) => dayOf(base, platform, account, day, sent));
    const statuses = await patiently(() => acceptSpend(base, profileId, bodies));
    changedDays += statuses.filter((status) => status !== 'unchanged').length;
  }
  return { rows, changedDays };
}

async function readDays({ platform, grant, account }: AccountReading, range: DayRange) {
  const days = new Map<string, SentSpendRow[]>(daysOf(range).map((day) => [day, []]));
  let rows = 0;
  for await (const portion of platform.readSpend(grant, account, range))
    for (const row of portion) {
      days.get(row.day)?.push(sentRowOf(row));
      rows += 1;
    }
  return { days, rows };
}

function dayOf(base: Base, platform: AdPlatform, account: AdAccount, day: string, rows: SentSpendRow[]) {
  const sent = { platform: platform.id, account_id: account.id, currency: account.currency, day, rows };
  try {
    return readSpendDay(sent, base.clock.now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ProviderFailure(platform.id, 'unusable', `${platform.id}: spend of ${day}: ${error.message}`);
  }
}

const nameOf = (name: string | undefined): string | undefined =>
  name?.replaceAll('\u0000', '').slice(0, LONGEST_NAME).toWellFormed();

const sentRowOf = (row: AdSpend): SentSpendRow => ({
  campaign_id: row.campaignId,
  campaign_name: nameOf(row.campaignName),
  adset_id: row.adSetId,
  adset_name: nameOf(row.adSetName),
  ad_id: row.adId,
  ad_name: nameOf(row.adName),
  spend: row.spend,
  impressions: row.impressions,
  clicks: row.clicks,
  reach: row.reach,
  frequency: row.frequency,
  link_clicks: row.linkClicks,
  video_3s_views: row.video3sViews,
  thruplays: row.thruplays,
  platform_conversions: row.platformConversions,
  platform_conversion_value: row.platformConversionValue,
});

/** @returns Of a day of an account, the connection that reads it, in words; undefined where none does. */
export function spendReaderOf(
  base: ReadBase,
  profileId: string,
): (day: { platform: string; account_id: string; day: string }) => string | undefined {
  const firstDays = new Map<string, { from: string; title: string }>();
  for (const { connectionId, provider, removedAt, status } of connectionsOf(base, profileId)) {
    if (removedAt !== null || status === 'disabled' || status === 'pending') continue;
    for (const account of accountsOf(base, connectionId)) {
      if (account.is_selected !== 1) continue;
      const from = account.read_from_day ?? daysUntil(localDay(base.clock.now(), account.timezone), FIRST_SYNC_DAYS).from;
      const name = JSON.stringify([provider.id, accountForm(provider.id, account.account_id)]);
      firstDays.set(name, { from, title: `The connection to ${provider.name}` });
    }
  }
  return ({ platform, account_id, day }) => {
    const found = firstDays.get(JSON.stringify([platform, account_id]));
    return found && day >= found.from ? found.title : undefined;
  };
}
