// Rule 4: after a fix a finding is measured again, over the 72 hours since. Where nothing changed, the second remedy is next.
import { auditOf } from '../../account/audit/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import type { Finding } from './rules.ts';
import { type StoredMeasure, storedMeasure } from './stored.ts';

export const WAIT_MS = 72 * 3_600_000;

/** Changes that the audit records, by the operation that a finding names as its fix. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'attribution_settings.updated': 'updateAttributionSettings',
  'classification_rules.changed': 'previewClassification',
  'customers.merged': 'listMergeProposals',
  'custom_domain.created': 'createCustomDomain',
  'definitions.changed': 'putDefinition',
  'exchange_rates.applied': 'recomputeFx',
  'tracking_verification.started': 'startTrackingVerification',
};
/** A person's report of a fix outside of the service (POST /profile/audit-events). */
const REPORTED = 'interface.quality.fix_applied';
const MOST_ROWS = 200;

const measureOf = ({ status, share, interval, of, too_few = false }: Finding): StoredMeasure => ({
  status,
  share,
  interval,
  of,
  too_few,
});

/** Fixes that the audit recorded since a moment. */
export function recordFixes(tx: Base, profileId: string, findings: readonly Finding[], since: number): void {
  const { workspaceId } = profileSettings(tx, profileId);
  const rows = auditOf(tx, { profileId, workspaceId, limit: MOST_ROWS }).filter(({ at }) => at >= since);
  for (const { action, at, subject } of rows)
    for (const finding of findings) {
      const isReported = action === REPORTED && subject === finding.name;
      const isFix = finding.fix !== null && OPERATIONS[action] === finding.fix.operation;
      if (finding.status === 'ok' || !(isReported || isFix)) continue;
      tx.state.statement('report/quality/quality_fix_add').run({
        profile_id: profileId,
        name: finding.name,
        applied_at: at,
        operation: isReported ? 'reported' : (OPERATIONS[action] ?? action),
        before: storedMeasure.write(measureOf(finding)),
      });
    }
}

export const fixesDue = (base: ReadBase, profileId: string) =>
  base.state.statement('report/quality/quality_fixes_due').all({ profile_id: profileId, now: base.clock.now() });

export function measureFix(tx: Base, profileId: string, fix: { name: string; applied_at: number }, finding: Finding): void {
  tx.state.statement('report/quality/quality_fix_measure').run({
    profile_id: profileId,
    name: fix.name,
    applied_at: fix.applied_at,
    measured_at: tx.clock.now(),
    after: storedMeasure.write(measureOf(finding)),
  });
}

type Fixed = NonNullable<Finding['fixed']>;

const RANK = { ok: 0, attention: 1, problem: 2 } as const;

/** By status, which is certain before it is loud; too few cases say nothing. */
function outcomeOf(before: StoredMeasure, after: StoredMeasure | null): Fixed['outcome'] {
  if (after === null) return 'waiting';
  if (after.too_few) return 'too_few';
  if (RANK[after.status] < RANK[before.status]) return 'better';
  return RANK[after.status] > RANK[before.status] ? 'worse' : 'unchanged';
}

const instant = (ms: number): string => new Date(ms).toISOString();

/** Findings with their history: the beginning, and the result of the last fix. */
export function withHistory(base: ReadBase, profileId: string, findings: readonly Finding[]): Finding[] {
  const known = base.state.statement('report/quality/quality_findings_list').all({ profile_id: profileId });
  const fixes = base.state.statement('report/quality/quality_fixes_list').all({ profile_id: profileId, now: base.clock.now() });
  return findings.map((finding) => {
    const seen = known.find(({ name }) => name === finding.name);
    const since = seen && seen.status !== 'ok' && finding.status !== 'ok' ? instant(seen.since) : null;
    const fix = fixes.find(({ name }) => name === finding.name);
    if (!fix || fix.applied_at === null) return { ...finding, since };
    const [before, after] = [storedMeasure.read(fix.before), storedMeasure.readOrNull(fix.after)];
    const outcome = outcomeOf(before, after);
    const fixed = {
      applied_at: instant(fix.applied_at),
      operation: fix.operation,
      due_at: instant(fix.applied_at + WAIT_MS),
      before,
      after,
      outcome,
    };
    const isTried = finding.status !== 'ok' && (outcome === 'unchanged' || outcome === 'worse');
    return { ...finding, since, fixed, ...(isTried ? { next: finding.if_unchanged } : {}) };
  });
}
