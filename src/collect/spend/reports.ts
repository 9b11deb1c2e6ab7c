// Which days of spend a profile has reported, and which are still to come.
import type { ReadBase } from '../../base/base.ts';

export const hasSpend = (base: ReadBase, profileId: string): boolean =>
  base.state.statement('collect/spend/report_any').get({ profile_id: profileId }) !== undefined;

const DAY_MS = 86_400_000;
export interface AwaitedAccount {
  platform: string;
  account_id: string;
  /** The last day that it reported. */
  last_day: string;
}

/** Ad accounts that reported one of so many days before a day, and neither that day nor a later one. */
export function accountsAwaited(base: ReadBase, profileId: string, day: string, daysBefore: number): AwaitedAccount[] {
  const since = new Date(Date.parse(day) - daysBefore * DAY_MS).toISOString().slice(0, 10);
  return base.state.statement('collect/spend/report_awaited').all({ profile_id: profileId, day, since });
}
