// Connected shops for the slice that keeps read copies of them: which there are, the payments that their orders brought, and a question to the shop itself.
import { setTimeout as pause } from 'node:timers/promises';
import { type Base, keeperOf, type ReadBase } from '../../../base/base.ts';
import type { ConnectedShop, OrderLookup, ShopHooks, ShopOrder } from '../../../base/contract/shop-hooks.ts';
import { queueForget } from '../../../collect/commerce/index.ts';
import { RequestBudget } from '../../../providers/http/budget.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { accountsOf, findConnection } from '../connection.ts';
import { providers } from '../providers.ts';
import { openKnownAccount } from '../records/sync-records.ts';

/** A caller waits for it. */
const FIND_MS = 2_000;

/** How long a shop is waited for; tests shorten it. */
export const findPatience = (base: Pick<ReadBase, 'memo'>): { ms: number } =>
  base.memo('act/connections shop patience', () => ({ ms: FIND_MS }));

/** The shop's limits are those of its payments, too, which lookups must not use up. */
const FINDS_PER_MINUTE = 30;

const findBudget = (base: Pick<ReadBase, 'memo' | 'clock'>): RequestBudget =>
  base.memo(
    'act/connections shop lookups',
    () => new RequestBudget({ clock: base.clock, perMinute: FINDS_PER_MINUTE, maxWaitMs: 0 }),
  );

const commerceProviders = (): string =>
  JSON.stringify(
    providers()
      .filter(({ kind }) => kind === 'commerce')
      .map(({ id }) => id),
  );

function connected(base: ReadBase, profileId: string): ConnectedShop[] {
  const found = base.state.statement('act/connections/shops_list').all({ profile_id: profileId, providers: commerceProviders() });
  return found.map(({ connection_id, provider, account_id, name, status }) => ({
    connectionId: connection_id,
    provider,
    accountId: account_id,
    name,
    isReachable: status === 'active' || status === 'needs_action',
  }));
}

const payments: ShopHooks['payments'] = (base, profileId, orders) =>
  orders.map(({ provider, accountId, orderId }) => {
    const place = { profile_id: profileId, provider, account_id: accountId };
    const key = { record_id: `sale/${orderId}`, outcome_key: `${provider}:${accountId}:order:${orderId}` };
    const row = base.state.statement('act/connections/source_fact_of_order').get({ ...place, ...key });
    return row === undefined ? null : BigInt(row.seq);
  });

/** TRICKY: a token may be renewed for it, which is stored, although somebody only reads. */
async function find(
  base: ReadBase,
  _profileId: string,
  shop: ConnectedShop,
  lookup: OrderLookup,
): Promise<ShopOrder[] | undefined> {
  if (await findBudget(base).take(shop.connectionId)) return undefined;
  const keeper = keeperOf(base);
  const { ms } = findPatience(base);
  const over = new AbortController();
  const answer = ask(keeper, shop, lookup, ms).catch((error: unknown) => {
    base.log.warn({ err: error, connection_id: shop.connectionId }, 'an order could not be looked up in a shop');
    if (!(error instanceof ProviderFailure)) throw error;
    return undefined;
  });
  const end = pause(ms, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    return await Promise.race([answer, end]);
  } finally {
    over.abort();
  }
}

async function ask(base: Base, shop: ConnectedShop, lookup: OrderLookup, timeoutMs: number): Promise<ShopOrder[] | undefined> {
  const connection = findConnection(base, shop.connectionId);
  const opened = connection && openKnownAccount(base, connection, shop.accountId);
  return opened?.source.shop?.findOrders(opened.grant, opened.account, lookup, timeoutMs);
}

export const shopHooks: ShopHooks = { connected, payments, find };

/** The copies of a connection's shops are deleted with it. Inside the caller's transaction. */
export function forgetShops(tx: Base, connectionId: string): void {
  const connection = findConnection(tx, connectionId);
  if (connection?.provider.kind !== 'commerce') return;
  const { profileId, provider } = connection;
  for (const { account_id } of accountsOf(tx, connectionId))
    queueForget(tx, { profileId, provider: provider.id, accountId: account_id });
}
