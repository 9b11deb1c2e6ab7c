// The models that find payments which report one sale: of those in which two systems report the same, one counts.
import type { AnyStatement } from '../../base/warehouse/port.ts';
import { models, unlessEmpty } from './model-statements.ts';

/** Each doubles the distance over which payments find the least of their sale. */
const ROUNDS = 4;

/** The sales of the payments in the scope. */
const foundSales: AnyStatement[] = [
  ...models('sales/sale_reports', 'sales/sale_edges', 'sales/sale_labels'),
  ...unlessEmpty('sale_edges', [
    ...Array.from({ length: ROUNDS }, () => models('sales/sale_labels_insert')).flat(),
    ...models('sales/sale_members_insert'),
  ]),
];

export const salesInFull: AnyStatement[] = [...models('sales/sale_scope_full'), ...foundSales];

/** The sales that new facts and decisions touch. */
export const changedSales: AnyStatement[] = [
  ...models('sales/sale_scope_dirty'),
  ...unlessEmpty('sale_scope', [
    ...models('sales/changed_sales', 'sales/sale_members_delete'),
    ...foundSales,
    ...models('sales/changed_sales'),
  ]),
];
