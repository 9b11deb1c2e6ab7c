// The workspace whose settings these are, the person's role in it, and its profiles.
import { forget } from '../../api/answer.ts';
import { type ProfileRow, usePlace, type WorkspaceRow } from '../../frame/place.tsx';

export interface Here extends WorkspaceRow {
  isAdmin: boolean;
  isOwner: boolean;
  profiles: readonly ProfileRow[];
  /** For calls below the workspace. */
  at: { workspaceId: string };
}

/** `undefined`: the person belongs to no such workspace. */
export function useHere(): Here | undefined {
  const { workspace, profiles } = usePlace();
  if (!workspace) return undefined;
  return {
    ...workspace,
    isAdmin: workspace.role !== 'member',
    isOwner: workspace.role === 'owner',
    profiles: profiles.filter(({ workspace_id }) => workspace_id === workspace.workspace_id),
    at: { workspaceId: workspace.workspace_id },
  };
}

export const forgetSettings = (): void => forget('settings');
