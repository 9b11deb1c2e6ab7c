// The answers of Shopify's GraphQL, as far as they are read.
import { z } from 'zod';
import { decimal, optional } from '../shapes.ts';

export const text = optional(z.string());
export const instant = z.iso.datetime({ offset: true }).transform((time) => Date.parse(time));

const money = z.object({ amount: decimal, currencyCode: z.string() });
export const moneySet = z.object({ shopMoney: money });
export const page = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });

/** The number at the end of a global id. */
export const numbered = z
  .string()
  .regex(/^gid:\/\/shopify\/\w+\/\d{1,20}(?:\?.*)?$/)
  .transform((id) => id.replace(/\?.*$/, '').replace(/^.*\//, ''));

const transaction = z.object({
  id: numbered,
  kind: z.string(),
  status: z.string(),
  test: z.boolean(),
  processedAt: instant.nullish(),
  paymentId: text,
  authorizationCode: text,
  amountSet: moneySet,
});
export type Transaction = z.infer<typeof transaction>;

export const order = z.object({
  id: numbered,
  name: text,
  test: z.boolean(),
  processedAt: instant,
  email: text,
  phone: text,
  totalReceivedSet: moneySet,
  billingAddress: optional(z.object({ firstName: text, lastName: text, phone: text, countryCodeV2: text })),
  transactions: z.array(transaction),
  disputes: z.array(z.object({ id: numbered, initiatedAs: z.string(), status: z.string() })),
});
export type Order = z.infer<typeof order>;

const dispute = z.object({ id: numbered, type: z.string(), status: z.string(), amount: money, initiatedAt: instant });
export type Dispute = z.infer<typeof dispute>;

export const shopAnswer = z.object({ shop: z.object({ name: z.string(), currencyCode: z.string(), ianaTimezone: text }) });
export const ordersAnswer = z.object({ orders: z.object({ nodes: z.array(order), pageInfo: page }) });
export const orderAnswer = z.object({ order: order.nullable() });
export const disputedOrdersAnswer = z.object({
  disputes: z.object({ nodes: z.array(z.object({ order: z.object({ id: numbered }).nullish() })), pageInfo: page }),
});
export const disputesAnswer = z.object({ nodes: z.array(z.union([dispute, z.unknown().transform(() => undefined)])) });
export const hooksAnswer = z.object({
  webhookSubscriptions: z.object({ nodes: z.array(z.object({ id: z.string(), uri: text })) }),
});
const problems = z.array(z.object({ message: z.string() }));
export const hookMadeAnswer = z.object({
  webhookSubscriptionCreate: z.object({ webhookSubscription: z.object({ id: z.string() }).nullish(), userErrors: problems }),
});
export const anyAnswer = z.record(z.string(), z.unknown());

export const tokenAnswer = z.object({
  access_token: z.string().regex(/^\S+$/),
  scope: text,
  expires_in: z.number().positive().nullish(),
  refresh_token: z.string().regex(/^\S+$/).nullish(),
});
