// The answers of Shopify's GraphQL about orders and products as they are.
import { z } from 'zod';
import { decimal, optional } from '../shapes.ts';
import { instant, moneySet, numbered, page, text } from './shapes.ts';

const lineItem = z.object({
  name: z.string(),
  sku: text,
  quantity: z.int().nonnegative(),
  discountedTotalSet: moneySet,
  product: z.object({ id: numbered }).nullish(),
  variant: z.object({ id: numbered }).nullish(),
});

export const shopOrder = z.object({
  id: numbered,
  name: z.string(),
  createdAt: instant,
  updatedAt: instant,
  cancelledAt: instant.nullish(),
  test: z.boolean(),
  displayFinancialStatus: text,
  displayFulfillmentStatus: text,
  taxesIncluded: z.boolean(),
  email: text,
  phone: text,
  totalDiscountsSet: moneySet.nullish(),
  totalTaxSet: moneySet.nullish(),
  totalShippingPriceSet: moneySet.nullish(),
  totalPriceSet: moneySet,
  totalRefundedSet: moneySet,
  customer: z.object({ id: numbered }).nullish(),
  billingAddress: optional(z.object({ firstName: text, lastName: text, phone: text, countryCodeV2: text })),
  lineItems: z.object({ nodes: z.array(lineItem), pageInfo: page }),
});
export type RawOrder = z.infer<typeof shopOrder>;

export const shopProduct = z.object({
  id: numbered,
  title: z.string(),
  status: z.string(),
  productType: text,
  onlineStoreUrl: text,
  createdAt: instant,
  updatedAt: instant,
  variants: z.object({
    nodes: z.array(
      z.object({
        id: numbered,
        sku: text,
        title: text,
        price: optional(decimal),
        availableForSale: optional(z.boolean()),
        inventoryQuantity: optional(z.int()),
      }),
    ),
    pageInfo: page,
  }),
});
export type RawProduct = z.infer<typeof shopProduct>;

export const shopOrdersAnswer = z.object({ orders: z.object({ nodes: z.array(shopOrder), pageInfo: page }) });
export const shopOrderAnswer = z.object({ order: shopOrder.nullable() });
export const productsAnswer = z.object({ products: z.object({ nodes: z.array(shopProduct), pageInfo: page }) });
export const productAnswer = z.object({ product: shopProduct.nullable() });
