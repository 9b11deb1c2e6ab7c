// Orders and products of a shop at Shopify as they are, in the order of their changes, and the search for one order.
import type { OrderLookup, ShopItem, ShopOrder, ShopProduct } from '../../base/contract/shop-hooks.ts';
import { trimmedDecimal } from '../../base/kit/decimals.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import type { ShopPage, ShopReader } from '../shop-reader.ts';
import type { OpenShopify } from './open-shop.ts';
import { between } from './queries.ts';
import { exactTerm, FIND_ORDERS, RISING_ORDERS, RISING_PRODUCTS, WHOLE_ORDER, WHOLE_PRODUCT } from './shop-queries.ts';
import {
  productAnswer,
  productsAnswer,
  type RawOrder,
  type RawProduct,
  shopOrderAnswer,
  shopOrdersAnswer,
} from './shop-shapes.ts';

type Open = (grant: Grant, once?: { timeoutMs: number }) => Promise<OpenShopify>;

/** In the search of orders; `name` is the number as the shop shows it. */
const FIELDS: Readonly<Record<OrderLookup['by'], string>> = { number: 'name', email: 'email', phone: 'phone' };

export const createShopifyReader = (open: Open): ShopReader => ({
  readOrders: (grant, _account, since) => readOrders(open, grant, since),
  readProducts: (grant, account, since) => readProducts(open, grant, account, since),
  readOrder: async (grant, _account, id) => {
    const order = await wholeOrder(await open(grant), `gid://shopify/Order/${id}`);
    return order && orderOf(order);
  },
  readProduct: async (grant, { currency }, id) => {
    const opened = await open(grant);
    const variables = { id: `gid://shopify/Product/${id}`, after: undefined };
    const { product } = await opened.ask(WHOLE_PRODUCT, variables, productAnswer);
    return product ? productOf(await wholeProduct(opened, product), currency) : undefined;
  },
  findOrders: async (grant, _account, { by, value }, timeoutMs) => {
    const opened = await open(grant, { timeoutMs });
    const { orders } = await opened.ask(FIND_ORDERS, { query: exactTerm(FIELDS[by], value) }, shopOrdersAnswer);
    return (await wholeOrders(opened, orders.nodes)).map(orderOf);
  },
});

/** A page of a list by GraphQL. */
interface Listed<Raw> {
  nodes: Raw[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null | undefined };
}

async function* pagesOf<Raw>(read: (after: string | undefined) => Promise<Listed<Raw>>): AsyncGenerator<Raw[]> {
  let after: string | undefined;
  for (let isOver = false; !isOver; ) {
    const { nodes, pageInfo } = await read(after);
    yield nodes;
    after = pageInfo.endCursor ?? undefined;
    isOver = !pageInfo.hasNextPage || after === undefined;
  }
}

const lastChange = (rows: readonly { updatedAt: number }[]): number | undefined => rows.at(-1)?.updatedAt;

async function* readOrders(open: Open, grant: Grant, since: number): AsyncGenerator<ShopPage<ShopOrder>> {
  const opened = await open(grant);
  const query = between('updated_at', since);
  const pages = pagesOf(async (after) => (await opened.ask(RISING_ORDERS, { query, after }, shopOrdersAnswer)).orders);
  for await (const nodes of pages)
    yield { rows: (await wholeOrders(opened, nodes)).map(orderOf), gone: [], readTo: lastChange(nodes) };
}

async function* readProducts(
  open: Open,
  grant: Grant,
  { currency }: AdAccount,
  since: number,
): AsyncGenerator<ShopPage<ShopProduct>> {
  const opened = await open(grant);
  const query = between('updated_at', since);
  const pages = pagesOf(async (after) => (await opened.ask(RISING_PRODUCTS, { query, after }, productsAnswer)).products);
  for await (const nodes of pages) {
    const rows: ShopProduct[] = [];
    for (const each of nodes) rows.push(productOf(await wholeProduct(opened, each), currency));
    yield { rows, gone: [], readTo: lastChange(nodes) };
  }
}

/** An order with more items than a page shows is read singly; one that is gone by then, as it was. */
async function wholeOrders(opened: OpenShopify, orders: readonly RawOrder[]): Promise<RawOrder[]> {
  const whole: RawOrder[] = [];
  for (const each of orders) {
    const isWhole = !each.lineItems.pageInfo.hasNextPage;
    whole.push(isWhole ? each : ((await wholeOrder(opened, `gid://shopify/Order/${each.id}`)) ?? each));
  }
  return whole;
}

async function wholeOrder(opened: OpenShopify, id: string): Promise<RawOrder | undefined> {
  let whole: RawOrder | undefined;
  const pages = pagesOf(async (after) => {
    const { order } = await opened.ask(WHOLE_ORDER, { id, after }, shopOrderAnswer);
    whole ??= order ?? undefined;
    return order?.lineItems ?? { nodes: [], pageInfo: { hasNextPage: false } };
  });
  const items: RawOrder['lineItems']['nodes'] = [];
  for await (const nodes of pages) items.push(...nodes);
  return whole && { ...whole, lineItems: { ...whole.lineItems, nodes: items } };
}

async function wholeProduct(opened: OpenShopify, product: RawProduct): Promise<RawProduct> {
  if (!product.variants.pageInfo.hasNextPage) return product;
  const variants: RawProduct['variants']['nodes'] = [];
  const id = `gid://shopify/Product/${product.id}`;
  const pages = pagesOf(async (after) => {
    const found = (await opened.ask(WHOLE_PRODUCT, { id, after }, productAnswer)).product;
    return found?.variants ?? { nodes: [], pageInfo: { hasNextPage: false } };
  });
  for await (const nodes of pages) variants.push(...nodes);
  return variants.length === 0 ? product : { ...product, variants: { ...product.variants, nodes: variants } };
}

type MoneySet = RawOrder['totalPriceSet'];
const amountOf = (money: MoneySet | null | undefined): string => trimmedDecimal(money?.shopMoney.amount ?? '0');

function orderOf(order: RawOrder): ShopOrder {
  const { billingAddress: billing } = order;
  const name = [billing?.firstName, billing?.lastName].filter((part) => part !== undefined).join(' ');
  return {
    id: order.id,
    number: order.name,
    isTest: order.test,
    hasTaxInItems: order.taxesIncluded,
    status: order.displayFinancialStatus ?? 'UNKNOWN',
    fulfillment: order.displayFulfillmentStatus ?? null,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt ?? null,
    currency: order.totalPriceSet.shopMoney.currencyCode,
    total: amountOf(order.totalPriceSet),
    discount: amountOf(order.totalDiscountsSet),
    tax: amountOf(order.totalTaxSet),
    shipping: amountOf(order.totalShippingPriceSet),
    refunded: amountOf(order.totalRefundedSet),
    items: order.lineItems.nodes.map(itemOf),
    customer: {
      id: order.customer?.id ?? null,
      name: name === '' ? null : name,
      email: order.email ?? null,
      phone: order.phone ?? billing?.phone ?? null,
      country: billing?.countryCodeV2 ?? null,
    },
  };
}

const itemOf = ({
  product,
  variant,
  sku,
  name,
  quantity,
  discountedTotalSet,
}: RawOrder['lineItems']['nodes'][number]): ShopItem => ({
  productId: product?.id ?? null,
  variantId: variant?.id ?? null,
  sku: sku ?? null,
  name,
  quantity,
  total: amountOf(discountedTotalSet),
});

const productOf = (product: RawProduct, currency: string): ShopProduct => ({
  id: product.id,
  name: product.title,
  status: product.status.toLowerCase(),
  url: product.onlineStoreUrl ?? null,
  category: product.productType ?? null,
  currency,
  createdAt: product.createdAt,
  updatedAt: product.updatedAt,
  variants: product.variants.nodes.map(({ id, sku, title, price, ...counted }) => ({
    id,
    sku: sku ?? null,
    name: title ?? null,
    price: price === undefined ? null : trimmedDecimal(price),
    stock: stockOf(counted),
  })),
});

/** What is sold although none is left is not counted: the shop does not track it, or sells it in advance. */
function stockOf({
  availableForSale,
  inventoryQuantity,
}: Pick<RawVariant, 'availableForSale' | 'inventoryQuantity'>): number | null {
  if (inventoryQuantity === undefined) return null;
  if (inventoryQuantity > 0) return inventoryQuantity;
  return availableForSale === false ? 0 : null;
}

type RawVariant = RawProduct['variants']['nodes'][number];
