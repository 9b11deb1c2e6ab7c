// Access to a workspace by programs: consumer apps that made or adopted something here, and programs that members
// let act for them. Ending one ends its credentials with it.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, reading, stateChange } from '../../base/contract/operation.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { type AppInWorkspace, appsIn } from './apps.ts';
import { revokeGrant } from './grants.ts';
import { storedScopes } from './stored.ts';

type ConnectedApp = Answer<'listConnectedApps'>['data'][number];

const instant = (at: unknown): string => new Date(Number(at)).toISOString();
const instantOrNull = (at: unknown): string | null => (at === null ? null : instant(at));

export const listConnectedApps = reading('listConnectedApps', ({ workspaceId }, base) => ({
  data: [...appsIn(base, workspaceId).map(shownApp), ...agentsIn(base, workspaceId)],
  meta: { workspace_id: workspaceId },
}));

function shownApp({ authorizationId, app, profileId, kind, createdAt }: AppInWorkspace): ConnectedApp {
  return {
    id: authorizationId,
    kind: 'app',
    name: app.name,
    app_id: app.appId,
    client_id: null,
    person: null,
    profile_id: profileId,
    authorized_by: kind,
    scopes: app.scopes,
    created_at: instant(createdAt),
    last_used_at: null,
  };
}

/** A grant is a person's and spans their workspaces; it is seen in each of them while a token of it may still be used. */
function agentsIn(base: ReadBase, workspaceId: string): ConnectedApp[] {
  const rows = base.state
    .statement('account/apps/live_agents_list')
    .all({ workspace_id: workspaceId, person_id: null, now: base.clock.now() });
  return rows.map((row) => ({
    id: row.grant_id,
    kind: 'agent',
    name: row.name,
    app_id: null,
    client_id: row.client_id,
    person: { user_id: row.person_id, email: row.email, name: row.person_name },
    profile_id: null,
    authorized_by: 'person',
    scopes: storedScopes.read(row.scopes),
    created_at: instant(row.created_at),
    last_used_at: instantOrNull(row.last_used_at),
  }));
}

export const revokeConnectedApp = stateChange('revokeConnectedApp', ({ workspaceId, params, principal }, base) => {
  const id = params.id.toLowerCase();
  const actor = actorOf(principal);
  return base.state.tx(() => {
    const revokedAt = endAuthorization(base, { workspaceId, id, actor }) ?? endAgent(base, { workspaceId, id, actor });
    if (revokedAt === undefined) throw new ApiError('not_found', 'No such connected app.');
    return { data: { id, revoked_at: instant(revokedAt) } };
  });
});

interface Ending {
  workspaceId: string;
  id: string;
  actor: string;
}

/** The keys that the app created for the profile end, too: they would be its way back in. */
function endAuthorization(base: Base, { workspaceId, id, actor }: Ending): number | undefined {
  const now = base.clock.now();
  const row = base.state.statement('account/apps/app_authorization_get').get({ authorization_id: id, workspace_id: workspaceId });
  if (!row) return undefined;
  if (row.revoked_at !== null) return row.revoked_at;
  const [app_id, profile_id] = [row.app_id, row.profile_id];
  base.state.statement('account/apps/app_authorization_revoke').run({ authorization_id: id, now });
  if (profile_id !== null) base.state.statement('account/keys/app_keys_revoke').run({ app_id, profile_id, now });
  const place = profile_id === null ? { workspaceId } : { workspaceId, profileId: profile_id };
  writeAudit(base, { actor, action: 'app.revoked', ...place, subject: id, detail: { app_id } });
  return now;
}

function endAgent(base: Base, { workspaceId, id, actor }: Ending): number | undefined {
  const row = base.state.statement('account/apps/connected_agent_get').get({ grant_id: id, workspace_id: workspaceId });
  if (!row) return undefined;
  if (row.revoked_at !== null) return row.revoked_at;
  revokeGrant(base, { grantId: id, because: 'connected_apps', actor });
  writeAudit(base, { actor, action: 'agent.revoked', workspaceId, subject: id, detail: { client_id: row.client_id } });
  return base.clock.now();
}
