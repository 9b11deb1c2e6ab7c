// The JSON that this slice stores: products as they are, and orders before they are sealed.
import { z } from 'zod';
import type { ShopOrder } from '../../base/contract/shop-hooks.ts';
import { readJson, storedJson } from '../../base/kit/stored-json.ts';

const text = z.string().nullable();

export const storedProduct = storedJson(
  'shop_products.product',
  z.object({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    url: text,
    category: text,
    currency: text,
    createdAt: z.number().nullable(),
    updatedAt: z.number(),
    variants: z.array(
      z.object({ id: z.string(), sku: text, name: text, price: text, stock: z.number().nullable().default(null) }),
    ),
  }),
);

const orderShape: z.ZodType<ShopOrder> = z.object({
  id: z.string(),
  number: z.string(),
  status: z.string(),
  fulfillment: text,
  isTest: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
  cancelledAt: z.number().nullable(),
  currency: z.string(),
  discount: z.string(),
  tax: z.string(),
  shipping: z.string(),
  total: z.string(),
  refunded: z.string(),
  hasTaxInItems: z.boolean(),
  items: z.array(
    z.object({
      productId: text,
      variantId: text,
      sku: text,
      name: z.string(),
      quantity: z.number(),
      total: z.string(),
    }),
  ),
  customer: z.object({ id: text, name: text, email: text, phone: text, country: text }),
});

export const readOrderText = (opened: string): ShopOrder => readJson('a sealed order of a shop', orderShape, opened);
