// Webhooks of Shopify: signed with the secret of the app over the body; the shop that a header names is not part of it.
import { z } from 'zod';
import { parseJson } from '../http/json.ts';
import type { HookMessage, HookRequest } from '../record-source.ts';
import type { Secret } from '../secret.ts';
import { idText } from '../shapes.ts';
import { headerOf, hmacOf, isSameText } from '../signatures.ts';

/** Topics that change the money of an order. */
export const TOPICS = [
  'ORDERS_CREATE',
  'ORDERS_UPDATED',
  'ORDER_TRANSACTIONS_CREATE',
  'REFUNDS_CREATE',
  'DISPUTES_CREATE',
  'DISPUTES_UPDATE',
] as const;

/** Topics that change the catalogue; refused where the permission to read products was not granted. */
export const PRODUCT_TOPICS = ['PRODUCTS_CREATE', 'PRODUCTS_UPDATE'] as const;

/** Refunds, transactions and disputes name their order. */
const named = z.object({ id: idText, order_id: idText.nullish() });

/** Newer deliveries have names of their own beside the older ones. */
export const signatureOf = (headers: HookRequest['headers']): string | undefined =>
  headerOf(headers, 'shopify-hmac-sha256') ?? headerOf(headers, 'x-shopify-hmac-sha256');

export const isSignedByShopify = (signature: string | undefined, body: Buffer, secret: Secret): boolean =>
  signature !== undefined && isSameText(signature, hmacOf(secret, body, 'base64'));

export function readShopifyHook({ headers, body }: HookRequest, secret: Secret): HookMessage[] | undefined {
  if (!isSignedByShopify(signatureOf(headers), body, secret)) return undefined;
  const { data } = named.safeParse(parseJson(body.toString()));
  const topic = headerOf(headers, 'shopify-topic') ?? headerOf(headers, 'x-shopify-topic') ?? '';
  // A refund, a transaction or a dispute without an order is nothing that is read.
  const isProduct = topic.startsWith('products/');
  const id = isProduct || topic.startsWith('orders/') ? data?.id : data?.order_id;
  if (!id || !/^\d{1,20}$/.test(id)) return [];
  const accountId = headerOf(headers, 'shopify-shop-domain') ?? headerOf(headers, 'x-shopify-shop-domain');
  return [{ accountId, ref: { type: isProduct ? 'product' : 'sale', id } }];
}
