// The workspace whose settings these are, the person's role in it, and its profiles.
import { type Answer, forget, useAnswer } from '../../api/answer.ts';
import { api, type Schemas, unwrap } from '../../api/client.ts';
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

/** Only admins may ask. */
export function useMembers({ workspaceId }: Here['at']): Answer<Schemas['WorkspaceInvitationListAnswer']> {
  return useAnswer(['settings', 'people', workspaceId], (signal) =>
    unwrap(
      api.GET('/api/v1/workspaces/{workspaceId}/invitations', {
        params: { path: { workspaceId }, query: { limit: 100 } },
        signal,
      }),
    ),
  );
}

/** `person:<id>` by the name of a member. */
export function useNameOf(at: Here['at']): (actor: string) => string {
  const { data } = useMembers(at);
  const members = data?.meta.members ?? [];
  return (actor) => {
    const [kind, id] = actor.split(':');
    if (id === undefined) return actor === 'system' ? 'The service' : actor;
    const member = members.find(({ user_id }) => user_id === id);
    return member ? (member.name ?? member.email) : `${KINDS[kind ?? ''] ?? kind} ${id.slice(0, 8)}`;
  };
}

const KINDS: Readonly<Record<string, string>> = {
  person: 'Former member',
  key: 'API key',
  app: 'App',
  agent: 'Agent',
  cli: 'Command line',
};
