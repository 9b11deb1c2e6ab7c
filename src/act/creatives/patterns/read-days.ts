// The days of ads from which patterns are read: twelve weeks that end with the window of the recommendations, whose sales have come.
import { Temporal } from 'temporal-polyfill';
import { profileDayStart } from '../../../account/profiles/index.ts';
import type { ReadBase } from '../../../base/base.ts';
import type { AnyStatement } from '../../../base/warehouse/port.ts';
import { prepared } from '../../../base/warehouse/statements.ts';
import { ask, type Version } from '../../../credit/pipeline/index.ts';
import { type Frame, readFrame } from '../../recommendations/index.ts';
import { addressKey } from '../analysis/tags.ts';
import type { AdDay } from './compare.ts';

const DAYS = 84;

export interface DaysRead {
  rows: AdDay[];
  meta?: {
    version: Version;
    window: { from: string; to: string };
    /** The statements that the days are from, for receipts. */
    plan: readonly AnyStatement[];
  } & Pick<Frame, 'goal' | 'model' | 'currency'>;
}

const startOf = (base: ReadBase, profileId: string, day: Temporal.PlainDate): string =>
  new Date(profileDayStart(base, profileId, day.toString())).toISOString().slice(0, -1);

export async function daysOf(base: ReadBase, profileId: string): Promise<DaysRead> {
  const frame = await readFrame(base, profileId);
  if (!frame) return { rows: [] };
  const { goal, model, currency, version, ripeDays } = frame;
  const to = Temporal.PlainDate.from(frame.window.to);
  const from = to.subtract({ days: DAYS - 1 });
  const window = { from: from.toString(), to: to.toString() };
  const asked = {
    goal,
    money_from: window.from,
    money_to: window.to,
    ripe_days: ripeDays,
    from_at: startOf(base, profileId, from),
    to_at: startOf(base, profileId, to.add({ days: 1 })),
  };
  const question = prepared('warehouse/act/creatives/ad_days', asked, ['in_range', 'in_force']);
  const rows = await ask(base, profileId, question);
  return {
    rows: rows.map(({ days, spend, sales, squares, clicks, impressions, ...row }) => ({
      // An ad of which no ad set is known is beside no other.
      ad: addressKey(row),
      adset: JSON.stringify([row.platform, row.account_id, row.adset_id ?? { of: row.ad_id }]),
      day: row.day,
      days,
      spend,
      sales,
      squares,
      clicks,
      impressions,
    })),
    meta: { version, window, goal, model, currency, plan: question },
  };
}
