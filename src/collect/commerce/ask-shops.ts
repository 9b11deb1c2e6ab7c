// A lookup that finds nothing in the copies: each shop is asked once, and what it finds is shown without being stored. The answer says so.
import type { ReadBase } from '../../base/base.ts';
import type { ConnectedShop, OrderLookup, ShopOrder } from '../../base/contract/shop-hooks.ts';
import type { components } from '../../base/contract/types.ts';
import { isErasedOrder } from './copies.ts';
import { isMatch } from './lookup-keys.ts';
import { shopHooks } from './shops.ts';

/** An order, and the shop that has it. */
export interface FoundOrder {
  shop: Pick<ConnectedShop, 'provider' | 'accountId'>;
  order: ShopOrder;
}

type Warning = components['schemas']['Warning'];
type Asked = { found: FoundOrder[]; warnings: Warning[] };

export async function askShops(
  base: ReadBase,
  profileId: string,
  shops: readonly ConnectedShop[],
  lookup: OrderLookup & { key: string },
): Promise<Asked> {
  const answers = await Promise.all(
    shops.filter(({ isReachable }) => isReachable).map((shop) => askShop(base, profileId, shop, lookup)),
  );
  return { found: answers.flatMap(({ found }) => found), warnings: answers.flatMap(({ warnings }) => warnings) };
}

async function askShop(
  base: ReadBase,
  profileId: string,
  shop: ConnectedShop,
  lookup: OrderLookup & { key: string },
): Promise<Asked> {
  const [hooks] = shopHooks(base);
  const orders = await hooks?.find(base, profileId, shop, lookup);
  if (!orders) {
    const message = `${shop.name}: the copy has no such order, and the shop was not asked, or did not answer, whether it has one.`;
    return { found: [], warnings: [{ code: 'shop_not_asked', message }] };
  }
  const place = { profileId, ...shop };
  const found = orders
    .filter((order) => isMatch(base, place, order, lookup, lookup.key) && !isErasedOrder(base, place, order.id))
    .map((order) => ({ shop, order }));
  const result = found.length === 0 ? 'it has none either' : 'what it has is shown, and is not in the copy';
  const message = `${shop.name}: the copy has no such order, so the shop was asked: ${result}.`;
  return { found, warnings: [{ code: 'shop_asked', message }] };
}
