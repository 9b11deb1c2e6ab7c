// Figures as they would be under other windows, rules or definitions, or of several persons as one: by the very models that compute the
// stored ones, in a read, which leaves nothing behind.

import type { AnyStatement } from '../../base/warehouse/port.ts';
import { credit, model, models } from '../pipeline/index.ts';

/**
 * Leaves `conversions`, `credit` and `cash_flows` of these persons as they would be if they were one, instead of the stored ones, by the very
 * models that compute those. What it makes is temporary: run it in a read, after what needs the stored tables.
 */
export function creditIfMerged(personKeys: readonly bigint[], head: bigint): AnyStatement[] {
  return [
    model('scope/merged/people_to_merge', { person_keys: [...personKeys] }),
    ...models(
      'scope/outcomes/scope_outcomes_dirty',
      'scope/outcomes/scope_clicks_dirty',
      'scope/outcomes/near_touches_dirty',
      'scope/outcomes/near_touches_clicked',
      'scope/merged/outcomes_related',
    ),
    model('scope/merged/merged_outcomes', { head }),
    model('scope/merged/merged_touches', { head }),
    model('scope/merged/merged_people', { head }),
    ...models(
      'scope/merged/outcomes_apart',
      'scope/merged/touches_apart',
      'scope/merged/conversions_apart',
      'scope/merged/credit_apart',
      'scope/merged/cash_flows_apart',
      'scope/outcomes/continuing_outcomes',
      'credit/continued',
      'credit/continued_insert',
      'credit/payments_in_scope',
      'credit/matched',
      'scope/outcomes/windows_in_force',
      'credit/scope_windows',
      'credit/naming',
      'credit/synthetic_touches_insert',
      'scope/outcomes/near_touches_synthetic',
      'scope/changed/nothing_kept',
    ),
    ...credit,
  ];
}
