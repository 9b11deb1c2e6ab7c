// The answers of WooCommerce's interface (version 3), as far as they are read.
import { z } from 'zod';
import { decimal, idText, optional } from '../shapes.ts';

export const digits = idText.pipe(z.string().regex(/^\d{1,20}$/));
export const text = optional(z.string());

/** Time of Greenwich without a zone, as milliseconds. What is no time is none. */
export const instant = text.transform((value) => {
  const at = Date.parse(`${value?.replace(/Z$/, '')}Z`);
  return Number.isNaN(at) ? undefined : at;
});

export const billing = z.object({ email: text, phone: text, first_name: text, last_name: text, country: text });

export const order = z.object({
  id: digits,
  number: optional(idText),
  status: z.string(),
  currency: z.string(),
  total: decimal,
  date_paid_gmt: instant,
  date_modified_gmt: instant,
  customer_id: optional(idText),
  transaction_id: text,
  billing: optional(billing),
  refunds: optional(z.array(z.unknown())),
});
export type Order = z.infer<typeof order>;
export const orders = z.array(order);

/** The names of what is read, so that a shop need not send the rest. */
export const ORDER_FIELDS = [
  'id',
  'number',
  'status',
  'currency',
  'total',
  'date_paid_gmt',
  'date_modified_gmt',
  'customer_id',
  'transaction_id',
  'refunds',
  'billing.email',
  'billing.phone',
  'billing.first_name',
  'billing.last_name',
  'billing.country',
].join();

export const refunds = z.array(z.object({ id: digits, amount: decimal, date_created_gmt: instant }));
export type Refund = z.infer<typeof refunds>[number];

export const currency = z.object({ code: z.string().regex(/^[A-Z]{3}$/) });

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Shops with an offset in the place of a zone have none. */
export const site = z.object({
  name: optional(z.string().transform((name) => name.slice(0, 200))),
  timezone_string: text.transform((name) => (name !== undefined && isZone(name) ? name : undefined)),
});

export const webhook = z.object({ id: digits, delivery_url: text });
export const webhooks = z.array(webhook);
