// What happens to readers outside of sign-in, in the audit.
import { writeAudit } from '../../../account/audit/index.ts';
import type { Base } from '../../../base/base.ts';
import type { ProfileRef } from '../../../base/contract/operation.ts';

interface Audited {
  actor: string;
  action: string;
  readerId: string;
}

export function auditReader(tx: Base, { profileId, workspaceId }: ProfileRef, { actor, action, readerId }: Audited): void {
  writeAudit(tx, { actor, action: `report_reader.${action}`, workspaceId, profileId, subject: readerId });
}
