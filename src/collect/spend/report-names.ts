// Under which platform and account the state knows a reported day. A later version may know a platform's name that an earlier one kept as it was sent: its
// days are then renamed here, as landing renames its facts (sql/models/landing/spend_facts_insert.sql), so that a report under either name replaces them.
import { keeperOf, type ReadBase } from '../../base/base.ts';
import { accountForm, resolvePlatform, type SpendBody } from '../events/index.ts';

type Day = Pick<SpendBody, 'platform' | 'account_id' | 'day'>;

/** The names in figures of a day's platform and account, also of a day that was stored under other names. */
export function placeOf({ platform: sent, account_id }: Pick<Day, 'platform' | 'account_id'>): Omit<Day, 'day'> {
  const { platform } = resolvePlatform(sent);
  return { platform, account_id: accountForm(platform, account_id) };
}

/** Renames what was reported under names that this version resolves; once in a process, as only another version knows other names. */
function renameReports(base: ReadBase, profileId: string): void {
  const renamed = base.memo('collect/spend renamed reports', (): Set<string> => new Set());
  if (renamed.has(profileId)) return;
  const { state } = keeperOf(base);
  const older = state
    .statement('collect/spend/report_places')
    .all({ profile_id: profileId })
    .flatMap((was) => {
      const now = placeOf(was);
      return now.platform === was.platform && now.account_id === was.account_id ? [] : [{ was, now }];
    });
  if (older.length > 0)
    state.tx(() => {
      for (const { was, now } of older) {
        const from = { profile_id: profileId, ...was };
        state.statement('collect/spend/report_rename').run({ ...from, to_platform: now.platform, to_account_id: now.account_id });
        state.statement('collect/spend/report_forget').run(from);
      }
    });
  renamed.add(profileId);
}

/** The key of a reported day in the state. */
export function reportAt(base: ReadBase, profileId: string, day: Day) {
  renameReports(base, profileId);
  return { profile_id: profileId, ...placeOf(day), spend_day: day.day };
}
