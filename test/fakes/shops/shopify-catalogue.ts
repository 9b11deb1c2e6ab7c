// Orders and products of a fake shop at Shopify as its GraphQL shows them beside the money: lists in the order of changes, single ones with all their
// items, and the search, which finds parts of numbers and takes what is not quoted as syntax.
import type { FakeAnswer } from '../provider-server.ts';

type Row = Record<string, unknown>;

export interface CatalogueOrder {
  id: string;
  name: string;
  updatedAt: number;
  total: string;
  email?: string | null;
  phone?: string | null;
  person?: { firstName: string | null; lastName: string | null; phone: string | null; countryCodeV2: string | null };
  items?: { name: string; sku: string; quantity: number; total: string; productId?: string }[];
  refunded?: string;
  discount?: string;
  tax?: string;
  shipping?: string;
  status?: string;
}

export interface CatalogueProduct {
  id: string;
  title: string;
  updatedAt: number;
  status?: string;
  variants: { id: string; sku: string; title: string; price: string; availableForSale?: boolean; inventoryQuantity?: number }[];
}

export interface ShopCatalogue {
  orders: CatalogueOrder[];
  products: CatalogueProduct[];
  /** The texts of searches for single orders. */
  searches: string[];
  /** The app may not read products. */
  isWithoutProducts: boolean;
  answer(query: string, variables: Row): FakeAnswer;
}

const instant = (at: number): string => new Date(at).toISOString();
const ok = (data: unknown, more: Row = {}): FakeAnswer => ({ status: 200, body: { data, ...more } });
const money = (amount = '0.00'): Row => ({ shopMoney: { amount, currencyCode: 'EUR' } });

/** The number after `first:` of a connection in the query. */
const firstOf = (query: string, name: string): number => Number(new RegExp(`${name}\\(first: (\\d+)`).exec(query)?.[1] ?? 0);

function pageOf<T>(all: readonly T[], size: number, from: number): { nodes: T[]; pageInfo: Row } {
  const nodes = all.slice(from, from + size);
  return {
    nodes,
    pageInfo: { hasNextPage: from + size < all.length, endCursor: nodes.length === 0 ? null : String(from + size) },
  };
}

export function createShopCatalogue(isRestricted: () => boolean): ShopCatalogue {
  function shownOrder(order: CatalogueOrder, items: number, from = 0): Row {
    const lines = (order.items ?? []).map(({ name, sku, quantity, total, productId }) => ({
      name,
      sku,
      quantity,
      discountedTotalSet: money(total),
      variant: null,
      product: productId === undefined ? null : { id: `gid://shopify/Product/${productId}` },
    }));
    const { email = 'ana@example.com', phone = null, person = null } = order;
    return {
      id: `gid://shopify/Order/${order.id}`,
      name: order.name,
      createdAt: instant(order.updatedAt),
      test: false,
      updatedAt: instant(order.updatedAt),
      cancelledAt: null,
      displayFinancialStatus: order.status ?? 'PAID',
      displayFulfillmentStatus: 'UNFULFILLED',
      taxesIncluded: true,
      email: isRestricted() ? null : email,
      phone: isRestricted() ? null : phone,
      totalDiscountsSet: money(order.discount),
      totalTaxSet: money(order.tax),
      totalPriceSet: money(order.total),
      totalShippingPriceSet: money(order.shipping),
      totalRefundedSet: money(order.refunded),
      customer: { id: 'gid://shopify/Customer/77' },
      billingAddress: isRestricted() ? null : person,
      lineItems: pageOf(lines, items, from),
    };
  }

  function shownProduct(product: CatalogueProduct, variants: number, from = 0): Row {
    const shown = product.variants.map(({ id, ...variant }) => ({ id: `gid://shopify/ProductVariant/${id}`, ...variant }));
    return {
      id: `gid://shopify/Product/${product.id}`,
      title: product.title,
      status: product.status ?? 'ACTIVE',
      productType: 'Scarves',
      onlineStoreUrl: null,
      createdAt: instant(product.updatedAt),
      updatedAt: instant(product.updatedAt),
      variants: pageOf(shown, variants, from),
    };
  }

  const since = (query: unknown): number => Date.parse(/updated_at:>='([^']+)'$/.exec(String(query))?.[1] ?? '');
  const rising = <T extends { updatedAt: number }>(rows: readonly T[], from: number): T[] =>
    rows.filter(({ updatedAt }) => updatedAt >= from).sort((a, b) => a.updatedAt - b.updatedAt);

  function searched(text: string): CatalogueOrder[] {
    fake.searches.push(text);
    const [, field, quoted] = /^(name|email|phone):'((?:\\.|[^'\\])*)'$/.exec(text) ?? [];
    // What is no single quoted term is syntax, and finds what it likes.
    if (quoted === undefined) return fake.orders;
    const value = quoted.replace(/\\(.)/g, '$1').toLowerCase();
    if (field === 'name') return fake.orders.filter(({ name }) => name.toLowerCase().includes(value.replace('#', '')));
    return fake.orders.filter((order) => String(field === 'email' ? order.email : order.phone).toLowerCase() === value);
  }

  function orders(query: string, { query: text, after }: Row): FakeAnswer {
    const items = firstOf(query, 'lineItems');
    const isSearch = query.includes('reverse: true');
    const found = isSearch ? searched(String(text)) : rising(fake.orders, since(text));
    const page = pageOf(found, firstOf(query, 'orders'), Number(after ?? 0));
    return ok({ orders: { ...page, nodes: page.nodes.map((each) => shownOrder(each, items)) } });
  }

  const fake: ShopCatalogue = {
    orders: [],
    products: [],
    searches: [],
    isWithoutProducts: false,
    answer: (query, variables) => {
      const id = String(variables['id']).replace(/^.*\//, '');
      const from = Number(variables['after'] ?? 0);
      if (query.includes('order(id')) {
        const found = fake.orders.find((each) => each.id === id);
        return ok({ order: found ? shownOrder(found, firstOf(query, 'lineItems'), from) : null });
      }
      if (query.includes('orders(')) return orders(query, variables);
      if (fake.isWithoutProducts)
        return ok(
          { products: null },
          { errors: [{ message: 'Access denied', path: ['products'], extensions: { code: 'ACCESS_DENIED' } }] },
        );
      if (query.includes('product(id')) {
        const found = fake.products.find((each) => each.id === id);
        return ok({ product: found ? shownProduct(found, firstOf(query, 'variants'), from) : null });
      }
      const page = pageOf(rising(fake.products, since(variables['query'])), firstOf(query, 'products'), from);
      return ok({ products: { ...page, nodes: page.nodes.map((each) => shownProduct(each, firstOf(query, 'variants'))) } });
    },
  };
  return fake;
}
