// The answers of Mercado Pago, as far as they are read.
import { z } from 'zod';
import { decimal, idText, optional } from '../shapes.ts';

const text = optional(z.string());
const digits = idText.pipe(z.string().regex(/^\d{1,20}$/));
const instant = z.iso.datetime({ offset: true }).transform((time) => Date.parse(time));

export const account = z.object({ id: digits, nickname: text, site_id: text });

const refund = z.object({ id: digits, amount: decimal, date_created: optional(instant), status: text });

const payer = z.object({
  id: optional(idText),
  email: text,
  first_name: text,
  last_name: text,
  phone: optional(z.object({ area_code: text, number: text })),
});

export const payment = z.object({
  id: digits,
  live_mode: z.boolean().nullish(),
  status: z.string(),
  status_detail: text,
  operation_type: text,
  date_approved: optional(instant),
  date_last_updated: optional(instant),
  currency_id: z.string(),
  transaction_amount: decimal,
  transaction_amount_refunded: optional(decimal),
  collector_id: optional(idText),
  collector: optional(z.object({ id: optional(idText) })),
  payer: optional(payer),
  external_reference: optional(idText),
  refunds: optional(z.array(refund)),
});
export type Payment = z.infer<typeof payment>;

export const found = z.object({ results: z.array(payment) });
