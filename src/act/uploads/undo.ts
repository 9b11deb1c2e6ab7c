// Taking an import out of the figures, in one step, and what that leaves.
import { writeAudit } from '../../account/audit/index.ts';
import type { Base, IntakeBase } from '../../base/base.ts';
import type { SpendBody } from '../../collect/events/index.ts';
import { takeOutOf } from '../../collect/payments/index.ts';
import { acceptSpend, isInForce } from '../../collect/spend/index.ts';
import { type FileImport, keptDays, markUndone } from './store.ts';

const STAYS: Readonly<Record<NonNullable<FileImport['kind']>, string | null>> = {
  payments: 'Customers that the file named stay.',
  deals: 'Customers that the file named stay.',
  events: 'Visits and customers stay: of events, outcomes (payments, refunds, leads) are removed.',
  spend: 'Days that had no spend before stay reported, with a spend of 0; days that were reported again since stay as they are.',
  customers:
    'Customers cannot be removed in one step: a list adds to what is known of each. Erase a customer on the page of that customer.',
};

/** What undoing an import does not remove. */
export const staysOf = ({ kind }: Pick<FileImport, 'kind'>): string | null => (kind === null ? null : STAYS[kind]);

/** The earlier content of each day that still has what the import wrote; a day that was reported again since stays. */
export function daysBefore(base: IntakeBase, imported: FileImport): SpendBody[] {
  const changed = keptDays(base, imported).filter(({ effect }) => effect !== 'same');
  return changed.filter(({ day }) => isInForce(base, imported.profileId, day)).map(({ day, was }) => was ?? { ...day, rows: [] });
}

/** Facts that give days of spend back; done twice it adds nothing. */
export async function restoreDays(base: IntakeBase, imported: FileImport): Promise<void> {
  const days = daysBefore(base, imported);
  for (let at = 0; at < days.length; at += 200) await acceptSpend(base, imported.profileId, days.slice(at, at + 200));
}

/** Inside the transaction that undoes it. */
export function takeOut(base: Base, imported: FileImport, actor: string, workspaceId: string): void {
  const { profileId, importId, kind, paymentsImport } = imported;
  if (kind === 'events') takeOutOf(base, { profileId, importId }, actor, workspaceId);
  if (paymentsImport !== null) {
    const named = { profile_id: profileId, payments_import: paymentsImport, import_id: importId };
    const others = base.state.statement('act/uploads/file_imports_of_payments').get(named)?.others ?? 0;
    // The same file was uploaded twice: it goes with the last of the two.
    if (others === 0) takeOutOf(base, { profileId, importId: paymentsImport }, actor, workspaceId);
  }
  markUndone(base, imported);
  writeAudit(base, { actor, workspaceId, profileId, subject: importId, action: 'file.import_undone', detail: { kind } });
}
