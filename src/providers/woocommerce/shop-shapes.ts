// The answers of WooCommerce's interface about orders and products as they are.
import { z } from 'zod';
import { decimal, idText, optional } from '../shapes.ts';
import { billing, digits, instant, text } from './shapes.ts';

const amount = optional(decimal);

export const shopOrder = z.object({
  id: digits,
  number: optional(idText),
  status: z.string(),
  currency: z.string(),
  total: decimal,
  total_tax: amount,
  shipping_total: amount,
  discount_total: amount,
  date_created_gmt: instant,
  date_modified_gmt: instant,
  customer_id: optional(idText),
  billing: optional(billing),
  line_items: optional(
    z.array(
      z.object({
        name: z.string(),
        product_id: optional(idText),
        variation_id: optional(idText),
        sku: text,
        quantity: z.number().nonnegative(),
        total: decimal,
      }),
    ),
  ),
  refunds: optional(z.array(z.object({ total: amount }))),
});
export type RawOrder = z.infer<typeof shopOrder>;
export const shopOrders = z.array(shopOrder);

export const SHOP_ORDER_FIELDS = [
  'id',
  'number',
  'status',
  'currency',
  'total',
  'total_tax',
  'shipping_total',
  'discount_total',
  'date_created_gmt',
  'date_modified_gmt',
  'customer_id',
  'line_items',
  'refunds',
  'billing.email',
  'billing.phone',
  'billing.first_name',
  'billing.last_name',
  'billing.country',
].join();

const stock = { stock_quantity: optional(z.number()), stock_status: text };

export const shopProduct = z.object({
  id: digits,
  name: z.string(),
  status: z.string(),
  type: text,
  sku: text,
  price: amount,
  ...stock,
  permalink: text,
  categories: optional(z.array(z.object({ name: z.string() }))),
  date_created_gmt: instant,
  date_modified_gmt: instant,
});
export type RawProduct = z.infer<typeof shopProduct>;
export const shopProducts = z.array(shopProduct);

export const PRODUCT_FIELDS = [
  'id',
  'name',
  'status',
  'type',
  'sku',
  'price',
  'stock_quantity',
  'stock_status',
  'permalink',
  'categories',
  'date_created_gmt',
  'date_modified_gmt',
].join();

export const VARIATION_FIELDS = 'id,sku,name,price,stock_quantity,stock_status';

export const variations = z.array(z.object({ id: digits, sku: text, name: text, price: amount, ...stock }));
export type RawVariation = z.infer<typeof variations>[number];
