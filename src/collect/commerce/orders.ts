// Orders of connected shops, from their copies. A lookup that finds nothing asks the shops themselves, once.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { type Answer, type Call, reading } from '../../base/contract/operation.ts';
import type { OrderLookup, ShopOrder } from '../../base/contract/shop-hooks.ts';
import { personId, publicId } from '../../base/kit/ids.ts';
import { customerByEmail, customerByPhone } from '../identity/index.ts';
import { askShops, type FoundOrder } from './ask-shops.ts';
import { openOrder } from './copies.ts';
import { type ChangeOrder, cursorAfter, millisOf, placeOf } from './cursor.ts';
import { keyOfLookup } from './lookup-keys.ts';
import { connectedShops, shopHooks, shopNames, standingOf } from './shops.ts';

type Shown = Answer<'listCommerceOrders'>['data'][number];
type Warning = NonNullable<Answer<'listCommerceOrders'>['warnings']>[number];

/** @throws ApiError `invalid_parameter` for more than one. */
function lookupOf({ number, email, phone }: Call<'listCommerceOrders'>['params']): OrderLookup | undefined {
  const lookups = Object.entries({ number, email, phone }).flatMap(([by, value]) => (value === undefined ? [] : [{ by, value }]));
  if (lookups.length > 1) throw new ApiError('invalid_parameter', 'number, email and phone: send one of them.');
  if (number !== undefined) return { by: 'number', value: number };
  if (email !== undefined) return { by: 'email', value: email };
  return phone === undefined ? undefined : { by: 'phone', value: phone };
}

const BY = {
  number: 'collect/commerce/orders_by_number',
  email: 'collect/commerce/orders_by_email',
  phone: 'collect/commerce/orders_by_phone',
} as const;

type Page = { profile_id: string; shops: string; since: number; after_at: number; after_no: number; limit: number };

function rowsOf(base: ReadBase, page: Page, sort: ChangeOrder, lookup: (OrderLookup & { key: string }) | undefined) {
  const isLatest = sort === 'latest_change';
  if (lookup) return base.state.statement(BY[lookup.by]).all({ ...page, key: lookup.key, direction: isLatest ? -1 : 1 });
  return isLatest
    ? base.state.statement('collect/commerce/orders_latest').all(page)
    : base.state.statement('collect/commerce/orders_list').all(page);
}

const instant = (at: number): string => new Date(at).toISOString();

/** Null for somebody who is no customer, and for callers who may not see people. */
function customerOf(base: ReadBase, profileId: string, { email, phone }: ShopOrder['customer']): string | null {
  const found =
    (email === null ? undefined : customerByEmail(base, profileId, email)) ??
    (phone === null ? undefined : customerByPhone(base, profileId, phone));
  return found === undefined ? null : personId(profileId, found);
}

function shownOrder({ shop, order }: FoundOrder, seq: bigint | null, profileId: string, customer: Shown['customer']): Shown {
  return {
    provider: shop.provider,
    account_id: shop.accountId,
    order_id: order.id,
    number: order.number,
    status: order.status,
    fulfillment_status: order.fulfillment,
    is_test: order.isTest,
    created_at: instant(order.createdAt),
    updated_at: instant(order.updatedAt),
    cancelled_at: order.cancelledAt === null ? null : instant(order.cancelledAt),
    currency: order.currency,
    discount_amount: order.discount,
    tax_amount: order.tax,
    shipping_amount: order.shipping,
    total_amount: order.total,
    refunded_amount: order.refunded,
    has_tax_in_items: order.hasTaxInItems,
    items: order.items.map(({ productId, variantId, total, ...item }) => ({
      product_id: productId,
      variant_id: variantId,
      ...item,
      total_amount: total,
    })),
    outcome_event_id: seq === null ? null : publicId('fact', profileId, seq),
    customer,
  };
}

function shownOrders(base: ReadBase, profileId: string, found: readonly FoundOrder[], mayReadPeople: boolean): Shown[] {
  const names = found.map(({ shop, order }) => ({ ...shop, orderId: order.id }));
  const seqs = shopHooks(base).flatMap((hooks) => hooks.payments(base, profileId, names));
  return found.map((each, at) => {
    const { id, name, email, phone, country } = each.order.customer;
    const customer = mayReadPeople
      ? {
          shop_customer_id: id,
          name,
          email,
          phone,
          country,
          customer_profile_id: customerOf(base, profileId, each.order.customer),
        }
      : null;
    return shownOrder(each, seqs[at] ?? null, profileId, customer);
  });
}

export const listCommerceOrders = reading('listCommerceOrders', async ({ profile, params, principal }, base) => {
  const { profileId } = profile;
  const query = lookupOf(params);
  const lookup = query && { ...query, key: keyOfLookup(base, profileId, query) };
  const shops = connectedShops(base, profileId);
  const { meta, warnings } = standingOf(base, profileId, shops, 'orders');
  const since = millisOf(params.updated_since);
  const page = {
    profile_id: profileId,
    shops: shopNames(shops),
    since,
    ...placeOf(params.cursor, params.sort),
    limit: params.limit + 1,
  };
  const rows = rowsOf(base, page, params.sort, lookup);
  const kept = rows.slice(0, params.limit).map((row) => {
    const shop = { provider: row.provider, accountId: row.account_id };
    return { shop, order: openOrder(base, { profileId, ...shop }, row.order_id, row.sealed ?? new Uint8Array()) };
  });
  const isWanted = lookup !== undefined && rows.length === 0 && params.cursor === undefined;
  const outside = isWanted
    ? await askShops(base, profileId, shops, lookup)
    : { found: [] as FoundOrder[], warnings: [] as Warning[] };
  const found = [...kept, ...outside.found.filter(({ order }) => order.updatedAt >= since)];
  const last = rows.length > params.limit ? rows[params.limit - 1] : undefined;
  const all = [...warnings, ...outside.warnings];
  return {
    data: shownOrders(base, profileId, found, principal.scopes.has('customers:read')),
    meta,
    pagination: { has_next: last !== undefined, cursor: last ? cursorAfter(last.updated_at, last.order_no) : null },
    ...(all.length > 0 ? { warnings: all } : {}),
  };
});
