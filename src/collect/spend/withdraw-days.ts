// Taking days of spend out of the figures: the report before is in force again, and a day that nothing else reports is unknown, as if it had never come.
import type { Base, ReadBase } from '../../base/base.ts';
import { statement } from '../../base/warehouse/statements.ts';
import type { SpendBody } from '../events/index.ts';
import { contentHashOf, isInForce } from './accept-spend.ts';
import type { PlannedDay } from './on-conflict.ts';
import { placeOf, reportAt } from './report-names.ts';

/** A day as it was written, and the fact that has it. */
export interface ReportInForce {
  planned: PlannedDay;
  seq: bigint;
}

const nameOf = (day: Pick<SpendBody, 'platform' | 'account_id' | 'day'>): string => {
  const { platform, account_id } = placeOf(day);
  return JSON.stringify([platform, account_id, day.day]);
};

/** Of days that were written, those that are in force still, in figures that contain all facts. */
export async function reportsInForce(
  base: ReadBase,
  profileId: string,
  written: readonly PlannedDay[],
): Promise<ReportInForce[]> {
  const standing = written.filter(({ day, writtenAs }) => isInForce(base, profileId, day, writtenAs));
  if (standing.length === 0) return [];
  const places = {
    platforms: standing.map(({ day }) => placeOf(day).platform),
    accounts: standing.map(({ day }) => placeOf(day).account_id),
    days: standing.map(({ day }) => day.day),
  };
  const rows = await base.warehouse.query({ profileId }, statement('warehouse/collect/spend/spend_reports_in_force', places));
  const seqs = new Map(rows.map((row) => [nameOf(row), row.seq]));
  return standing.flatMap((planned) => {
    const seq = seqs.get(nameOf(planned.day));
    return seq === undefined ? [] : [{ planned, seq }];
  });
}

/** Inside the caller's transaction. A day that was reported again since stays. */
export function withdrawReports(
  base: Base,
  profileId: string,
  importId: string,
  reports: readonly ReportInForce[],
  actor: string,
): void {
  const standing = reports.filter(({ planned }) => isInForce(base, profileId, planned.day, planned.writtenAs));
  if (standing.length === 0) return;
  for (const { planned } of standing) {
    const at = reportAt(base, profileId, planned.day);
    if (planned.was) base.state.statement('collect/spend/report_put').run({ ...at, content_hash: contentHashOf(planned.was) });
    else base.state.statement('collect/spend/report_remove').run(at);
  }
  const ranges = standing.map(({ seq }) => [Number(seq), Number(seq)]);
  base.state.decide({
    profileId,
    kind: 'facts_withdrawn',
    subject: importId,
    payload: { import_id: importId, ranges },
    actor,
    afterSeq: base.journal.lastSeq(profileId),
    decidedAt: base.clock.now(),
  });
  base.signals.emit('decisions', profileId);
}
