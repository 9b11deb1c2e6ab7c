// Days of spend on their way into the journal: one fact per (platform, account, day), none for a day that says what is in
// force already.
import { createHash } from 'node:crypto';
import { type IntakeBase, keeperOf, type ReadBase } from '../../base/base.ts';
import type { NewFact } from '../../base/journal/journal.ts';
import { canonicalJson } from '../../base/kit/canonical.ts';
import type { SpendBody } from '../events/index.ts';
import { reportAt } from './report-names.ts';

const SCHEMA_VERSION = 1;

export type SpendDayStatus = 'created' | 'replaced' | 'unchanged';

export const contentHashOf = (day: SpendBody): Buffer => createHash('sha256').update(canonicalJson(day)).digest();

/**
 * Accepts days of spend, each at most once in the list; all of them or none. When it resolves they are on disk.
 * @throws JournalRefusal when nothing was accepted.
 */
export function acceptSpend(base: IntakeBase, profileId: string, days: readonly SpendBody[]): Promise<SpendDayStatus[]> {
  // One call after another in a profile: a comparison is valid only until the compared days are written.
  return base.mutex('collect/spend', profileId, async () => {
    const reports = days.map((day) => {
      const at = reportAt(base, profileId, day);
      const content = contentHashOf(day);
      return { day, at, content, status: statusOf(base.state.statement('collect/spend/report_get').get(at), content) };
    });
    const changed = reports.filter(({ status }) => status !== 'unchanged');
    if (changed.length === 0) return reports.map(({ status }) => status);
    // The effect of each day depends on its facts: it is computed before and after they are appended.
    const { state } = keeperOf(base);
    const put = (hashOf: (report: (typeof reports)[number]) => Buffer | null): void =>
      state.tx(() => {
        for (const report of changed)
          state.statement('collect/spend/report_put').run({ ...report.at, content_hash: hashOf(report) });
      });
    // TRICKY: journal and state are two files. What is about to be replaced is forgotten first, so that a crash in between
    // leaves a day that will be accepted again, never one that is believed to be in force and is not.
    put(() => null);
    const receivedAt = base.clock.now();
    await base.journal.append(changed.map(({ day }) => factOf(profileId, day, receivedAt)));
    put(({ content }) => content);
    base.signals.emit('facts', profileId);
    return reports.map(({ status }) => status);
  });
}

/** True of a day that is in force as it is said. @param writtenAs The names under which it was written. */
export function isInForce(
  base: ReadBase,
  profileId: string,
  day: SpendBody,
  writtenAs: Pick<SpendBody, 'platform' | 'account_id'> = day,
): boolean {
  const existing = base.state.statement('collect/spend/report_get').get(reportAt(base, profileId, day));
  return [day, { ...day, ...writtenAs }].some((each) => statusOf(existing, contentHashOf(each)) === 'unchanged');
}

function statusOf(existing: Record<string, unknown> | undefined, content: Buffer): SpendDayStatus {
  if (!existing) return 'created';
  const hash = existing['content_hash'] as Buffer | null;
  return hash?.equals(content) ? 'unchanged' : 'replaced';
}

const factOf = (profileId: string, day: SpendBody, receivedAt: number): NewFact => ({
  profileId,
  kind: 'spend_day',
  schemaVersion: SCHEMA_VERSION,
  receivedAt,
  occurredAt: Date.parse(day.day) * 1000,
  trust: 'server',
  body: JSON.stringify(day),
});
