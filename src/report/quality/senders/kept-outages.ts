// Outages as the last measurement found them, in state: a report that covers one says so at once, and also when it is long past.
import { profileClocks } from '../../../account/profiles/index.ts';
import { keeperOf, type ReadBase } from '../../../base/base.ts';
import type { FiguresOutage } from '../../../base/contract/slice-hooks.ts';
import { startOfDay } from '../../../base/kit/time/zone-shifts.ts';

const DAY_MS = 86_400_000;

export interface FoundOutage {
  sender: string;
  /** Milliseconds since 1970; `toAt` is null while it goes on. */
  fromAt: number;
  toAt: number | null;
  events: number;
  /** Events that were to be expected. */
  usual: number;
}

/** Stores what a measurement of the time since a moment found; what was found before and is not any more has arrived since. */
export function keepOutages(read: ReadBase, profileId: string, since: number, found: readonly FoundOutage[]): void {
  const base = keeperOf(read);
  const { state, clock } = base;
  const kept = state.statement('report/quality/quality_outages_list').all({ profile_id: profileId, since, until: clock.now() });
  const isFound = (row: (typeof kept)[number]): boolean =>
    found.some(({ sender, fromAt }) => sender === row.sender && fromAt === row.from_at);
  const gone = kept.filter((row) => row.from_at >= since && !isFound(row));
  if (gone.length + found.length === 0) return;
  try {
    state.txUnsynced(() => {
      for (const { sender, from_at } of gone)
        state.statement('report/quality/quality_outage_forget').run({ profile_id: profileId, sender, from_at });
      for (const { sender, fromAt, toAt, events, usual } of found)
        state.statement('report/quality/quality_outage_put').run({
          profile_id: profileId,
          sender,
          from_at: fromAt,
          to_at: toAt,
          events,
          usual: Math.round(usual),
          now: clock.now(),
        });
    });
  } catch (error) {
    // A full disk: the next measurement stores them.
    base.log.warn({ err: error, profile_id: profileId }, 'outages could not be stored; the next measurement stores them');
  }
}

const instant = (ms: number): string => new Date(ms).toISOString();

/** Of local days. */
export function outagesIn(
  base: ReadBase,
  profileId: string,
  { date_from, date_to }: { date_from: string; date_to: string },
): FiguresOutage[] {
  const clocks = profileClocks(base, profileId);
  const dayAfter = new Date(Date.parse(date_to) + DAY_MS).toISOString().slice(0, 10);
  const between = { since: startOfDay(clocks, date_from), until: startOfDay(clocks, dayAfter) };
  return base.state
    .statement('report/quality/quality_outages_list')
    .all({ profile_id: profileId, ...between })
    .map(({ sender, from_at, to_at, events, usual }) => ({
      sender,
      from: instant(from_at),
      to: to_at === null ? null : instant(to_at),
      events,
      usual,
    }));
}
