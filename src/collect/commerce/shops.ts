// The shops whose copies are shown: those that a connection of the profile reads. What reaches the shop itself is a hook of the slice of connections.
import type { ReadBase } from '../../base/base.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import type { ConnectedShop, ShopHooks } from '../../base/contract/shop-hooks.ts';
import type { components } from '../../base/contract/types.ts';
import { findCopy } from './copies.ts';

type Warning = components['schemas']['Warning'];

export const shopHooks = (base: ReadBase): ShopHooks[] => hooksOf(base).flatMap(({ shops }) => shops ?? []);

export const connectedShops = (base: ReadBase, profileId: string): ConnectedShop[] =>
  shopHooks(base).flatMap((hooks) => hooks.connected(base, profileId));

/** As statements take the shops of a list. */
export const shopNames = (shops: readonly ConnectedShop[]): string =>
  JSON.stringify(shops.map(({ provider, accountId }) => `${provider} ${accountId}`));

type CopyMeta = components['schemas']['CommerceMeta'];

interface CopyStanding {
  meta: CopyMeta;
  warnings: Warning[];
}

const instantOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** How far the copies are, and what is missing in them. */
export function standingOf(
  base: ReadBase,
  profileId: string,
  shops: readonly ConnectedShop[],
  part: 'orders' | 'products',
): CopyStanding {
  const copies = shops.map((shop) => {
    const row = findCopy(base, { profileId, ...shop });
    return { shop, readAt: row?.[`${part}_read_at`] ?? null, error: row?.[`${part}_error`] ?? null };
  });
  const isWhole = copies.length > 0 && copies.every(({ readAt }) => readAt !== null);
  const synced = isWhole ? Math.min(...copies.map(({ readAt }) => readAt ?? 0)) : null;
  const shown = copies.map(({ shop, readAt, error }) => ({
    provider: shop.provider,
    account_id: shop.accountId,
    name: shop.name,
    connection_id: shop.connectionId,
    synced_at: instantOrNull(readAt),
    error,
  }));
  const none: Warning = {
    code: 'no_shop_connected',
    message: 'No shop is connected to this profile (POST /api/v1/connections/{provider}/connect).',
  };
  const warnings = copies.flatMap(({ shop, readAt, error }) => warningsOf(shop, part, readAt, error));
  return {
    meta: { profile_id: profileId, synced_at: instantOrNull(synced), shops: shown },
    warnings: shops.length === 0 ? [none] : warnings,
  };
}

function warningsOf({ name, isReachable }: ConnectedShop, part: string, readAt: number | null, error: string | null): Warning[] {
  const state = readAt === null ? 'are not all copied yet' : `were last copied at ${new Date(readAt).toISOString()}`;
  if (!isReachable) return [{ code: 'shop_not_readable', message: `${name}: the connection does not work; ${part} ${state}.` }];
  if (error !== null) return [{ code: 'shop_not_readable', message: `${name}: ${error}; ${part} ${state}.` }];
  return readAt === null ? [{ code: 'shop_copy_incomplete', message: `${name}: ${part} ${state}; the list may lack some.` }] : [];
}
