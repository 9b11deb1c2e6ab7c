// Conversions as reported by ad platforms, beside those counted here and enabled for the destination. The two differ by rule: a platform
// counts views, its own windows and people without a match here.
import type { ReadBase } from '../../base/base.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { definitionsOf } from '../../credit/definitions/index.ts';
import { catalogOf, type Destination } from './destination.ts';

const DAY_MS = 86_400_000;
const DAYS = 28;

export interface Reported {
  date_from: string;
  date_to: string;
  platform_conversions: number;
  counted_conversions: number;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** By destination, over the last whole days since it gets conversions. Absent where its platform reported none. */
export async function reportedConversions(
  base: ReadBase,
  profileId: string,
  destinations: readonly Destination[],
): Promise<Map<string, Reported>> {
  const found = new Map<string, Reported>();
  if (destinations.length === 0 || !(await base.warehouse.exists(profileId))) return found;
  const catalog = catalogOf(base, profileId);
  const numbers = new Map(definitionsOf(base, profileId).map((each) => [each.conversion_key, BigInt(each.definition_no)]));
  const yesterday = base.clock.now() - DAY_MS;
  for (const destination of destinations) {
    const enabled = catalog.filter(({ destinationId }) => destinationId === destination.destinationId);
    if (enabled.length === 0) continue;
    const began = Math.min(...enabled.map(({ enabledAt }) => enabledAt)) + DAY_MS;
    const range = { date_from: dayOf(Math.max(began, yesterday - (DAYS - 1) * DAY_MS)), date_to: dayOf(yesterday) };
    if (range.date_from > range.date_to) continue;
    const platform = await platformConversions(base, destination, range);
    if (platform === undefined) continue;
    // The platform got nothing of a goal that was enabled later before that.
    const goals = enabled.flatMap(({ conversionKey, enabledAt }) => {
      const number = numbers.get(conversionKey);
      return number === undefined ? [] : [{ number, since: new Date(enabledAt).toISOString().slice(0, -1) }];
    });
    const asked = { ...range, definition_nos: goals.map(({ number }) => number), sinces: goals.map(({ since }) => since) };
    const [counted] = await base.warehouse.query({ profileId }, statement('warehouse/act/sync/counted_conversions', asked));
    const counted_conversions = Number(counted?.conversions ?? 0);
    found.set(destination.destinationId, { ...range, platform_conversions: platform, counted_conversions });
  }
  return found;
}

async function platformConversions(
  base: ReadBase,
  { profileId, kind, settings: { accountId } }: Destination,
  range: { date_from: string; date_to: string },
): Promise<number | undefined> {
  const rows = await base.warehouse.query({ profileId }, statement('warehouse/act/sync/reported_conversions', range));
  const own = rows.filter(
    ({ platform, account_id }) => platform === kind && (accountId === undefined || account_id === accountId),
  );
  return own.length === 0 ? undefined : own.reduce((sum, { conversions }) => sum + Number(conversions), 0);
}
