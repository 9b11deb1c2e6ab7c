// The people of a workspace, and the names of actors in the audit, the access log and decisions.
import { type Answer, useAnswer } from '../api/answer.ts';
import { api, type Schemas, unwrap } from '../api/client.ts';

interface At {
  workspaceId: string;
}

/** Only admins may ask. */
export function useMembers({ workspaceId }: At): Answer<Schemas['WorkspaceInvitationListAnswer']> {
  return useAnswer(['settings', 'people', workspaceId], (signal) =>
    unwrap(
      api.GET('/api/v1/workspaces/{workspaceId}/invitations', {
        params: { path: { workspaceId }, query: { limit: 100 } },
        signal,
      }),
    ),
  );
}

/** `person:<id>` by the name of a member, `key:<id>` by the name of the key, `app:<id>` by that of the app. */
export function useNameOf(at: At): (actor: string) => string {
  const members = useMembers(at).data?.meta.members ?? [];
  const keys = useAnswer(['settings', 'names of keys', at], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/api-keys', { params: { path: at }, signal })),
  ).data?.data;
  const apps = useAnswer(['settings', 'names of apps', at], (signal) =>
    unwrap(api.GET('/api/v1/workspaces/{workspaceId}/connected-apps', { params: { path: at }, signal })),
  ).data?.data;
  return (actor) => {
    const [kind = '', id] = actor.split(':');
    if (id === undefined) return actor === 'system' ? 'The service' : actor;
    const member = members.find(({ user_id }) => user_id === id);
    if (member) return member.name ?? member.email;
    const key = kind === 'key' ? keys?.find((each) => each.id === id) : undefined;
    if (key) return `API key ${key.name}`;
    const app = kind === 'app' ? apps?.find((each) => each.id === id) : undefined;
    if (app) return `App ${app.name}`;
    return kind === 'processor' ? `A provider: ${id}` : `${KINDS[kind] ?? kind} ${id.slice(0, 8)}`;
  };
}

const KINDS: Readonly<Record<string, string>> = {
  person: 'Former member',
  key: 'API key',
  app: 'App',
  agent: 'Agent',
  cli: 'Command line',
};
