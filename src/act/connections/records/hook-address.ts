// The address of a connection's webhooks: its token is in the path, and its signing secret is sealed. It is registered at the provider after
// connecting; where it refuses, the hourly reading brings everything all the same.
import { randomBytes } from 'node:crypto';
import type { Base, ReadBase } from '../../../base/base.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import type { AdAccount, Grant } from '../../../providers/ad-platform.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import type { RecordSource } from '../../../providers/record-source.ts';
import { openSecret, Secret, sealSecret } from '../../../providers/secret.ts';
import type { Connection } from '../connection.ts';

const TOKEN_BYTES = 24;
const SECRET_BYTES = 32;

const secretContext = (connectionId: string): string => `connection ${connectionId} webhooks`;

export const hookPath = (provider: string, token: string): string => `/hooks/${provider}/${token}`;

/** Inside the caller's transaction. */
export function createHook(base: Base, { connectionId, profileId }: Pick<Connection, 'connectionId' | 'profileId'>): void {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  base.state
    .statement('act/connections/hook_create')
    .run({ connection_id: connectionId, profile_id: profileId, token, secret: null });
}

/** Where the provider calls for a connection: an address of its own, or the one of the whole app. */
export const shownHookUrl = (base: ReadBase, connection: Connection, source: RecordSource | undefined): string | null =>
  source?.hookPlace === 'app' ? `${publicAddress(base)}/hooks/${connection.provider.id}` : hookUrl(base, connection);

function hookUrl(base: ReadBase, { connectionId, provider }: Connection): string | null {
  const row = base.state.statement('act/connections/hook_get').get({ connection_id: connectionId });
  return row ? publicAddress(base) + hookPath(provider.id, row.token) : null;
}

export function hookSecret(
  base: Base,
  { connectionId, profileId }: { connectionId: string; profileId: string },
  sealed: Uint8Array | null,
): Secret | undefined {
  return sealed === null ? undefined : openSecret(base, profileId, secretContext(connectionId), sealed);
}

/** Once; one that failed is tried again by the next reading. */
export async function registerHook(
  base: Base,
  connection: Connection,
  { source, grant, account }: { source: RecordSource; grant: Grant; account: AdAccount },
): Promise<void> {
  const { connectionId, profileId } = connection;
  const row = base.state.statement('act/connections/hook_get').get({ connection_id: connectionId });
  const url = hookUrl(base, connection);
  if (!source.subscribe || !row || url === null || row.hook_id !== null) return;
  const secret = new Secret(randomBytes(SECRET_BYTES).toString('hex'));
  // Before it is registered at the provider: a webhook sent at once must be verifiable.
  const put = (hookId: string | null, signedWith: Secret): void =>
    void base.state.statement('act/connections/hook_registered').run({
      connection_id: connectionId,
      hook_id: hookId,
      secret: sealSecret(base, profileId, secretContext(connectionId), signedWith),
    });
  try {
    put(null, secret);
    const created = await source.subscribe(grant, account, { url, secret });
    put(created.hookId, created.secret ?? secret);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    base.log.warn({ err: error, connection_id: connectionId }, 'webhooks could not be registered; records are read hourly');
  }
}

/** A new grant may come with other permissions: the address is registered again. */
export const forgetRegistration = (base: Base, connectionId: string): void =>
  void base.state.statement('act/connections/hook_registered').run({ connection_id: connectionId, hook_id: null, secret: null });

/** Best effort, before the grant ends. */
export async function unregisterHook(
  base: ReadBase,
  connectionId: string,
  { source, grant, accountId }: { source: RecordSource; grant: Grant; accountId: string },
): Promise<void> {
  const row = base.state.statement('act/connections/hook_get').get({ connection_id: connectionId });
  if (!row?.hook_id) return;
  await source.unsubscribe?.(grant, accountId, row.hook_id).catch((error: unknown) => {
    base.log.warn({ err: error, connection_id: connectionId }, 'webhooks of a removed connection could not be ended');
  });
}

export const forgetHook = (tx: Base, connectionId: string): void =>
  void tx.state.statement('act/connections/hook_forget').run({ connection_id: connectionId });
