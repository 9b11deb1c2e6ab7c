// The settings of a workspace's single sign-on. Owners alone change them: who controls the provider can sign in as any linked member.
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, reading, stateChange } from '../../base/contract/operation.ts';
import { IssuerFailure } from '../../providers/oidc/client.ts';
import { Secret } from '../../providers/secret.ts';
import { actorOf, writeAudit } from '../audit/index.ts';
import { revokeSession } from '../people/index.ts';
import { liveProfiles } from '../places/index.ts';
import { clientOf, type Provider, providerOf, putProvider } from './providers.ts';
import type { GroupRule } from './stored.ts';

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function shown(base: ReadBase, workspaceId: string) {
  const found = providerOf(base, workspaceId);
  if (!found) return null;
  return {
    workspace_id: workspaceId,
    issuer: found.issuer,
    client_id: found.clientId,
    has_client_secret: found.clientSecret !== undefined,
    scope: found.scope,
    groups_claim: found.groupsClaim,
    default_role: found.defaultRole,
    group_rules: found.rules.map((rule) => ({
      group: rule.group,
      role: rule.role,
      profile_id: rule.profile_id,
      permissions: { pii: rule.pii },
    })),
    updated_at: new Date(found.updatedAt).toISOString(),
    last_used_at: instant(found.usedAt),
    enforcement: found.enforcement
      ? { since: new Date(found.enforcement.since).toISOString(), break_glass_user_id: found.enforcement.breakGlassId }
      : null,
  };
}

export const getSingleSignOn = reading('getSingleSignOn', ({ workspaceId }, base) => ({ data: shown(base, workspaceId) }));

export type ProviderInput = Call<'putSingleSignOn'>['body'];

export const putSingleSignOn = stateChange('putSingleSignOn', {
  asksOutside: true,
  prepare: ({ workspaceId, body }, base) => checkProvider(base, workspaceId, body),
  change: ({ principal, workspaceId }, base, provider) => {
    setProvider(base, provider, actorOf(principal));
    return { data: shownThere(base, workspaceId) };
  },
});

type NewProvider = Omit<Provider, 'updatedAt' | 'usedAt' | 'enforcement'>;

/** Asks the issuer, and writes nothing. @throws ApiError */
export async function checkProvider(base: ReadBase, workspaceId: string, body: ProviderInput): Promise<NewProvider> {
  refuseProvisioned(base, workspaceId);
  const provider = checkedProvider(base, workspaceId, body);
  try {
    await clientOf(base, provider).check();
  } catch (error) {
    if (!(error instanceof IssuerFailure)) throw error;
    throw new ApiError('validation_error', `issuer: ${error.message}`);
  }
  return provider;
}

/** Sessions of an earlier issuer end. */
export function setProvider(base: Base, provider: NewProvider, actor: string): void {
  const { workspaceId, issuer, clientId, defaultRole, rules } = provider;
  base.state.tx(() => {
    const before = providerOf(base, workspaceId);
    putProvider(base, provider, actor);
    if (before !== undefined && before.issuer !== issuer) endSessions(base, workspaceId, actor);
    writeAudit(base, {
      actor,
      action: 'single_sign_on.set',
      workspaceId,
      subject: workspaceId,
      detail: { issuer, client_id: clientId, default_role: defaultRole, rules: rules.length },
    });
  });
}

/** @throws ApiError `not_found` */
export function shownThere(base: Base, workspaceId: string) {
  const data = shown(base, workspaceId);
  if (!data) throw new ApiError('not_found', 'The workspace has no single sign-on.');
  return data;
}

function checkedProvider(base: ReadBase, workspaceId: string, body: ProviderInput): NewProvider {
  const issuer = checkedIssuer(body.issuer);
  const before = providerOf(base, workspaceId);
  const isSame = before?.issuer === issuer && before.clientId === body.client_id;
  if (before?.enforcement && !isSame)
    throw new ApiError(
      'invalid_state',
      'The single sign-on is enforced: another provider could lock everybody out. End the enforcement, then set the provider.',
    );
  return {
    workspaceId,
    issuer,
    clientId: body.client_id,
    clientSecret: secretOf(body.client_secret, isSame ? before.clientSecret : undefined),
    scope: checkedScope(body.scope),
    groupsClaim: body.groups_claim ?? 'groups',
    defaultRole: body.default_role ?? null,
    rules: (body.group_rules ?? []).map((rule, index) => checkedRule(base, workspaceId, rule, index)),
  };
}

/** A secret is sent to the issuer and the client that it was typed for, and to no other. */
function secretOf(sent: string | null | undefined, kept: Secret | undefined): Secret | undefined {
  if (sent === undefined) return kept;
  return sent === null ? undefined : new Secret(sent);
}

function checkedIssuer(text: string): string {
  const url = URL.parse(text);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== '' ||
    url.password !== ''
  )
    throw new ApiError(
      'validation_error',
      'issuer: the address of the provider, such as https://login.example.com, without a query.',
    );
  return text;
}

function checkedScope(scope = 'openid email profile'): string {
  const scopes = scope.split(' ').filter(Boolean);
  if (!scopes.includes('openid')) throw new ApiError('validation_error', 'scope: has to contain openid.');
  return scopes.join(' ');
}

type SentRule = NonNullable<ProviderInput['group_rules']>[number];

function checkedRule(base: ReadBase, workspaceId: string, rule: SentRule, index: number): GroupRule {
  const field = `group_rules[${index}]`;
  const isOfWorkspace = rule.role === 'admin' || rule.role === 'member';
  const profileId = rule.profile_id?.toLowerCase() ?? null;
  if (isOfWorkspace !== (profileId === null))
    throw new ApiError(
      'validation_error',
      `${field}.profile_id: manager, analyst and viewer are roles on a profile; admin and member are roles in the workspace and name none.`,
    );
  if (profileId !== null && !liveProfiles(base, workspaceId).includes(profileId))
    throw new ApiError('validation_error', `${field}.profile_id: no profile of this workspace.`);
  return { group: rule.group, role: rule.role, profile_id: profileId, pii: rule.permissions?.pii ?? false };
}

function refuseProvisioned(base: ReadBase, workspaceId: string): void {
  const maker = base.state.statement('account/sso/sso_maker').get({ workspace_id: workspaceId });
  if (maker?.provisioned_by != null)
    throw new ApiError('app_provisioned_workspace', 'The app that made this workspace keeps its people.');
}

export const deleteSingleSignOn = stateChange('deleteSingleSignOn', ({ principal, workspaceId }, base) => {
  removeProvider(base, workspaceId, actorOf(principal));
  return { data: null };
});

/** False where there was none. */
export function removeProvider(base: Base, workspaceId: string, actor: string): boolean {
  return base.state.tx(() => {
    const before = providerOf(base, workspaceId);
    const place = { workspace_id: workspaceId };
    base.state.statement('account/sso/single_sign_on_drop').run(place);
    base.state.statement('account/sso/sso_people_drop').run(place);
    base.state.statement('account/sso/sso_attempts_drop').run(place);
    base.state.statement('account/sso/sso_links_drop').run(place);
    base.state.statement('account/sso/sso_break_glass_drop').run(place);
    if (!before) return false;
    endSessions(base, workspaceId, actor);
    const detail = { issuer: before.issuer };
    writeAudit(base, { actor, action: 'single_sign_on.removed', workspaceId, subject: workspaceId, detail });
    return true;
  });
}

/** Sessions that the provider of the workspace has opened. */
function endSessions(base: Base, workspaceId: string, actor: string): void {
  const rows = base.state.statement('account/people/sessions_in_workspace').all({ workspace_id: workspaceId });
  for (const { session_id: sessionId } of rows) revokeSession(base, { sessionId, actor });
}
