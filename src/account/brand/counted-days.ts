// The local days over which views and clicks are summed.
import type { ReadBase } from '../../base/base.ts';
import { profileDay } from '../profiles/index.ts';

const COUNTED_DAYS = 30;
const DAY_MS = 86_400_000;

/** The last 30 local days with today. */
export function recentDays(base: ReadBase, profileId: string): { from: string; to: string } {
  const to = profileDay(base, profileId);
  return { from: new Date(Date.parse(to) - (COUNTED_DAYS - 1) * DAY_MS).toISOString().slice(0, 10), to };
}
