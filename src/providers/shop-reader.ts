// What a source of records can read of a shop beside the money: orders and products as they are, in the order of their changes.
import type { OrderLookup, ShopOrder, ShopProduct } from '../base/contract/shop-hooks.ts';
import type { AdAccount, Grant } from './ad-platform.ts';

export interface ShopReader {
  /** Orders that changed at or after a moment, the earliest change first, in portions. One may come twice. @throws ProviderFailure, here and below. */
  readOrders(grant: Grant, account: AdAccount, since: number): AsyncIterable<ShopPage<ShopOrder>>;
  readProducts(grant: Grant, account: AdAccount, since: number): AsyncIterable<ShopPage<ShopProduct>>;
  /** Undefined for one that is not there any more. */
  readOrder(grant: Grant, account: AdAccount, id: string): Promise<ShopOrder | undefined>;
  /** Undefined for one that is not there any more. */
  readProduct(grant: Grant, account: AdAccount, id: string): Promise<ShopProduct | undefined>;
  /** At most a few orders, each of which matches exactly. Tried once. */
  findOrders(grant: Grant, account: AdAccount, lookup: OrderLookup, timeoutMs: number): Promise<ShopOrder[]>;
}

export interface ShopPage<Row> {
  rows: Row[];
  /** Ids of rows that the shop does not have any more. */
  gone: string[];
  /** Every change before was read. */
  readTo: number | undefined;
}
