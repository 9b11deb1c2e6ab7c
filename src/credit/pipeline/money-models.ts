// The models that find which report counts: of payments in which two systems report one sale, and of a day of spend that was reported again.
import type { AnyStatement } from '../../base/warehouse/port.ts';
import { models, unlessEmpty } from './model-statements.ts';

/** Each doubles the distance over which payments find the least of their sale. */
const ROUNDS = 4;

/** The sales of the payments in the scope. */
const foundSales: AnyStatement[] = [
  ...models('sales/alike_types', 'sales/sale_reports', 'sales/sale_edges', 'sales/sale_labels'),
  ...unlessEmpty('sale_edges', [
    ...Array.from({ length: ROUNDS }, () => models('sales/sale_labels_insert')).flat(),
    ...models('sales/sale_members_insert'),
  ]),
];

export const salesInFull: AnyStatement[] = [...models('sales/sale_scope_full'), ...unlessEmpty('sale_scope', foundSales)];

/** The sales that new facts and decisions touch. */
export const changedSales: AnyStatement[] = [
  ...models('sales/shared_payments'),
  ...unlessEmpty('shared_payments', [
    ...models('sales/sale_scope_dirty', 'sales/changed_sales', 'sales/sale_members_delete'),
    ...foundSales,
    ...models('sales/changed_sales'),
  ]),
];

/** The outcomes of the scope: where no sale is reported twice, by a shorter statement that gives the same rows. */
export const outcomesOfEvents: AnyStatement[] = [
  ...models('sales/no_shared_sales'),
  ...unlessEmpty('no_shared_sales', models('sales/outcomes_insert_unshared')),
  ...unlessEmpty('sale_members', models('intermediate/outcomes_insert')),
];

export const spendInFull = models(
  'intermediate/spend_current',
  'marts/spend_rows_insert',
  'marts/campaign_spellings_insert',
  'marts/spend_days_insert',
);

/** Limited to the days that changed: a large account has millions of rows, and a sync changes those of a few days. */
export const changedSpend = (withdraws: boolean): AnyStatement[] => [
  ...models('intermediate/changed_spend_days', ...(withdraws ? ['intermediate/withdrawn_spend_days_insert'] : [])),
  ...unlessEmpty(
    'changed_spend_days',
    models(
      'intermediate/spend_of_batch',
      'marts/spend_rows_delete',
      'marts/spend_rows_insert',
      'marts/campaign_spellings_delete',
      'marts/campaign_spellings_insert',
      'marts/spend_days_delete',
      'marts/spend_days_insert',
    ),
  ),
];
