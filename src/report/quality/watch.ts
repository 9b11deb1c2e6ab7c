// The watch: every hour it measures the findings of each profile whose data moved and whose figures are not behind, announces what became a problem and what ended, and measures
// again what was fixed three days ago.
import { allProfiles } from '../../account/places/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { announceEvent } from '../../base/contract/announce-event.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { freshness } from '../../credit/progress/index.ts';
import { isWatchable } from './behind.ts';
import { fixesDue, measureFix, recordFixes } from './fixes.ts';
import { findingsNow } from './quality.ts';
import { dayMark } from './restated.ts';
import type { Finding } from './rules.ts';

const DAYS = 28;
/** The range over which a fix is measured: the days since. */
const DAYS_AFTER = 3;

function announce(tx: Base, profileId: string, finding: Finding, state: 'started' | 'ended'): void {
  const occurredAt = tx.clock.now();
  const { name, title, family, status, share, of, next } = finding;
  const data = { finding: name, title, family, state, status, share, of, next };
  announceEvent(tx, { type: 'quality.alert', key: `${name} ${state} ${occurredAt}`, profileId, occurredAt, data });
}

/** In one transaction with what it announces: a crash repeats both or neither. */
function record(tx: Base, profileId: string, findings: readonly Finding[]): void {
  const now = tx.clock.now();
  const known = tx.state.statement('report/quality/quality_findings_list').all({ profile_id: profileId });
  for (const finding of findings) {
    const before = known.find(({ name }) => name === finding.name);
    if (!before && finding.status === 'ok') continue;
    const wasAlerted = before?.is_alerted === 1;
    const isProblem = finding.status === 'problem';
    if (isProblem && !wasAlerted) announce(tx, profileId, finding, 'started');
    if (!isProblem && wasAlerted) announce(tx, profileId, finding, 'ended');
    tx.state.statement('report/quality/quality_finding_put').run({
      profile_id: profileId,
      name: finding.name,
      status: finding.status,
      measured_at: now,
      is_alerted: isProblem ? 1 : 0,
      since: before && before.status !== 'ok' && finding.status !== 'ok' ? before.since : now,
    });
  }
  recordFixes(tx, profileId, findings, Math.max(0, ...known.map(({ measured_at }) => measured_at)));
}

/** Measures the findings of a profile now. */
export async function watchProfile(base: Base, profileId: string): Promise<void> {
  const { findings } = await findingsNow(base, profileId, { days: DAYS });
  const due = fixesDue(base, profileId);
  const storeMark = await dayMark(base, profileId);
  const since = due.length === 0 ? [] : (await findingsNow(base, profileId, { days: DAYS_AFTER })).findings;
  base.state.tx(() => {
    record(base, profileId, findings);
    storeMark(base);
    for (const fix of due) {
      const after = since.find(({ name }) => name === fix.name);
      if (after) measureFix(base, profileId, fix, after);
    }
  });
}

/** Findings that were a problem when they were last measured, and since when they were not ok, in milliseconds since 1970. */
export const openProblems = (base: ReadBase, profileId: string): { name: string; since: number }[] =>
  base.state
    .statement('report/quality/quality_findings_list')
    .all({ profile_id: profileId })
    .flatMap(({ name, status, since }) => (status === 'problem' ? [{ name, since }] : []));

/** Names of findings that were a problem when they were last measured. */
export const problemsFound = (base: ReadBase, profileId: string): string[] =>
  base.state
    .statement('report/quality/quality_findings_list')
    .all({ profile_id: profileId })
    .flatMap(({ name, status }) => (status === 'problem' ? [name] : []));

/** Profiles whose figures moved within this time; silence shows within it, and a profile that is at rest is left alone. */
const ACTIVE_MS = 3 * 86_400_000;

const isActive = (base: Base, profileId: string): boolean => {
  const { computed_at } = freshness(base, profileId);
  return computed_at !== null && base.clock.now() - Date.parse(computed_at) < ACTIVE_MS;
};

export const qualityWatch = defineSchedule({
  kind: 'quality_watch',
  times: { everySeconds: 3_600 },
  profiles: (base) => allProfiles(base).map(({ profileId }) => profileId),
  leaseSeconds: 120,
  retry: { attempts: 3 },
  isReady: isWatchable,
  failureText: 'the findings of data quality could not be measured; the service retries automatically',
  run: async (base, profileId) => {
    if (isActive(base, profileId) || fixesDue(base, profileId).length > 0) await watchProfile(base, profileId);
  },
});

export const newProblems = (base: ReadBase, profileId: string, since: number): number =>
  base.state.statement('report/quality/quality_problems_new_count').get({ profile_id: profileId, since })?.problems ?? 0;
