// Figures as they would be under other windows, rules or definitions, or of several persons as one: by the very models that compute the
// stored ones, in a read, which leaves nothing behind.

import type { AnyStatement } from '../../base/warehouse/port.ts';
import { credit, model, models } from '../pipeline/index.ts';

/**
 * Leaves `conversions`, `credit` and `cash_flows` of these persons as they would be if they were one, in the place of the stored ones, by the very
 * models that compute those. What it makes is temporary: run it in a read, after what needs the stored tables.
 */
export function creditIfMerged(personKeys: readonly bigint[], head: bigint): AnyStatement[] {
  return [
    model('scope/people_to_merge', { person_keys: [...personKeys] }),
    ...models(
      'scope/scope_outcomes_dirty',
      'scope/scope_clicks_dirty',
      'scope/near_touches_dirty',
      'scope/near_touches_clicked',
      'scope/outcomes_related',
    ),
    model('scope/merged_outcomes', { head }),
    model('scope/merged_touches', { head }),
    model('scope/merged_people', { head }),
    ...models(
      'scope/outcomes_apart',
      'scope/touches_apart',
      'scope/conversions_apart',
      'scope/credit_apart',
      'scope/cash_flows_apart',
      'scope/continuing_outcomes',
      'credit/continued',
      'credit/continued_insert',
      'credit/payments_in_scope',
      'credit/matched',
      'scope/windows_in_force',
      'credit/scope_windows',
      'credit/naming',
      'credit/synthetic_touches_insert',
      'scope/near_touches_synthetic',
      'scope/nothing_kept',
    ),
    ...credit,
  ];
}
