// The identity provider of a workspace as it is stored, and the client that speaks with it.
import type { Base, ReadBase } from '../../base/base.ts';
import { outside } from '../../providers/http/guard.ts';
import { IdentityProvider } from '../../providers/oidc/client.ts';
import { Secret } from '../../providers/secret.ts';
import { type GroupRule, storedRules } from './stored.ts';

export interface Provider {
  workspaceId: string;
  issuer: string;
  clientId: string;
  /** Undefined for a client without one. */
  clientSecret: Secret | undefined;
  scope: string;
  groupsClaim: string;
  /** The role of a person in no named group; null: they do not get in. */
  defaultRole: 'admin' | 'member' | null;
  rules: GroupRule[];
  updatedAt: number;
  usedAt: number | null;
  /** Members reach the workspace by the provider alone. */
  enforcement: { since: number; breakGlassId: string | null } | undefined;
}

const sealOf = (workspaceId: string): string => `single sign-on ${workspaceId}`;

export function providerOf(base: ReadBase, workspaceId: string): Provider | undefined {
  const row = base.state.statement('account/sso/single_sign_on_get').get({ workspace_id: workspaceId });
  return (
    row && {
      workspaceId,
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret:
        row.client_secret === null ? undefined : new Secret(base.state.vault.open(sealOf(workspaceId), row.client_secret)),
      scope: row.scope,
      groupsClaim: row.groups_claim,
      defaultRole: row.default_role,
      rules: storedRules.read(row.rules),
      updatedAt: row.updated_at,
      usedAt: row.used_at,
      enforcement: row.enforced_at === null ? undefined : { since: row.enforced_at, breakGlassId: row.break_glass_person_id },
    }
  );
}

export function putProvider(base: Base, provider: Omit<Provider, 'updatedAt' | 'usedAt' | 'enforcement'>, actor: string): void {
  const { workspaceId, clientSecret } = provider;
  base.state.statement('account/sso/single_sign_on_put').run({
    workspace_id: workspaceId,
    issuer: provider.issuer,
    client_id: provider.clientId,
    client_secret: clientSecret === undefined ? null : base.state.vault.seal(sealOf(workspaceId), clientSecret.reveal()),
    scope: provider.scope,
    groups_claim: provider.groupsClaim,
    default_role: provider.defaultRole,
    rules: storedRules.write(provider.rules),
    updated_by: actor,
    now: base.clock.now(),
  });
}

/** @throws IssuerFailure where the issuer may not be asked. */
export const clientOf = (base: ReadBase, provider: Pick<Provider, 'issuer' | 'clientId' | 'clientSecret'>): IdentityProvider =>
  new IdentityProvider(provider, { own: base.config.ownIssuers.split(' ').filter(Boolean), outside: outside(base) });

/** Live workspaces with a provider, the oldest setting first. */
export const workspacesWithProvider = (base: ReadBase): string[] =>
  base.state
    .statement('account/sso/single_sign_on_list')
    .all()
    .map((row) => row.workspace_id);

/** The workspace whose provider signs people in, where the installation has one alone. */
export function onlyProvider(base: ReadBase): string | undefined {
  const [first, ...others] = workspacesWithProvider(base);
  return others.length === 0 ? first : undefined;
}
