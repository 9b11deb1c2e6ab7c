// The models that decisions run: what each kind of decision changes in the warehouse, and whose figures that touches.
import type { AnyStatement } from '../../base/warehouse/port.ts';
import { model, models, unlessEmpty } from './model-statements.ts';

/** Do they take facts out of the figures, or give facts back to them? */
export const withdrawsFacts = (kinds: ReadonlySet<string>): boolean =>
  kinds.has('facts_withdrawn') || kinds.has('facts_restored');

export function applyDecisions(kinds: ReadonlySet<string>): AnyStatement[] {
  const merges = COMPONENTS.some((kind) => kinds.has(kind));
  return [
    ...(kinds.has('customer_created') ? models('decisions/identity/customers_insert') : []),
    ...(kinds.has('identifier_moved') ? models('decisions/identity/identifier_map_delete') : []),
    ...(IDENTIFIERS.some((kind) => kinds.has(kind)) ? models('decisions/identity/identifier_map_insert') : []),
    ...(kinds.has('browser_relinked') ? models('decisions/identity/browser_map_delete') : []),
    ...(LINKS.some((kind) => kinds.has(kind)) ? models('decisions/identity/browser_map_insert') : []),
    ...(kinds.has('customer_followed') ? models('decisions/identity/followed_customers_insert') : []),
    ...(merges
      ? models(
          'decisions/identity/merge_edges_delete',
          'decisions/identity/merge_edges_insert',
          'decisions/identity/component_map_delete',
          'decisions/identity/component_map_insert',
        )
      : []),
    ...(kinds.has('payment_payer')
      ? models('decisions/payments/payment_payers_delete', 'decisions/payments/payment_payers_insert')
      : []),
    ...(kinds.has('payment_installment')
      ? models('decisions/payments/payment_installments_delete', 'decisions/payments/payment_installments_insert')
      : []),
    ...(kinds.has('sale_pair') ? models('decisions/payments/sale_pairs_delete', 'decisions/payments/sale_pairs_insert') : []),
    ...(withdrawsFacts(kinds)
      ? models('decisions/batch_withdrawals', 'decisions/withdrawn_facts_delete', 'decisions/withdrawn_facts_insert')
      : []),
    ...(kinds.has('setting')
      ? models(
          'decisions/settings_delete',
          'decisions/settings_insert',
          'decisions/zone_shifts_delete',
          'decisions/zone_shifts_insert',
          'decisions/own_domains_delete',
          'decisions/own_domains_insert',
        )
      : []),
    ...(kinds.has('definition') ? models('decisions/definitions_delete', 'decisions/definitions_insert') : []),
    ...(kinds.has('channel_rules')
      ? models(
          'decisions/channel_rules_delete',
          'decisions/channel_rules_insert',
          'decisions/spend_aliases_delete',
          'decisions/spend_aliases_insert',
          'decisions/own_names_delete',
          'decisions/own_names_insert',
        )
      : []),
    ...(kinds.has('rate') ? models('decisions/rates_delete', 'decisions/rates_insert') : []),
    ...(kinds.has('fit') ? models('decisions/fits_delete', 'decisions/fits_insert') : []),
  ];
}

const MERGES = ['merge_edge_added', 'merge_edge_removed'];
/** Decisions that change which customers are one person. */
const COMPONENTS = [...MERGES, 'customer_followed'];
const IDENTIFIERS = ['identifier_added', 'identifier_moved'];
const LINKS = ['browser_linked', 'browser_relinked'];
/** Do they concern only who is whom, so that few of them touch few people? */
export const concernsPeople = (kinds: ReadonlySet<string>): boolean =>
  [...kinds].every((kind) => [...COMPONENTS, ...IDENTIFIERS, ...LINKS, 'customer_created'].includes(kind));
/** Decisions that may remove something from a person. */
const REGROUPED = [...COMPONENTS, 'browser_relinked'];
const OF_OUTCOMES = ['payment_payer', 'payment_installment', 'sale_pair', 'facts_withdrawn', 'facts_restored'];

/** Of settings, an increment meets clocks alone that a newer table of zones has renewed: the days of what happened while they differ. */
const movedDays: AnyStatement[] = [
  ...models('scope/clocks/moved_clocks'),
  ...unlessEmpty(
    'moved_clocks',
    models('scope/clocks/session_days_update', 'scope/clocks/conversion_days_update', 'scope/clocks/flow_days_update'),
  ),
];

/** The effects of decisions, and the persons whose figures they touch. */
export function decided(decisionsFile: string, kinds: ReadonlySet<string>): AnyStatement[] {
  if (kinds.size === 0) return models('scope/changed/nobody_changed');
  const has = (...names: string[]): boolean => names.some((name) => kinds.has(name));
  return [
    ...models('scope/changed/nobody_changed'),
    model('decisions/batch_decisions', { file: decisionsFile }),
    ...(has(...REGROUPED) ? models('decisions/identity/batch_edges', 'scope/changed/changed_customers_insert') : []),
    ...(has('setting') ? models('scope/clocks/clocks_before') : []),
    ...applyDecisions(kinds),
    ...(has('setting') ? movedDays : []),
    ...(has(...LINKS) ? models('scope/changed/changed_visitors_insert') : []),
    ...(withdrawsFacts(kinds) ? models('scope/changed/withdrawn_visitors_insert') : []),
    ...(has(...IDENTIFIERS) ? models('scope/changed/changed_identifiers_insert') : []),
    ...(has(...OF_OUTCOMES) ? models('scope/changed/changed_outcomes_insert') : []),
    ...(has(...REGROUPED) ? models('scope/changed/changed_by_merges') : []),
    ...(has(...LINKS, ...REGROUPED) ? models('scope/visitor_people_delete', 'scope/visitor_people_insert') : []),
  ];
}
