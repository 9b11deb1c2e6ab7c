// What was learnt between two states of knowledge, by the cause under which it moves figures.
import type { Decision } from '../../base/state/decisions.ts';

/** The causes of changed figures, in the order in which they are applied. */
export const CAUSES = ['new_events', 'late_events', 'same_sale', 'identity', 'refunds', 'currency', 'rules', 'settings'] as const;
export type Cause = (typeof CAUSES)[number];

/** In reports, what other code computes of the same facts and decisions comes first: the others are computed by the code of now. */
export const REPORTED_CAUSES = ['computed_differently', ...CAUSES] as const;
export type ReportedCause = (typeof REPORTED_CAUSES)[number];

const ROLES: Partial<Record<Decision['kind'], Cause>> = {
  // They concern only facts that come with them: the identifiers of an earlier fact were placed by its own stitching.
  customer_created: 'new_events',
  customer_confirmed: 'new_events',
  identifier_added: 'new_events',
  identifier_moved: 'new_events',
  identifier_left_off: 'new_events',
  browser_linked: 'identity',
  browser_relinked: 'identity',
  customer_followed: 'identity',
  merge_edge_added: 'identity',
  merge_edge_removed: 'identity',
  erasure: 'identity',
  payment_payer: 'identity',
  sale_pair: 'same_sale',
  payment_installment: 'refunds',
  facts_withdrawn: 'refunds',
  facts_restored: 'refunds',
  rate: 'currency',
  channel_rules: 'rules',
  definition: 'rules',
  fit: 'rules',
};

const payloadOf = ({ payload }: Decision): Record<string, unknown> => Object(payload) as Record<string, unknown>;

/** The browser that a decision links for the first time. */
export const linkedBrowser = (decision: Decision): bigint | undefined =>
  decision.kind === 'browser_linked' ? BigInt(String(payloadOf(decision)['visitor_key'])) : undefined;

/** @param knownBrowsers Those that had been seen at the earlier knowledge. */
export function causeOf(decision: Decision, knownBrowsers: ReadonlySet<bigint>): Cause {
  const setting = decision.kind === 'setting' ? payloadOf(decision)['name'] : undefined;
  if (setting === 'currency') return 'currency';
  if (setting === 'system_of_record') return 'same_sale';
  const browser = linkedBrowser(decision);
  // A browser without a past cannot have been attributed wrongly.
  if (browser !== undefined && !knownBrowsers.has(browser)) return 'new_events';
  return ROLES[decision.kind] ?? 'settings';
}

const isModelChange = (decision: Decision): boolean => decision.kind === 'setting' && payloadOf(decision)['name'] === 'model';

/** The model whose credit is read: the one requested, or that of the profile, which is `now` unless it was changed in between. */
export interface ModelRead {
  requested?: string | undefined;
  now?: string | undefined;
}

/** Without fits where nothing is read that the data-driven model credits: there is one each day. */
export function thatMatter(learnt: readonly Decision[], { requested, now }: ModelRead): readonly Decision[] {
  const model = requested ?? (learnt.some(isModelChange) ? undefined : now);
  return model === undefined || model === 'data_driven' ? learnt : learnt.filter(({ kind }) => kind !== 'fit');
}

/** A decision on how all history is to be read: what it touches cannot be told, so everything is computed again. The model is asked for by reports. */
export function reachesAll(decision: Decision): boolean {
  if (decision.kind === 'setting') return !isModelChange(decision);
  return decision.kind === 'definition' || decision.kind === 're_enrichment';
}

const OF_OUTCOMES: readonly unknown[] = [
  'click_window_days',
  'first_touch_window_days',
  'view_through_window_days',
  'cash_window_days',
  'system_of_record',
];

/** A decision on what converts, and which visits earn credit for it: what is a visit stays as it is. */
export const leavesVisits = (decision: Decision): boolean =>
  decision.kind === 'definition' || (decision.kind === 'setting' && OF_OUTCOMES.includes(payloadOf(decision)['name']));
