// Facts about a workspace: its maker, its collector of payments, and whether it is archived.
import type { ReadBase } from '../../base/base.ts';
import type { Storefront } from './apps.ts';

export interface WorkspaceFacts {
  workspaceId: string;
  /** The consumer app that made it; it alone brings people in. */
  provisionedBy: string | null;
  /** The marketplace of that app, which collects for the workspace. */
  storefront: Storefront | null;
  isHealthcare: boolean;
  createdAt: number;
  archivedAt: number | null;
}

/** A workspace, archived or not. */
export function workspaceFacts(base: ReadBase, workspaceId: string): WorkspaceFacts | undefined {
  const row = base.state.statement('account/apps/workspace_get').get({ workspace_id: workspaceId });
  return (
    row && {
      workspaceId,
      provisionedBy: row.provisioned_by,
      storefront: row.storefront,
      isHealthcare: row.is_healthcare === 1,
      createdAt: row.created_at,
      archivedAt: row.archived_at,
    }
  );
}
