// The end of a workspace, over the door.
import type { Operation } from '../../base/contract/operation.ts';
import { actorOf, archiveWorkspace } from '../access/index.ts';

export const deleteWorkspace: Operation<'deleteWorkspace'> = async ({ principal, workspaceId }, base) => {
  const { archived, archivedAt, counts, profilesPurged } = await archiveWorkspace(base, {
    workspaceId,
    actor: actorOf(principal),
  });
  return {
    data: {
      workspace_id: workspaceId,
      archived,
      archived_at: new Date(archivedAt).toISOString(),
      profiles_purged: profilesPurged,
      counts,
    },
  };
};
