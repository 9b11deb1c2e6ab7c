// Figures as they would be under other windows, rules or definitions, or of several persons as one: by the very models that compute the
// stored ones, in a read, which leaves nothing behind.
import { sqlText } from '../../base/kit/sql-files.ts';
import type { Statement } from '../../base/warehouse/port.ts';
import { credit, model, models, reached } from './models.ts';

/** Leaves `credit_in_reach`, shaped like `credit`, computed under windows of the request's own. */
export function creditUnderWindows(windows: {
  click_window_days: number | null;
  first_touch_window_days: number | null;
  cash_window_days: number | null;
  view_through_window_days: number | null;
  goal: string;
  date_from: string;
  date_to: string;
}): Statement[] {
  const { goal, date_from, date_to, ...days } = windows;
  return [
    model('credit/windows_asked', days),
    ...models('credit/scope_windows'),
    model('credit/scope_conversions_asked', { goal, date_from, date_to }),
    ...models('scope/scope_clicks_full', 'scope/near_touches_full'),
    ...reached,
    ...models('credit/weighed', 'credit/to_fit_weighed', 'credit/fitted', 'credit/credit_in_reach'),
  ];
}

/**
 * Leaves `conversions`, `credit` and `cash_flows` of these persons as they would be if they were one, in the place of the stored ones, by the very
 * models that compute those. What it makes is temporary: run it in a read, after what needs the stored tables.
 */
export function creditIfMerged(personKeys: readonly bigint[], head: bigint): Statement[] {
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

/** Leaves `origins_next`: every origin as these rules, before the built-in ones, and these aliases would place it. */
export const originsUnderRules = (rules: unknown[], aliases: unknown[]): Statement[] => [
  { sql: sqlText('warehouse/credit/attribution/rules_asked'), params: { rules: JSON.stringify(rules) } },
  { sql: sqlText('warehouse/credit/attribution/aliases_asked'), params: { aliases: JSON.stringify(aliases) } },
  ...models('scope/scope_origins_all', 'intermediate/origins_next'),
];

/** Leaves `matched`: what would be conversions under these definitions, removed ones included, by the models that match them. */
export const matchedUnder = (definitions: unknown[]): Statement[] => [
  { sql: sqlText('warehouse/credit/attribution/definitions_asked'), params: { definitions: JSON.stringify(definitions) } },
  { sql: sqlText('warehouse/credit/attribution/outcomes_emptied') },
  ...models(
    'scope/outcome_types',
    'scope/outcome_events_full',
    'intermediate/outcomes_insert',
    'scope/scope_outcomes_full',
    'credit/continued',
    'credit/continued_insert',
    'credit/payments_in_scope',
    'credit/matched',
  ),
];

/** Leaves `other_money`: of the persons in `people`, what they are worth beside cash, by the model that sums it. */
export const otherMoney = (): Statement[] => models('scope/summed_people_asked', 'marts/other_money');

/** Leaves `scope_windows`: how far back each definition's touches earn credit under the settings in force. */
export const windowsInForce = (): Statement[] => models('scope/windows_in_force', 'credit/scope_windows');
