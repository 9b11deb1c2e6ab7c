// Taking an import out of the figures, in one step, and what that leaves.
import { writeAudit } from '../../account/audit/index.ts';
import { type Base, keeperOf, type ReadBase } from '../../base/base.ts';
import { takeOutOf } from '../../collect/payments/index.ts';
import { type ReportInForce, reportsInForce, withdrawReports } from '../../collect/spend/index.ts';
import { settle } from '../../credit/pipeline/index.ts';
import { undoDays } from './elsewhere/days.ts';
import { type FileImport, keptDays, markUndone } from './store.ts';

const STAYS: Readonly<Record<NonNullable<FileImport['kind']>, string | null>> = {
  payments: 'Customers that the file named stay.',
  deals: 'Customers that the file named stay.',
  events: 'Customers that the file named stay, and events that another import or a sender reported as well.',
  spend: 'Days that were reported again since stay as they are.',
  aggregates: 'Days that were imported again since stay, and what another import had said of a day before does not come back.',
  customers:
    'Customers cannot be removed in one step: a list adds to what is known of each. Erase a customer on the page of that customer.',
};

/** What undoing an import does not remove. */
export const staysOf = ({ kind }: Pick<FileImport, 'kind'>): string | null => (kind === null ? null : STAYS[kind]);

/** The facts that have its days of spend in force; a day that was reported again since stays. */
export async function daysInForce(read: ReadBase, imported: FileImport): Promise<ReportInForce[]> {
  const base = keeperOf(read);
  const changed = keptDays(base, imported).filter(({ effect }) => effect !== 'same');
  if (changed.length === 0) return [];
  await settle(base, imported.profileId);
  return reportsInForce(base, imported.profileId, changed);
}

/** Inside the transaction that undoes it. */
export function takeOut(
  base: Base,
  imported: FileImport,
  days: readonly ReportInForce[],
  { actor, workspaceId }: { actor: string; workspaceId: string },
): void {
  const { profileId, importId, kind, paymentsImport } = imported;
  if (kind === 'aggregates' || kind === 'events') undoDays(base, profileId, importId);
  if (kind === 'events') takeOutOf(base, { profileId, importId }, actor, workspaceId);
  if (paymentsImport !== null) {
    const named = { profile_id: profileId, payments_import: paymentsImport, import_id: importId };
    const others = base.state.statement('act/uploads/file_imports_of_payments').get(named)?.others ?? 0;
    // The same file was uploaded twice: it goes with the last of the two.
    if (others === 0) takeOutOf(base, { profileId, importId: paymentsImport }, actor, workspaceId);
  }
  withdrawReports(base, profileId, importId, days, actor);
  markUndone(base, imported);
  writeAudit(base, { actor, workspaceId, profileId, subject: importId, action: 'file.import_undone', detail: { kind } });
}
