// Read copies of connected shops: written page by page as the shop shows what has changed, orders sealed with the profile's key. A later change is never
// replaced by an earlier one, and an order whose person was erased does not come back.
import type { Base, ReadBase } from '../../base/base.ts';
import type { ShopOrder, ShopProduct } from '../../base/contract/shop-hooks.ts';
import { inChunks } from '../../base/state/delete-in-chunks.ts';
import type { RowOf } from '../../base/state/state.ts';
import { keysOfOrder } from './lookup-keys.ts';
import { readOrderText, storedProduct } from './stored.ts';

/** One shop of one profile. */
export interface CopiedShop {
  profileId: string;
  provider: string;
  accountId: string;
}

export const keysOfShop = ({ profileId, provider, accountId }: CopiedShop) => ({
  profile_id: profileId,
  provider,
  account_id: accountId,
});

/** Undefined for a shop of which nothing was read. */
export const findCopy = (base: ReadBase, shop: CopiedShop): RowOf<'collect/commerce/copy_get'> | undefined =>
  base.state.statement('collect/commerce/copy_get').get(keysOfShop(shop));

export const createCopy = (base: Base, shop: CopiedShop): void =>
  void base.state.statement('collect/commerce/copy_create').run(keysOfShop(shop));

const sealContext = ({ provider, accountId }: CopiedShop, orderId: string): string =>
  `shop order ${provider} ${accountId} ${orderId}`;

/** Orders of a page, and what it shows as gone. */
export function keepOrders(
  base: Base,
  shop: CopiedShop,
  page: { rows: readonly ShopOrder[]; gone: readonly string[]; readTo?: number | undefined },
): void {
  const sealed = page.rows.map((order) => ({
    ...keysOfShop(shop),
    order_id: order.id,
    updated_at: order.updatedAt,
    ...keysOfOrder(base, shop, order),
    sealed: base.state.keys.encrypt(shop.profileId, sealContext(shop, order.id), JSON.stringify(order)),
  }));
  base.state.tx(() => {
    for (const row of sealed) base.state.statement('collect/commerce/order_put').run(row);
    for (const order_id of page.gone)
      base.state.statement('collect/commerce/order_remove').run({ ...keysOfShop(shop), order_id });
    if (page.readTo !== undefined)
      base.state.statement('collect/commerce/copy_orders_to_put').run({ ...keysOfShop(shop), orders_to: page.readTo });
  });
}

export const openOrder = (base: ReadBase, shop: CopiedShop, orderId: string, sealed: Uint8Array): ShopOrder =>
  readOrderText(base.state.keys.decrypt(shop.profileId, sealContext(shop, orderId), sealed));

export const isErasedOrder = (base: ReadBase, shop: CopiedShop, orderId: string): boolean =>
  base.state.statement('collect/commerce/order_get').get({ ...keysOfShop(shop), order_id: orderId })?.is_erased === 1;

export function keepProducts(
  base: Base,
  shop: CopiedShop,
  { rows, readTo }: { rows: readonly ShopProduct[]; readTo?: number | undefined },
): void {
  base.state.tx(() => {
    for (const product of rows)
      base.state.statement('collect/commerce/product_put').run({
        ...keysOfShop(shop),
        product_id: product.id,
        updated_at: product.updatedAt,
        read_at: base.clock.now(),
        product: storedProduct.write(product),
      });
    if (readTo !== undefined)
      base.state.statement('collect/commerce/copy_products_to_put').run({ ...keysOfShop(shop), products_to: readTo });
  });
}

/** A complete reading of orders; those that have not changed since `oldest` are deleted from the copy. */
export async function noteOrdersRead(
  base: Base,
  shop: CopiedShop,
  { readAt, oldest }: { readAt: number; oldest: number },
): Promise<void> {
  base.state.statement('collect/commerce/copy_orders_read_put').run({ ...keysOfShop(shop), read_at: readAt });
  const aged = { ...keysOfShop(shop), before: oldest };
  await inChunks((limit) => base.state.statement('collect/commerce/orders_age_out').run({ ...aged, limit }).changes);
}

/** A complete reading of products. After a list of all of them, those that are not in it were removed in the shop. */
export function noteProductsRead(base: Base, shop: CopiedShop, { readAt, isList }: { readAt: number; isList: boolean }): void {
  base.state.tx(() => {
    const listed_at = isList ? readAt : null;
    base.state.statement('collect/commerce/copy_products_read_put').run({ ...keysOfShop(shop), read_at: readAt, listed_at });
    if (isList)
      base.state
        .statement('collect/commerce/products_remove_unseen')
        .run({ ...keysOfShop(shop), listed_at: readAt, now: base.clock.now() });
  });
}

export const noteOrdersError = (base: Base, shop: CopiedShop, error: string): void =>
  void base.state.statement('collect/commerce/copy_orders_error_put').run({ ...keysOfShop(shop), error });

export const noteProductsError = (base: Base, shop: CopiedShop, error: string): void =>
  void base.state.statement('collect/commerce/copy_products_error_put').run({ ...keysOfShop(shop), error });
