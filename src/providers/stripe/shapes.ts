// The answers of Stripe that are read, as far as they are read. Version of its API: client.ts.
import { z } from 'zod';

/** An id, or the object that has it. */
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);

/** Seconds since 1970, as milliseconds. */
const instant = z
  .int()
  .nonnegative()
  .transform((seconds) => seconds * 1000);

export const createdSession = z.object({ id: z.string().min(1), url: z.url() });

export const sessionState = z.object({
  status: z.enum(['open', 'complete', 'expired']),
  customer: reference,
  subscription: reference,
});

export const subscriptionState = z
  .object({
    status: z.string().min(1),
    current_period_start: instant,
    current_period_end: instant,
    items: z.object({ data: z.array(z.object({ price: reference })) }).optional(),
  })
  .transform(({ status, current_period_start, current_period_end, items }) => ({
    status,
    periodStart: current_period_start,
    periodEnd: current_period_end,
    /** The period of the first item. */
    price: items?.data[0]?.price ?? null,
  }));

export const portalSession = z.object({ url: z.url() });

export const errorBody = z.object({ error: z.object({ code: z.string().optional(), type: z.string().optional() }) });
