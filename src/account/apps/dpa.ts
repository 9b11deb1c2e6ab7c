// The consumer apps of a workspace and the data processing agreement of each: accepted and withdrawn by an admin in person. It is
// what lets the app adopt profiles there; withdrawing it ends what was adopted, by handoff too, and the keys that the app created for it.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { reading, stateChange } from '../../base/contract/operation.ts';
import { writeAudit } from '../audit/index.ts';
import { type App, type AppInWorkspace, appsIn, findApp } from './apps.ts';

export interface Dpa {
  status: 'none' | 'accepted' | 'withdrawn';
  acceptedAt: number | null;
  withdrawnAt: number | null;
}

/** The state of an app's agreement in a workspace. */
export function dpaOf(base: ReadBase, workspaceId: string, appId: string): Dpa {
  const row = base.state.statement('account/apps/dpa_get').get({ workspace_id: workspaceId, app_id: appId });
  if (!row) return { status: 'none', acceptedAt: null, withdrawnAt: null };
  const withdrawnAt = row.withdrawn_at;
  return { status: withdrawnAt === null ? 'accepted' : 'withdrawn', acceptedAt: row.accepted_at, withdrawnAt };
}

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function shown(base: ReadBase, { appId, name }: App, workspaceId: string) {
  const { status, acceptedAt, withdrawnAt } = dpaOf(base, workspaceId, appId);
  return { app_id: appId, name, dpa: { status, accepted_at: timeOf(acceptedAt), withdrawn_at: timeOf(withdrawnAt) } };
}

function appNamed(base: Base, appId: string): App {
  const app = findApp(base, appId.toLowerCase());
  if (!app) throw new ApiError('not_found', 'No such app.');
  return app;
}

const holdings = (apps: readonly AppInWorkspace[]) => ({
  holds_workspace: apps.some(({ profileId }) => profileId === null),
  profiles_provisioned: apps.filter(({ profileId, kind }) => profileId !== null && kind === 'provisioned').length,
  profiles_adopted: apps.filter(({ profileId, kind }) => profileId !== null && kind === 'adopted').length,
});

/** Apps without a relation to this workspace stay hidden: the installation's partners are not the workspace's to know. */
export const listOAuthApps = reading('listOAuthApps', ({ workspaceId }, base) => {
  const byApp = Map.groupBy(appsIn(base, workspaceId), ({ app }) => app.appId);
  const agreed = base.state.statement('account/apps/dpas_list').all({ workspace_id: workspaceId });
  const ids = new Set([...byApp.keys(), ...agreed.map((row) => row.app_id)]);
  const apps = [...ids].flatMap((appId) => findApp(base, appId) ?? []);
  apps.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.appId.localeCompare(b.appId, 'en'));
  return {
    data: apps.map((app) => ({
      ...shown(base, app, workspaceId),
      scopes: app.scopes,
      ...holdings(byApp.get(app.appId) ?? []),
    })),
    meta: { workspace_id: workspaceId },
  };
});

export const acceptDpa = stateChange('acceptDpa', ({ principal, workspaceId, params }, base) => {
  const app = appNamed(base, params.appId);
  const personId = principal.personId as string;
  return base.state.tx(() => {
    const values = { workspace_id: workspaceId, app_id: app.appId, person_id: personId, now: base.clock.now() };
    if (base.state.statement('account/apps/dpa_accept').run(values).changes > 0)
      writeAudit(base, { actor: `person:${personId}`, action: 'app.dpa_accepted', workspaceId, subject: app.appId });
    return { data: shown(base, app, workspaceId), meta: { workspace_id: workspaceId } };
  });
});

export const withdrawDpa = stateChange('withdrawDpa', ({ principal, workspaceId, params }, base) => {
  const app = appNamed(base, params.appId);
  const personId = principal.personId as string;
  return base.state.tx(() => {
    const now = base.clock.now();
    const place = { workspace_id: workspaceId, app_id: app.appId, now };
    // Also where none is in force: an admin may have approved an adoption by handoff.
    const isWithdrawn = base.state.statement('account/apps/dpa_withdraw').run({ ...place, person_id: personId }).changes > 0;
    const ended = {
      api_keys_revoked: base.state.statement('account/apps/api_keys_of_adopted_revoke').run(place).changes,
      profiles_given_up: base.state.statement('account/apps/app_adoptions_revoke').run(place).changes,
    };
    if (isWithdrawn || ended.profiles_given_up > 0) {
      const actor = `person:${personId}`;
      writeAudit(base, { actor, action: 'app.dpa_withdrawn', workspaceId, subject: app.appId, detail: ended });
    }
    return { data: { ...shown(base, app, workspaceId), ...ended }, meta: { workspace_id: workspaceId } };
  });
});
