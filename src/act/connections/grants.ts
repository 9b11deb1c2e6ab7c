// The tokens of a connection: sealed with the profile's key, refreshed once for all who ask, and never saved over a later grant.
import { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';
import type { Grant } from '../../providers/ad-platform.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { LiveTokens, type Tokens } from '../../providers/oauth/client.ts';
import { openSecret, Secret, sealSecret } from '../../providers/secret.ts';
import type { Connectable } from './providers.ts';

const sealedForm = z.object({
  access: z.string(),
  refresh: z.string().optional(),
  expires_at: z.number().optional(),
  scopes: z.array(z.string()),
});

/** @param context Names the place of the tokens: what was sealed for one does not open in another. */
export const sealTokens = (base: Pick<Base, 'state'>, profileId: string, context: string, tokens: Tokens): Buffer => {
  const { accessToken, refreshToken, expiresAt, scopes } = tokens;
  const whole = { access: accessToken.reveal(), refresh: refreshToken?.reveal(), expires_at: expiresAt, scopes };
  return sealSecret(base, profileId, context, new Secret(JSON.stringify(whole)));
};

export function openTokens(base: Pick<ReadBase, 'state'>, profileId: string, context: string, sealed: Uint8Array): Tokens {
  const opened: unknown = JSON.parse(openSecret(base, profileId, context, sealed).reveal());
  const { access, refresh, expires_at, scopes } = sealedForm.parse(opened);
  return {
    accessToken: new Secret(access),
    refreshToken: refresh === undefined ? undefined : new Secret(refresh),
    expiresAt: expires_at,
    scopes,
  };
}

export const tokensContext = (connectionId: string): string => `connection ${connectionId} tokens`;

/** A grant that is in memory alone, as before it is stored. */
export const grantOfTokens = ({ accessToken }: Tokens): Grant => ({ accessToken: async () => accessToken });

/** The stored grant of a connection. A call that outlives it, because a person connected again, is refused as one of a dead grant. */
export function storedGrant(
  base: Base,
  connection: { connectionId: string; profileId: string; grantNo: number },
  platform: Pick<Connectable, 'id' | 'oauth'>,
): Grant {
  const { connectionId, profileId, grantNo } = connection;
  const context = tokensContext(connectionId);
  const live = base.memo('act/connections live tokens', () => new LiveTokens());
  const dead = (): ProviderFailure => new ProviderFailure(platform.id, 'reconnect', `${platform.id}: the grant has ended`);
  const store = {
    load: (): Tokens => {
      const row = base.state.statement('act/connections/connection_get').get({ connection_id: connectionId });
      if (!row?.tokens || row.grant_no !== grantNo) throw dead();
      return openTokens(base, profileId, context, row.tokens);
    },
    save: (tokens: Tokens): void => {
      const sealed = sealTokens(base, profileId, context, tokens);
      const given = { connection_id: connectionId, grant_no: grantNo, tokens: sealed };
      if (base.state.statement('act/connections/connection_tokens_put').run(given).changes === 0) throw dead();
    },
  };
  // Credentials that were typed in have no end.
  const flow = platform.oauth ?? { provider: platform.id };
  let last: Secret | undefined;
  return {
    accessToken: async () => {
      last = undefined;
      last = await live.accessToken(connectionId, flow, store, base.clock.now);
      return last;
    },
    // Where no token was to be had, its refresh has failed, and a second one would fail too.
    renew: async () => last !== undefined && live.renew(connectionId, flow, store, last, base.clock.now),
  };
}

/**
 * Runs a reading again, once, with a new token, if the provider refused the token: a token may end before its time while the grant is
 * alive. A reading that is refused twice has a dead grant.
 */
export async function renewingOnce<T>(grant: Grant, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isRefused = error instanceof ProviderFailure && error.outcome === 'reconnect';
    if (!isRefused || !(await grant.renew?.())) throw error;
    return read();
  }
}
