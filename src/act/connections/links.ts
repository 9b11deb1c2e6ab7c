// Links by which a person grants access to accounts. The holder of a link may connect an account of theirs to its profile, once, within half an hour;
// it allows nothing else. Its secret is in the link and, during a visit to the provider, in a cookie of the person's browser.
import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { findProfile, workspaceOfProfile } from '../../account/places/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { setupPath } from '../../base/kit/console-paths.ts';
import { lookupOf, matching, mintSecret } from '../../base/kit/credential-secrets.ts';
import { publicAddress } from '../../base/kit/public-address.ts';
import type { AdAccount } from '../../providers/ad-platform.ts';
import type { Tokens } from '../../providers/oauth/client.ts';
import { openSecret, Secret, sealSecret } from '../../providers/secret.ts';
import { sandboxOf } from '../../sandbox/index.ts';
import { openTokens, sealTokens } from './grants.ts';
import { connectableOf, oauthOf, type Provider, providerOf, refusing } from './providers.ts';
import type { MappedOutcome } from './records/mapping.ts';
import { storedMapping, storedVisible, storedWanted, storedWantedImport, type WantedImport } from './stored.ts';

const PREFIX = 'svc_connect_';
const LIFE_MS = 30 * 60_000;

export interface ConnectLink {
  linkId: string;
  connectionId: string;
  profileId: string;
  provider: Provider;
  returnUrl: string | null;
  /** The accounts to connect, where the caller named them. */
  wanted: string[] | null;
  /** The address of the shop, where the caller named it. */
  shop: string | null;
  createdBy: string;
  /** The meaning of stages and forms, where the caller set it. */
  mapping: MappedOutcome[] | null;
  /** The folder or label and the alias whose mails are all kept, as typed in; null before that. */
  mailImport: WantedImport | null;
  expiresAt: number;
  stateHash: Uint8Array | null;
  verifier: Uint8Array | null;
  /** A grant that waits for the choice of accounts. */
  granted: { tokens: Uint8Array; visible: AdAccount[] } | null;
  status: 'open' | 'used' | 'expired';
}

const visibleOf = (json: string): AdAccount[] =>
  storedVisible.read(json).map(({ hasWriteAccess, ...account }) => ({ ...account, hasWriteAccess }));

export const connectPath = (token: string): string => `/connect/${encodeURIComponent(token)}`;
/** Where a manager of the profile gets a link to connect again; it is not a link itself, so it may be shown to everybody. */
export const reconnectUrl = (base: ReadBase, profileId: string): string =>
  `${publicAddress(base)}${setupPath(profileId)}#ad_account_connected`;
export const callbackAddress = (base: ReadBase, { id }: Provider): string => `${publicAddress(base)}/connect/${id}/callback`;

export interface NewLink {
  connectionId: string;
  profileId: string;
  provider: Provider;
  returnUrl: string | undefined;
  wanted: readonly string[] | undefined;
  shop?: string | undefined;
  mapping?: readonly MappedOutcome[] | undefined;
  mailImport?: WantedImport | undefined;
  createdBy: string;
}

/** Inside the caller's transaction. */
export function createLink(base: Base, link: NewLink): { url: string; expiresAt: number } {
  const { secret, lookup, hash } = mintSecret(PREFIX);
  const now = base.clock.now();
  const expiresAt = now + LIFE_MS;
  base.state.statement('act/connections/link_create').run({
    link_id: randomUUID(),
    connection_id: link.connectionId,
    profile_id: link.profileId,
    provider: link.provider.id,
    lookup,
    hash,
    return_url: link.returnUrl ?? null,
    accounts: link.wanted ? storedWanted.write([...link.wanted]) : null,
    shop: link.shop ?? null,
    mapping: link.mapping ? storedMapping.write([...link.mapping]) : null,
    mail_import: link.mailImport ? storedWantedImport.write(link.mailImport) : null,
    created_by: link.createdBy,
    now,
    expires_at: expiresAt,
  });
  return { url: `${publicAddress(base)}${connectPath(secret)}`, expiresAt };
}

/** By the secret of its address, for a profile that is there. */
export function findConnectLink(base: Base, token: string): ConnectLink | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const rows = base.state.statement('act/connections/link_find').all({ lookup: lookupOf(PREFIX, token) });
  const row = matching(rows, token);
  if (!row || !findProfile(base, row.profile_id)) return undefined;
  const isExpired = row.expires_at <= base.clock.now();
  return {
    linkId: row.link_id,
    connectionId: row.connection_id,
    profileId: row.profile_id,
    provider: providerOf(row.provider),
    returnUrl: row.return_url,
    wanted: row.accounts === null ? null : storedWanted.read(row.accounts),
    createdBy: row.created_by,
    shop: row.shop,
    mapping: storedMapping.readOrNull(row.mapping),
    expiresAt: row.expires_at,
    mailImport: storedWantedImport.readOrNull(row.mail_import),
    stateHash: row.state_hash,
    verifier: row.verifier,
    granted: row.tokens && { tokens: row.tokens, visible: visibleOf(row.visible ?? '[]') },
    status: row.ended_at !== null ? 'used' : isExpired ? 'expired' : 'open',
  };
}

/** @throws ApiError for a link that does not work any more. */
export function openLink(base: Base, token: string): ConnectLink {
  const link = findConnectLink(base, token);
  if (!link) throw new ApiError('not_found', 'This link is not valid. Perhaps a part of it is missing.');
  if (link.status === 'used') throw new ApiError('invalid_state', 'This link was used already. Request another one.');
  if (link.status === 'expired')
    throw new ApiError('invalid_state', 'This link has expired: it worked for 30 minutes. Request another one.');
  return link;
}

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();
const verifierContext = ({ linkId }: ConnectLink): string => `connect link ${linkId} verifier`;
const tokensContext = ({ linkId }: ConnectLink): string => `connect link ${linkId} tokens`;

/** The provider's page on which the person grants access. A visit that was open before ends. */
export async function startVisit(
  base: Base,
  token: string,
  values: Readonly<Record<string, string>> = {},
): Promise<{ location: URL; state: string }> {
  const link = openLink(base, token);
  const oauth = oauthOf(await connectableOf(base, link.provider), link.provider);
  const [state, codeVerifier] = [randomBytes(32).toString('base64url'), randomBytes(48).toString('base64url')];
  base.state.statement('act/connections/link_visit_start').run({
    link_id: link.linkId,
    state_hash: hashOf(state),
    verifier: sealSecret(base, link.profileId, verifierContext(link), new Secret(codeVerifier)),
  });
  if (link.provider.id === 'sandbox') (await sandboxOf(base)).expect(state, workspaceOfProfile(base, link.profileId));
  const redirectUri = callbackAddress(base, link.provider);
  const location = await refusing(link.provider.name, () => oauth.authorizationUrl({ redirectUri, state, codeVerifier, values }));
  return { location, state };
}

/** Ends the visit that has this state; answers its verifier. @throws ApiError for another state, or one that came back before. */
export function endVisit(base: Base, link: ConnectLink, state: string): string {
  const hash = hashOf(state);
  const { stateHash, verifier } = link;
  const isOpen = stateHash !== null && verifier !== null && timingSafeEqual(hash, stateHash);
  const ended = isOpen && base.state.statement('act/connections/link_visit_end').run({ link_id: link.linkId, state_hash: hash });
  if (!ended || ended.changes === 0)
    throw new ApiError(
      'invalid_state',
      'This answer of the provider was used already, or another visit has begun. Open the link again.',
    );
  return openSecret(base, link.profileId, verifierContext(link), verifier).reveal();
}

/** Keeps a grant until the person has chosen accounts. */
export function keepGrant(base: Base, link: ConnectLink, tokens: Tokens, visible: readonly AdAccount[]): void {
  base.state.statement('act/connections/link_grant_put').run({
    link_id: link.linkId,
    tokens: sealTokens(base, link.profileId, tokensContext(link), tokens),
    visible: storedVisible.write([...visible]),
  });
}

export const keptTokens = (base: Base, link: ConnectLink, sealed: Uint8Array): Tokens =>
  openTokens(base, link.profileId, tokensContext(link), sealed);

/** True for the one call that ends it. */
export const endLink = (base: Base, link: ConnectLink, connectionId: string): boolean =>
  base.state
    .statement('act/connections/link_end')
    .run({ link_id: link.linkId, connection_id: connectionId, now: base.clock.now() }).changes > 0;
