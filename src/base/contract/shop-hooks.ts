// Orders and products of shops in one vocabulary, and what the slice of connections does for the slice that keeps read copies of them. Amounts are
// exact decimal texts in the order's currency.
import type { ReadBase } from '../base.ts';

export interface ShopItem {
  productId: string | null;
  variantId: string | null;
  sku: string | null;
  name: string;
  quantity: number;
  /** Of the whole line, after discounts of the line. */
  total: string;
}

export interface ShopOrder {
  id: string;
  /** As the shop shows it, e.g. `#1001`. */
  number: string;
  /** The shop's own words. */
  status: string;
  fulfillment: string | null;
  isTest: boolean;
  /** Milliseconds since 1970, by the shop's clock. */
  createdAt: number;
  updatedAt: number;
  cancelledAt: number | null;
  currency: string;
  discount: string;
  tax: string;
  shipping: string;
  total: string;
  refunded: string;
  /** Amounts of items contain the tax. */
  hasTaxInItems: boolean;
  items: ShopItem[];
  customer: ShopCustomer;
}

export interface ShopCustomer {
  id: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

export interface ShopVariant {
  id: string;
  sku: string | null;
  name: string | null;
  price: string | null;
  /** How many the shop can still sell; null where it does not count them. */
  stock: number | null;
}

export interface ShopProduct {
  id: string;
  name: string;
  /** The shop's own word. */
  status: string;
  url: string | null;
  category: string | null;
  /** Of prices; null where the shop does not say. */
  currency: string | null;
  createdAt: number | null;
  updatedAt: number;
  /** At least one. */
  variants: ShopVariant[];
}

/** Exactly one of the three. */
export type OrderLookup = { by: 'number' | 'email' | 'phone'; value: string };

export interface ConnectedShop {
  provider: string;
  accountId: string;
  name: string;
  connectionId: string;
  /** Its provider is called: it has a grant that works as far as it is known. */
  isReachable: boolean;
}

export interface ShopHooks {
  /** The shops that connections of a profile read. */
  connected: (base: ReadBase, profileId: string) => ConnectedShop[];
  /** For each order the number of the fact of its payment; null for an order that brought none that counts. */
  payments: (base: ReadBase, profileId: string, orders: readonly ShopOrderName[]) => (bigint | null)[];
  /** Asks the shop itself, once. Undefined where it did not answer in time. */
  find: (base: ReadBase, profileId: string, shop: ConnectedShop, lookup: OrderLookup) => Promise<ShopOrder[] | undefined>;
}

export interface ShopOrderName {
  provider: string;
  accountId: string;
  orderId: string;
}
