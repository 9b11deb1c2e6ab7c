// The queries to Shopify's GraphQL.

/** An order rarely has more; one that does is read again singly. */
export const TRANSACTIONS = 20;
export const MANY_TRANSACTIONS = 250;
/** The page size that stays below the cost limit of a query. */
export const ORDERS = 25;

const MONEY = 'shopMoney { amount currencyCode }';
const fieldsOf = (transactions: number): string => `
  id name test processedAt email phone
  totalReceivedSet { ${MONEY} }
  billingAddress { firstName lastName phone countryCodeV2 }
  transactions(first: ${transactions}) { id kind status test processedAt paymentId authorizationCode amountSet { ${MONEY} } }
  disputes { id initiatedAs status }`;

export const SHOP = '{ shop { name currencyCode ianaTimezone } }';

export const CHANGED_ORDERS = `query ($query: String!, $after: String) {
  orders(first: ${ORDERS}, after: $after, sortKey: UPDATED_AT, reverse: true, query: $query) {
    nodes { ${fieldsOf(TRANSACTIONS)} }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const ONE_ORDER = `query ($id: ID!) { order(id: $id) { ${fieldsOf(MANY_TRANSACTIONS)} } }`;

export const DISPUTED_ORDERS = `query ($query: String!, $after: String) {
  disputes(first: 100, after: $after, query: $query) { nodes { order { id } } pageInfo { hasNextPage endCursor } }
}`;

export const DISPUTES = `query ($ids: [ID!]!) {
  nodes(ids: $ids) { ... on ShopifyPaymentsDispute { id type status initiatedAt amount { amount currencyCode } } }
}`;

export const HOOKS = '{ webhookSubscriptions(first: 100) { nodes { id uri } } }';

export const MAKE_HOOK = `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id }
    userErrors { message }
  }
}`;

export const REMOVE_HOOK = 'mutation ($id: ID!) { webhookSubscriptionDelete(id: $id) { userErrors { message } } }';

export const UNINSTALL = 'mutation { appUninstall { userErrors { message } } }';

/** A term of Shopify's search; times are quoted, so that their colons are no syntax. */
export const between = (field: string, since: number, until?: number): string =>
  [
    `${field}:>='${new Date(since).toISOString()}'`,
    ...(until === undefined ? [] : [`${field}:<'${new Date(until).toISOString()}'`]),
  ].join(' AND ');
