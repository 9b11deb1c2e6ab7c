// Consumer apps: registered by the operator, known by id and secret, and bound to what they provisioned or adopted.

import { randomUUID } from 'node:crypto';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { checkedName } from '../../base/contract/names.ts';
import type { Principal, ProfileRef } from '../../base/contract/operation.ts';
import { ADMIN_SCOPES } from '../../base/contract/scopes.ts';
import { lookupOf, matching, mintSecret } from '../../base/kit/credential-secrets.ts';
import type { RowOf } from '../../base/state/state.ts';
import { writeAudit } from '../audit/index.ts';
import { isAcceptable } from './oauth/redirect-uris.ts';
import { storedAddresses, storedScopes } from './stored.ts';

export const APP_TOKEN_PREFIX = 'svc_app_';
const SECRET_PREFIX = 'svc_secret_';
const TOKEN_SECONDS = 3_600;

/** Calls a minute. */
const TIERS = { standard: 300, elevated: 1_200, internal: 6_000 } as const;
export type AppTier = keyof typeof TIERS;

/** Marketplaces that collect for what their apps make. */
export type Storefront = 'shopify';

export interface App {
  appId: string;
  name: string;
  tier: AppTier;
  scopes: string[];
  redirectUris: string[];
  /** As sent; when empty, the origins of the redirect URIs count. */
  allowedReturnOrigins: string[];
  storefront: Storefront | null;
  createdAt: number;
}

export interface NewApp {
  name: string;
  tier: AppTier;
  /** The scopes of the app and of its keys; all when left out. */
  scopes?: string[];
  redirectUris: string[];
  allowedReturnOrigins: string[];
  storefront?: Storefront;
  actor: string;
}

/** As for OAuth clients: https, or http on this machine. */
function checkedUri(field: string, value: string): URL {
  if (isAcceptable(value)) return new URL(value);
  throw new ApiError(
    'validation_error',
    `${field}: ${value} is no https address (http on this machine) without fragment or password.`,
  );
}

function checkedOrigin(value: string): string {
  const { origin } = checkedUri('allowed_return_origins', value);
  if (value !== origin && value !== `${origin}/`)
    throw new ApiError('validation_error', `allowed_return_origins: ${value} is no origin such as https://app.example.`);
  return origin;
}

export const mintAppSecret = () => mintSecret(SECRET_PREFIX);

/** Makes an app. `secret` is in the response of this call and nowhere else. */
export function registerApp(base: Base, input: NewApp): App & { secret: string } {
  const { secret, hash } = mintAppSecret();
  const unknown = input.scopes?.find((scope) => !ADMIN_SCOPES.has(scope));
  if (unknown !== undefined) throw new ApiError('validation_error', `scopes: there is no ${unknown}.`);
  for (const uri of input.redirectUris) checkedUri('redirect_uris', uri);
  const app: App = {
    appId: randomUUID(),
    name: checkedName('name', input.name),
    tier: input.tier,
    scopes: [...new Set(input.scopes ?? ADMIN_SCOPES)].sort(),
    redirectUris: input.redirectUris,
    allowedReturnOrigins: input.allowedReturnOrigins.map(checkedOrigin),
    storefront: input.storefront ?? null,
    createdAt: base.clock.now(),
  };
  base.state.tx(() => {
    base.state.statement('account/apps/app_create').run({
      app_id: app.appId,
      name: app.name,
      secret_hash: hash,
      tier: app.tier,
      scopes: storedScopes.write(app.scopes),
      redirect_uris: storedAddresses.write(app.redirectUris),
      allowed_return_origins: storedAddresses.write(app.allowedReturnOrigins),
      storefront: app.storefront,
      created_at: app.createdAt,
    });
    writeAudit(base, { actor: input.actor, action: 'app.created', subject: app.appId, detail: { tier: app.tier } });
  });
  return { ...app, secret };
}

type AppRow = RowOf<'account/apps/app_get' | 'account/apps/apps_list'>;

const rowOf = (base: ReadBase, appId: string): RowOf<'account/apps/app_get'> | undefined => {
  const row = base.state.statement('account/apps/app_get').get({ app_id: appId });
  return row && row.revoked_at === null ? row : undefined;
};

/** The live app of this id. */
export function findApp(base: ReadBase, appId: string): App | undefined {
  const row = rowOf(base, appId);
  return row && appOf(row);
}

export const appOf = (row: AppRow): App => ({
  appId: row.app_id,
  name: row.name,
  tier: row.tier,
  scopes: storedScopes.read(row.scopes),
  redirectUris: storedAddresses.read(row.redirect_uris),
  allowedReturnOrigins: storedAddresses.read(row.allowed_return_origins),
  storefront: row.storefront,
  createdAt: row.created_at,
});

/** Where the app's people may be sent back to: as it was registered, or where its redirect URIs are. */
export function returnOrigins({ allowedReturnOrigins, redirectUris }: App): string[] {
  const origins = allowedReturnOrigins.length > 0 ? allowedReturnOrigins : redirectUris.map((uri) => new URL(uri).origin);
  return [...new Set(origins)].sort();
}

/** The app with this id and secret, as in HTTP Basic. */
export function findAppBySecret(base: Base, appId: string, secret: string): Principal | undefined {
  const row = rowOf(base, appId);
  return row && matching([row], secret) ? principalOf(base, appId) : undefined;
}

/** A bearer in place of the secret, for an hour. */
export function issueAppToken(base: Base, appId: string): { token: string; expiresInSeconds: number } {
  const now = base.clock.now();
  const { secret, lookup, hash } = mintSecret(APP_TOKEN_PREFIX);
  base.state.statement('account/apps/app_token_create').run({
    token_id: randomUUID(),
    app_id: appId,
    lookup,
    hash,
    created_at: now,
    expires_at: now + TOKEN_SECONDS * 1000,
  });
  return { token: secret, expiresInSeconds: TOKEN_SECONDS };
}

export function findAppToken(base: Base, secret: string): Principal | undefined {
  const lookup = lookupOf(APP_TOKEN_PREFIX, secret);
  const row = matching(base.state.statement('account/apps/app_token_find').all({ lookup, now: base.clock.now() }), secret);
  return row && principalOf(base, row.app_id);
}

function principalOf(base: Base, appId: string): Principal | undefined {
  const app = findApp(base, appId);
  if (!app) return undefined;
  return {
    kind: 'app',
    credentialId: `app:${appId}`,
    appId,
    scopes: new Set(app.scopes),
    ratePerMinute: TIERS[app.tier],
  };
}

export interface AppAuthorization {
  authorizationId: string;
  workspaceId: string;
  /** Null: the workspace itself. */
  profileId: string | null;
  kind: 'provisioned' | 'adopted';
}

/** The places that an app reaches, in one workspace where it is named; no archived ones. */
export function authorizationsOf(base: ReadBase, appId: string, workspaceId?: string): AppAuthorization[] {
  const rows = base.state
    .statement('account/apps/app_authorizations_list')
    .all({ app_id: appId, workspace_id: workspaceId ?? null });
  return rows.map((row) => ({
    authorizationId: row.authorization_id,
    workspaceId: row.workspace_id,
    profileId: row.profile_id,
    kind: row.kind,
  }));
}

/** The last time that the app's access to this profile was ended; null if it never was. */
export function cutOffAt(base: Base, appId: string, { workspaceId, profileId }: ProfileRef): number | null {
  const params = { app_id: appId, workspace_id: workspaceId, profile_id: profileId };
  return base.state.statement('account/apps/app_cut_off_get').get(params)?.revoked_at ?? null;
}

export interface AppInWorkspace extends AppAuthorization {
  app: Pick<App, 'appId' | 'name' | 'scopes'>;
  createdAt: number;
}

/** The access of live apps to a workspace, oldest first. */
export function appsIn(base: ReadBase, workspaceId: string): AppInWorkspace[] {
  const rows = base.state.statement('account/apps/connected_apps_list').all({ workspace_id: workspaceId });
  return rows.map((row) => ({
    authorizationId: row.authorization_id,
    workspaceId,
    profileId: row.profile_id,
    kind: row.kind,
    createdAt: row.created_at,
    app: {
      appId: row.app_id,
      name: row.name,
      scopes: storedScopes.read(row.scopes),
    },
  }));
}

/** Lets an app reach a workspace, or one profile; inside the transaction that makes or adopts it. */
export function authorizeApp(
  base: Base,
  input: { appId: string; place: ProfileRef | { workspaceId: string }; kind: AppAuthorization['kind'] },
): void {
  const { appId, place, kind } = input;
  const profileId = 'profileId' in place ? place.profileId : null;
  base.state.tx(() => {
    base.state.statement('account/apps/app_authorization_create').run({
      authorization_id: randomUUID(),
      app_id: appId,
      workspace_id: place.workspaceId,
      profile_id: profileId,
      kind,
      created_at: base.clock.now(),
    });
    if (kind === 'provisioned' && profileId !== null)
      base.state.statement('account/places/profile_provisioned_by').run({ app_id: appId, profile_id: profileId });
    if (kind === 'provisioned' && profileId === null)
      base.state.statement('account/places/workspace_provisioned_by').run({ app_id: appId, workspace_id: place.workspaceId });
    const what = profileId === null ? { workspaceId: place.workspaceId } : { workspaceId: place.workspaceId, profileId };
    writeAudit(base, { actor: `app:${appId}`, action: `app.${kind}`, ...what, subject: profileId ?? place.workspaceId });
  });
}
