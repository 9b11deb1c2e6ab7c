// Webhooks of shops: signed with the secret that they were registered with, over the body. They are not repeated when they fail.

import { z } from 'zod';
import { parseJson } from '../http/json.ts';
import type { HookKey, HookMessage, HookRequest } from '../record-source.ts';
import type { Secret } from '../secret.ts';
import { idText } from '../shapes.ts';
import { headerOf, hmacOf, isSameText } from '../signatures.ts';

/** Each is a webhook of its own. */
export const TOPICS = [
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'product.created',
  'product.updated',
] as const;

const TYPES: Readonly<Record<string, 'sale' | 'product'>> = { order: 'sale', product: 'product' };

const named = z.object({ id: idText.pipe(z.string().regex(/^\d{1,20}$/)) });

export const isSignedByWooCommerce = (header: string | undefined, body: Buffer, secret: Secret): boolean =>
  header !== undefined && isSameText(header, hmacOf(secret, body, 'base64'));

/** The test message of a shop when a webhook is made; it names no order. */
const isPing = (header: string | undefined, body: Buffer): boolean =>
  header === undefined && body.length < 100 && /^webhook_id=\d+$/.test(body.toString());

export function readWooCommerceHook({ headers, body }: HookRequest, { secret }: HookKey): HookMessage[] | undefined {
  const signature = headerOf(headers, 'x-wc-webhook-signature');
  if (isPing(signature, body)) return [];
  if (secret === undefined || !isSignedByWooCommerce(signature, body, secret)) return undefined;
  const { data } = named.safeParse(parseJson(body.toString()));
  const resource = headerOf(headers, 'x-wc-webhook-resource') ?? 'order';
  const type = TYPES[resource];
  return data && type ? [{ ref: { type, id: data.id } }] : [];
}
