// Commands of single sign-on: for the operator, who also helps an owner whom a wrong setting keeps out.
import { z } from 'zod';
import { liveWorkspaces } from '../../../account/places/index.ts';
import {
  checkProvider,
  enforce,
  providerOf,
  relax,
  removeProvider,
  setProvider,
  workspacesWithProvider,
} from '../../../account/sso/index.ts';
import { workspacesById } from '../../../account/workspaces/index.ts';
import type { Base } from '../../../base/base.ts';
import { ssoPath } from '../../http/addresses.ts';
import { type Command, checked } from '../command.ts';
import { CommandError } from '../protocol.ts';

const ACTOR = 'system';

const workspaceArg = z.object({ workspace_id: z.string().optional() });

/** The named workspace, or the only one that there is. */
function workspaceOf(base: Base, workspaceId: string | undefined): string {
  const live = liveWorkspaces(base);
  const found = workspaceId === undefined ? live : live.filter((each) => each === workspaceId.toLowerCase());
  if (found.length === 1 && found[0] !== undefined) return found[0];
  if (workspaceId !== undefined) throw new CommandError('not_found', `No workspace has the id ${workspaceId}.`);
  throw new CommandError('invalid_parameter', `There are ${live.length} workspaces; name one with --workspace.`);
}

const instant = (at: number | null | undefined): string | null => (at == null ? null : new Date(at).toISOString());

export const ssoList: Command = (base) => ({
  providers: workspacesWithProvider(base).map((workspaceId) => {
    const provider = providerOf(base, workspaceId);
    return {
      workspace_id: workspaceId,
      workspace: workspacesById(base, [workspaceId])[0]?.name ?? null,
      issuer: provider?.issuer ?? null,
      client_id: provider?.clientId ?? null,
      path: ssoPath(workspaceId),
      enforced_since: instant(provider?.enforcement?.since),
      last_used_at: instant(provider?.usedAt),
    };
  }),
});

const setArgs = workspaceArg.extend({
  issuer: z.string(),
  client_id: z.string(),
  client_secret: z.string().optional(),
  scope: z.string().optional(),
  groups_claim: z.string().optional(),
  default_role: z.enum(['admin', 'member']).optional(),
  groups: z.array(z.object({ group: z.string(), role: z.enum(['admin', 'member']) })).optional(),
});

/** Rules of an earlier setting are replaced. */
export const ssoSet: Command = async (base, args) => {
  const { workspace_id, issuer, client_id, client_secret, scope, groups_claim, default_role, groups } = checked(setArgs, args);
  const workspaceId = workspaceOf(base, workspace_id);
  const provider = await checkProvider(base, workspaceId, {
    issuer,
    client_id,
    default_role: default_role ?? null,
    group_rules: groups ?? [],
    ...(client_secret === undefined ? {} : { client_secret }),
    ...(scope === undefined ? {} : { scope }),
    ...(groups_claim === undefined ? {} : { groups_claim }),
  });
  setProvider(base, provider, ACTOR);
  return { workspace_id: workspaceId, issuer: provider.issuer, client_id: provider.clientId, path: ssoPath(workspaceId) };
};

export const ssoRemove: Command = (base, args) => {
  const { workspace_id } = checked(workspaceArg, args);
  const workspaceId = workspaceOf(base, workspace_id);
  return { workspace_id: workspaceId, removed: removeProvider(base, workspaceId, ACTOR) };
};

/** For owners whom their own provider keeps out. */
export const ssoRelax: Command = (base, args) => {
  const { workspace_id } = checked(workspaceArg, args);
  const workspaceId = workspaceOf(base, workspace_id);
  return { workspace_id: workspaceId, relaxed: relax(base, workspaceId, ACTOR) };
};

const enforceArgs = workspaceArg.extend({ break_glass: z.string() });

/** Members reach the workspace by its provider alone, but for the owner named here. */
export const ssoEnforce: Command = (base, args) => {
  const { workspace_id, break_glass: email } = checked(enforceArgs, args);
  const workspaceId = workspaceOf(base, workspace_id);
  return { workspace_id: workspaceId, break_glass: email, changed: enforce(base, workspaceId, { email, actor: ACTOR }) };
};
