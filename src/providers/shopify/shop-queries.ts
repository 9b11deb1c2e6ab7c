// The queries to Shopify's GraphQL for orders and products as they are. TRICKY: a query may cost 1,000 points, about one per object that it could
// return, so pages are small, and an order or product that has more than fits is read again singly.

export const SHOP_ORDERS = 10;
export const ITEMS = 8;
export const MANY_ITEMS = 100;
export const SHOP_PRODUCTS = 40;
export const VARIANTS = 10;
export const MANY_VARIANTS = 250;
export const FOUND_ORDERS = 10;

const MONEY = 'shopMoney { amount currencyCode }';
const PAGE = 'pageInfo { hasNextPage endCursor }';

const orderFields = (items: number, after = ''): string => `
  id name createdAt updatedAt cancelledAt test displayFinancialStatus displayFulfillmentStatus taxesIncluded email phone
  totalDiscountsSet { ${MONEY} } totalTaxSet { ${MONEY} } totalShippingPriceSet { ${MONEY} } totalPriceSet { ${MONEY} } totalRefundedSet { ${MONEY} }
  customer { id }
  billingAddress { firstName lastName phone countryCodeV2 }
  lineItems(first: ${items}${after}) {
    nodes { name sku quantity discountedTotalSet { ${MONEY} } product { id } variant { id } }
    ${PAGE}
  }`;

export const RISING_ORDERS = `query ($query: String!, $after: String) {
  orders(first: ${SHOP_ORDERS}, after: $after, sortKey: UPDATED_AT, query: $query) { nodes { ${orderFields(ITEMS)} } ${PAGE} }
}`;

export const FIND_ORDERS = `query ($query: String!) {
  orders(first: ${FOUND_ORDERS}, sortKey: UPDATED_AT, reverse: true, query: $query) { nodes { ${orderFields(ITEMS)} } ${PAGE} }
}`;

export const WHOLE_ORDER = `query ($id: ID!, $after: String) { order(id: $id) { ${orderFields(MANY_ITEMS, ', after: $after')} } }`;

const productFields = (variants: number, after = ''): string => `
  id title status productType onlineStoreUrl createdAt updatedAt
  variants(first: ${variants}${after}) { nodes { id sku title price availableForSale inventoryQuantity } ${PAGE} }`;

export const RISING_PRODUCTS = `query ($query: String!, $after: String) {
  products(first: ${SHOP_PRODUCTS}, after: $after, sortKey: UPDATED_AT, query: $query) { nodes { ${productFields(VARIANTS)} } ${PAGE} }
}`;

export const WHOLE_PRODUCT = `query ($id: ID!, $after: String) { product(id: $id) { ${productFields(MANY_VARIANTS, ', after: $after')} } }`;

/** A term of Shopify's search for one value, whatever characters it has: quoted, with the two that mean something in quotes escaped. */
export const exactTerm = (field: string, value: string): string => `${field}:'${value.replace(/[\\']/g, '\\$&')}'`;
