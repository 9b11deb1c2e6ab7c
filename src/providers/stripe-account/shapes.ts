// The answers of Stripe about a merchant's own account, as far as they are read.
import { z } from 'zod';
import { optional } from '../shapes.ts';

/** An id, or the object that has it. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

/** Seconds since 1970, as milliseconds. */
const instant = z
  .int()
  .nonnegative()
  .transform((seconds) => seconds * 1000);

const units = z.int().nonnegative();
const text = optional(z.string().min(1));

export const account = z.object({
  id: z.string().min(1),
  default_currency: z.string().length(3),
  business_profile: optional(z.object({ name: text })),
  settings: optional(z.object({ dashboard: optional(z.object({ display_name: text, timezone: text })) })),
});

const refund = z.object({
  id: z.string().min(1),
  amount: units,
  currency: z.string(),
  status: z.string().nullish(),
  created: instant,
});
export const refundPage = z.object({ data: z.array(refund), has_more: z.boolean() });

const dispute = z.object({
  id: z.string().min(1),
  amount: units,
  currency: z.string(),
  status: z.string(),
  created: instant,
});

export const charge = z.object({
  id: z.string().min(1),
  livemode: z.boolean(),
  created: instant,
  currency: z.string().length(3),
  status: z.string(),
  paid: z.boolean(),
  amount_captured: units,
  customer: optional(reference),
  payment_intent: optional(reference),
  balance_transaction: optional(reference),
  invoice: optional(reference),
  receipt_email: text,
  billing_details: optional(
    z.object({ email: text, phone: text, address: optional(z.object({ country: optional(z.string().length(2)) })) }),
  ),
  metadata: optional(z.record(z.string(), z.string())),
  refunds: optional(refundPage),
  dispute: optional(dispute),
});
export type Charge = z.infer<typeof charge>;
export type Refund = z.infer<typeof refund>;

export const chargePage = z.object({ data: z.array(charge), has_more: z.boolean() });

/** Charges themselves, and what names the charge that it is about. */
const eventObject = z.object({ object: z.string(), id: optional(z.string()), charge: optional(reference) });

export const event = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  account: text,
  data: z.object({ object: eventObject }),
});
export const eventPage = z.object({ data: z.array(event), has_more: z.boolean() });

export const endpointPage = z.object({ data: z.array(z.object({ id: z.string(), url: z.string() })), has_more: z.boolean() });
export const hook = z.object({ id: z.string().min(1), secret: z.string().min(1) });
