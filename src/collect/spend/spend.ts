// Spend of ads: days reported whole, and the rows in force read back.
import { z } from 'zod';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { isRealDay } from '../../base/contract/formats.ts';
import { factIntake, reading } from '../../base/contract/operation.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import type { Statement } from '../../base/warehouse/port.ts';
import { statement, typed, type WarehouseRow } from '../../base/warehouse/statements.ts';
import { resolvePlatform } from '../events/index.ts';
import { acceptSpend, type SpendDayStatus } from './accept-spend.ts';
import { readSpendDay, sumOf } from './spend-day.ts';

const MAX_ROWS = 1_000;

export const createSpend = factIntake('createSpend', async (call, base) => {
  const { platform, account_id, currency, days: sent } = call.body;
  if (sent.reduce((rows, day) => rows + Math.max(1, day.rows.length), 0) > MAX_ROWS)
    throw new ApiError('validation_error', `days: contain more than ${MAX_ROWS} rows.`);
  const now = base.clock.now();
  const days = sent.map(({ day, rows }, index) =>
    readSpendDay({ platform, account_id, currency, day, rows }, now, `days[${index}].`),
  );
  const twice = days.findIndex(({ day }, index) => days.findIndex((other) => other.day === day) !== index);
  if (twice >= 0) throw new ApiError('validation_error', `days[${twice}].day: occurs twice in the list.`);
  const statuses = await acceptSpend(base, call.profile.profileId, days);
  const [first] = days as [(typeof days)[number]];
  const answered = days.map(({ day, rows }, index) => ({
    day,
    status: statuses[index] as SpendDayStatus,
    rows: rows.length,
    spend: sumOf(rows.map((row) => row.spend)),
  }));
  return { data: { platform: first.platform, account_id: first.account_id, currency: first.currency, days: answered } };
});

export const listSpend = reading('listSpend', async (call, base) => {
  const { date_from, date_to, limit, cursor } = call.params;
  const range = { date_from, date_to, platform: platformNamed(call.params.platform) };
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const page = { after_day: after?.day ?? null, after_position: after?.position ?? null, row_limit: limit + 1 };
  const { profileId } = call.profile;
  const [rows, totals, covered] = await Promise.all([
    read(base, profileId, statement('warehouse/collect/spend/spend_list', { ...range, ...page })),
    read(base, profileId, statement('warehouse/collect/spend/spend_sum', range)),
    read(base, profileId, statement('warehouse/collect/spend/spend_days_count', range)),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map(entryOf),
    meta: {
      totals: totals.map((row) => ({
        platform: row.platform,
        currency: row.currency,
        spend: sumOf([row.spend]),
        impressions: numberOrNull(row.impressions),
        clicks: numberOrNull(row.clicks),
        link_clicks: numberOrNull(row.link_clicks),
        platform_conversions: decimalOrNull(row.platform_conversions),
        platform_conversion_value: decimalOrNull(row.platform_conversion_value),
      })),
      covered_days: covered.map((row) => ({
        platform: row.platform,
        account_id: row.account_id,
        days: Number(row.days),
      })),
    },
    pagination: { has_next: last !== undefined, cursor: last ? cursorAfter(last) : null },
  };
});

/** A profile whose first facts are still on their way has no warehouse yet, and no spend in force. */
async function read<AnyRow>(base: ReadBase, profileId: string, request: Statement<AnyRow>): Promise<AnyRow[]> {
  if (!(await base.warehouse.exists(profileId))) {
    if (base.journal.lastSeq(profileId) === 0n) return [];
    throw new ApiError('service_unavailable', 'The warehouse of this profile is being built.', {}, 5);
  }
  return typed(await base.warehouse.query({ profileId }, request));
}

const platformNamed = (name: string | undefined): string | null => (name === undefined ? null : resolvePlatform(name).platform);

const decimalOrNull = (value: string | null): string | null => (value === null ? null : sumOf([value]));
const numberOrNull = (value: bigint | null): number | null => (value === null ? null : Number(value));

type SpendRow = WarehouseRow<'warehouse/collect/spend/spend_list'>;

function entryOf(row: SpendRow) {
  return {
    day: row.spend_day,
    platform: row.platform,
    account_id: row.account_id,
    currency: row.currency,
    campaign_id: row.campaign_id,
    campaign_name: row.campaign_name,
    adset_id: row.adset_id,
    adset_name: row.adset_name,
    ad_id: row.ad_id,
    ad_name: row.ad_name,
    spend: sumOf([row.spend]),
    impressions: numberOrNull(row.impressions),
    clicks: numberOrNull(row.clicks),
    reach: numberOrNull(row.reach),
    frequency: decimalOrNull(row.frequency),
    link_clicks: numberOrNull(row.link_clicks),
    video_3s_views: numberOrNull(row.video_3s_views),
    thruplays: numberOrNull(row.thruplays),
    platform_conversions: decimalOrNull(row.platform_conversions),
    platform_conversion_value: decimalOrNull(row.platform_conversion_value),
  };
}

const cursorAfter = (row: SpendRow): string => Buffer.from(JSON.stringify([row.spend_day, row.position])).toString('base64url');

const cursorShape = z.tuple([z.string(), z.string()]);

function readCursor(cursor: string): { day: string; position: string } {
  try {
    const [day, position] = readJson('cursor', cursorShape, Buffer.from(cursor, 'base64url').toString('utf8'));
    if (isRealDay(day)) return { day, position };
  } catch {
    // Not ours; answered below.
  }
  throw new ApiError('invalid_parameter', 'cursor: is not one that this list gave.');
}
