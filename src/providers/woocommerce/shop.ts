// Orders and products of a shop with WooCommerce as they are, in the order of their changes, and the search for one order. The shop's search looks into
// many fields and for parts of texts: what it finds is compared with the whole value.
import type { OrderLookup, ShopOrder, ShopProduct } from '../../base/contract/shop-hooks.ts';
import { decimalText, trimmedDecimal, unitsOf } from '../../base/kit/decimals.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import { ProviderFailure } from '../http/failure.ts';
import { NO_CURRENCY } from '../record-source.ts';
import { risingPages } from '../rising-pages.ts';
import type { ShopPage, ShopReader } from '../shop-reader.ts';
import { type OpenShop, secondText, unlessGone } from './open-shop.ts';
import {
  PRODUCT_FIELDS,
  type RawOrder,
  type RawProduct,
  type RawVariation,
  SHOP_ORDER_FIELDS,
  shopOrder,
  shopOrders,
  shopProduct,
  shopProducts,
  VARIATION_FIELDS,
  variations,
} from './shop-shapes.ts';

const ROWS = 100;
const FOUND_ROWS = 20;
const MAX_VARIATION_PAGES = 10;
const SCALE = 9;

type Open = (grant: Grant, once?: { timeoutMs: number }) => Promise<OpenShop>;

export const createWooCommerceReader = (open: Open): ShopReader => ({
  readOrders: (grant, _account, since) => readOrders(open, grant, since),
  readProducts: (grant, account, since) => readProducts(open, grant, account, since),
  readOrder: async (grant, _account, id) => {
    const shop = await open(grant);
    const found = await shop.get(`wc/v3/orders/${id}`, { _fields: SHOP_ORDER_FIELDS }, shopOrder).catch(unlessGone);
    return found === undefined || found.status === 'trash' ? undefined : orderOf(found);
  },
  readProduct: async (grant, { currency }, id) => {
    const shop = await open(grant);
    const found = await shop.get(`wc/v3/products/${id}`, { _fields: PRODUCT_FIELDS }, shopProduct).catch(unlessGone);
    return found === undefined || found.status === 'trash'
      ? undefined
      : productOf(found, await variationsOf(shop, found), currency);
  },
  findOrders: async (grant, _account, lookup, timeoutMs) => {
    const shop = await open(grant, { timeoutMs });
    const query = { search: searchText(lookup), per_page: String(FOUND_ROWS), _fields: SHOP_ORDER_FIELDS };
    return (await shop.get('wc/v3/orders', query, shopOrders)).map(orderOf);
  },
});

/** TRICKY: a search for more than digits does not look at the number of an order. */
const searchText = ({ by, value }: OrderLookup): string => (by === 'number' ? value.replace(/^#+/, '') : value);

const rising = { orderby: 'modified', order: 'asc', dates_are_gmt: 'true', per_page: String(ROWS) };

const endless = (): Error => new ProviderFailure('woocommerce', 'unusable', 'woocommerce: the list has no end');

async function* readOrders(open: Open, grant: Grant, since: number): AsyncGenerator<ShopPage<ShopOrder>> {
  const shop = await open(grant);
  // The bin first: its orders are gone, and what was read of the others is the progress that counts.
  for (const status of ['trash', 'any']) {
    const pages = risingPages({
      since,
      size: ROWS,
      changedAt: (row: RawOrder) => row.date_modified_gmt,
      endless,
      read: ({ after, offset }) => {
        const query = {
          ...rising,
          status,
          modified_after: secondText(after),
          offset: String(offset),
          _fields: SHOP_ORDER_FIELDS,
        };
        return shop.get('wc/v3/orders', query, shopOrders);
      },
    });
    for await (const { rows, readTo } of pages) {
      const isGone = ({ status: one }: RawOrder): boolean => one === 'trash';
      const gone = rows.filter(isGone).map(({ id }) => id);
      yield { rows: rows.filter((row) => !isGone(row)).map(orderOf), gone, readTo: status === 'any' ? readTo : undefined };
    }
  }
}

async function* readProducts(
  open: Open,
  grant: Grant,
  { currency }: AdAccount,
  since: number,
): AsyncGenerator<ShopPage<ShopProduct>> {
  const shop = await open(grant);
  const pages = risingPages({
    since,
    size: ROWS,
    changedAt: (row: RawProduct) => row.date_modified_gmt,
    endless,
    read: ({ after, offset }) => {
      const query = { ...rising, modified_after: secondText(after), offset: String(offset), _fields: PRODUCT_FIELDS };
      return shop.get('wc/v3/products', query, shopProducts);
    },
  });
  for await (const { rows, readTo } of pages) {
    const products: ShopProduct[] = [];
    for (const row of rows) products.push(productOf(row, await variationsOf(shop, row), currency));
    yield { rows: products, gone: [], readTo };
  }
}

async function variationsOf(shop: OpenShop, { id, type }: RawProduct): Promise<RawVariation[]> {
  if (type !== 'variable') return [];
  const all: RawVariation[] = [];
  for (let page = 1; page <= MAX_VARIATION_PAGES; page += 1) {
    const query = { per_page: String(ROWS), page: String(page), _fields: VARIATION_FIELDS };
    const found = (await shop.get(`wc/v3/products/${id}/variations`, query, variations).catch(unlessGone)) ?? [];
    all.push(...found);
    if (found.length < ROWS) break;
  }
  return all;
}

const amountOf = (amount: string | undefined): string => trimmedDecimal(amount ?? '0');

/** The totals of refunds are negative. */
const sumBack = (refunds: RawOrder['refunds']): string =>
  decimalText(
    (refunds ?? []).reduce((sum, { total = '0' }) => sum + unitsOf(total.replace('-', ''), SCALE), 0n),
    SCALE,
  );

function orderOf(order: RawOrder): ShopOrder {
  const { billing, customer_id: customer } = order;
  const name = [billing?.first_name, billing?.last_name].filter((part) => part !== undefined).join(' ');
  const changedAt = order.date_modified_gmt ?? order.date_created_gmt ?? 0;
  return {
    id: order.id,
    number: order.number ?? order.id,
    status: order.status,
    fulfillment: null,
    isTest: false,
    createdAt: order.date_created_gmt ?? changedAt,
    updatedAt: changedAt,
    cancelledAt: order.status === 'cancelled' ? changedAt : null,
    currency: order.currency,
    total: amountOf(order.total),
    tax: amountOf(order.total_tax),
    shipping: amountOf(order.shipping_total),
    discount: amountOf(order.discount_total),
    refunded: sumBack(order.refunds),
    hasTaxInItems: false,
    items: (order.line_items ?? []).map((item) => ({
      productId: realId(item.product_id),
      variantId: realId(item.variation_id),
      sku: item.sku ?? null,
      name: item.name,
      quantity: item.quantity,
      total: amountOf(item.total),
    })),
    customer: {
      id: realId(customer),
      name: name === '' ? null : name,
      email: billing?.email ?? null,
      phone: billing?.phone ?? null,
      country: billing?.country ?? null,
    },
  };
}

/** 0 is none. */
const realId = (id: string | undefined): string | null => (id === undefined || id === '0' ? null : id);

function productOf(product: RawProduct, found: readonly RawVariation[], currency: string): ShopProduct {
  const { stock_quantity, stock_status } = product;
  const own = { id: product.id, sku: product.sku, name: undefined, price: product.price, stock_quantity, stock_status };
  const variants = found.length === 0 ? [own] : found;
  return {
    id: product.id,
    name: product.name,
    status: product.status,
    url: product.permalink ?? null,
    category: product.categories?.[0]?.name ?? null,
    currency: currency === NO_CURRENCY ? null : currency,
    createdAt: product.date_created_gmt ?? null,
    updatedAt: product.date_modified_gmt ?? product.date_created_gmt ?? 0,
    variants: variants.map(({ id, sku, name, price, ...counted }) => ({
      id,
      sku: sku ?? null,
      name: name ?? null,
      price: price === undefined ? null : trimmedDecimal(price),
      stock: stockOf(counted),
    })),
  };
}

/** A shop that counts nothing still says what is sold out. */
function stockOf({ stock_quantity, stock_status }: Pick<RawVariation, 'stock_quantity' | 'stock_status'>): number | null {
  if (stock_quantity !== undefined) return Math.max(0, stock_quantity);
  return stock_status === 'outofstock' ? 0 : null;
}
