// The order in which the SQL models run. An increment and a full computation run the same models; they differ only in
// what is under the scope's names (`page_events`, `scope_outcomes`, …): dirty rows, or all.
import type { AnyStatement } from '../../base/warehouse/port.ts';
import { factTables } from '../../base/warehouse/schema-files.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { applyDecisions, decided, withdrawsFacts } from './decision-models.ts';
import {
  type BatchKinds,
  type FactKinds,
  type FactSource,
  landBatch,
  landFacts,
  model,
  models,
  readFacts,
  unlessEmpty,
  unlessFewer,
} from './model-statements.ts';
import { changedSales, changedSpend, outcomesOfEvents, salesInFull, spendInFull } from './money-models.ts';

const rebuildAdObjects = models('marts/ad_objects_delete', 'marts/ad_objects_insert', 'marts/ads_delete', 'marts/ads_insert');

/** Outcomes of the scope, matched with definitions, and the touches they may credit. */
const matched = (scope: 'dirty' | 'full'): AnyStatement[] => [
  ...models(`scope/outcomes/scope_clicks_${scope}`, `scope/outcomes/near_touches_${scope}`),
  ...(scope === 'dirty' ? models('scope/outcomes/near_touches_clicked') : []),
  ...models(
    'credit/continued',
    'credit/continued_insert',
    'credit/payments_in_scope',
    'credit/matched',
    'scope/outcomes/windows_in_force',
    'credit/scope_windows',
    'credit/naming',
  ),
  ...unlessEmpty(
    'naming',
    models('credit/synthetic_touches_insert', ...(scope === 'dirty' ? ['scope/outcomes/near_touches_synthetic'] : [])),
  ),
];

/** Touches that conversions of the scope reach, by any route. */
const reached: AnyStatement[] = [...models('credit/clicked', 'credit/clicked_insert', 'credit/reached', 'credit/views_reached')];

/** Matched outcomes become conversions, credit and movements of cash. */
export const credit: AnyStatement[] = [
  ...models('credit/scope_conversions'),
  ...reached,
  ...models(
    'credit/weighed',
    'credit/fit/to_fit_weighed',
    'credit/fit/fitted',
    'credit/credit_insert',
    'credit/conversions_insert',
    'credit/cash_flows_insert',
  ),
];

/** Events on pages of the scope become sessions and touches. */
const visits: AnyStatement[] = [
  ...models('intermediate/sessionized'),
  // No browser is busier than all events of the scope together.
  ...unlessFewer('sessionized', 501, models('intermediate/automated_visitors_insert')),
  ...models(
    'intermediate/session_sums',
    'intermediate/sessions_insert',
    'intermediate/touches_insert',
    'intermediate/touch_clicks_insert',
  ),
  ...unlessEmpty('view_events', models('intermediate/views_insert')),
];

export const moveCursors = (landedSeq: bigint, landedDecision: bigint): AnyStatement =>
  model('seeds/cursors_update', { landed_seq: landedSeq, landed_decision: landedDecision });

/** The sessions, touches and outcomes of what changed, and the people whose figures that touches. */
const dirtyRows = ({ decisionKinds, absent }: BatchKinds): AnyStatement[] => [
  ...models('scope/outcomes/outcome_types', 'scope/changed/dirty_visitors'),
  ...unlessEmpty('changed_origins', models('scope/changed/dirty_visitors_by_origin')),
  ...(decisionKinds.size === 0 && absent?.has('value_amount')
    ? models('scope/batch/affected_outcomes')
    : [...changedSales, ...models('scope/changed/affected_outcomes')]),
  ...models('scope/outcomes/continuing_outcomes'),
  ...unlessEmpty('affected_outcomes', [
    ...models(
      'scope/changed/affected_rows',
      'scope/clear/outcome_clicks_delete',
      'scope/clear/outcomes_delete',
      'scope/outcomes/outcome_events_dirty',
    ),
    ...outcomesOfEvents,
    ...models('intermediate/outcome_clicks_insert', 'scope/changed/affected_rows', 'scope/outcomes/payment_family'),
    ...unlessEmpty('continuing_outcomes', models('scope/outcomes/payment_family_insert')),
    ...models('scope/changed/dirty_people_by_outcome'),
  ]),
  ...unlessEmpty('dirty_visitors', [
    ...models('scope/changed/touches_before', 'scope/clear/sessions_delete', 'scope/clear/automated_visitors_delete'),
    // What clicks a browser has is on its touches.
    ...unlessEmpty(
      'touches_before',
      models('scope/changed/dirty_clicks', 'scope/clear/touches_delete', 'scope/clear/touch_clicks_delete'),
    ),
    ...models(
      'scope/browser_events_dirty',
      'scope/page_events_dirty',
      'scope/page_places_dirty',
      'scope/view_events_dirty',
      'scope/batch/no_returns',
      'scope/batch/returning_views',
    ),
    ...unlessEmpty('returning_views', models('intermediate/returns')),
    ...visits,
    ...models('scope/changed/dirty_clicks', 'scope/changed/dirty_people_by_visitor'),
  ]),
  ...unlessEmpty('dirty_clicks', models('scope/changed/dirty_people_by_click')),
  ...unlessEmpty('changed_origins', models('scope/changed/dirty_people_by_origin')),
];

/** The conversions, credit and sums of these people. */
const dirtyPeople: AnyStatement[] = [
  ...models('scope/outcomes/scope_outcomes_dirty'),
  ...unlessEmpty('dirty_people', [
    ...models('scope/changed/conversions_before'),
    ...unlessEmpty('conversions_before', models('scope/changed/synthetic_touches_before')),
    ...models('scope/clear/synthetic_touches_delete'),
    // Nobody has movements of cash but for a conversion.
    ...unlessEmpty('conversions_before', models('scope/clear/cash_flows_delete')),
  ]),
  ...models('scope/changed/nothing_kept'),
  ...unlessEmpty('scope_outcomes', [
    ...matched('dirty'),
    ...unlessEmpty('conversions_before', models('scope/changed/moved_touches', 'scope/changed/kept_conversions')),
  ]),
  ...unlessEmpty(
    'dirty_people',
    unlessEmpty('conversions_before', models('scope/clear/credit_delete', 'scope/clear/conversions_delete')),
  ),
  ...unlessEmpty('scope_outcomes', credit),
  ...unlessEmpty('dirty_people', models('marts/person_sums_delete', 'scope/summed_people_dirty')),
  ...unlessEmpty('summed_people', models('marts/other_money', 'marts/person_sums_insert')),
];

/**
 * Lands facts and decisions and computes everything they touch; one transaction. Each part is under a guard: a statement
 * costs milliseconds even on nothing, and most batches touch few parts.
 */
export function incrementStatements(
  facts: FactSource,
  decisionsFile: string,
  batch: BatchKinds,
  reached: { landedSeq: bigint; landedDecision: bigint },
): AnyStatement[] {
  return [
    ...readFacts(facts),
    ...landBatch(batch),
    ...(batch.hasSpend ? models('landing/spend_facts_insert') : []),
    ...(batch.hasAdObjects ? models('landing/ad_object_facts_insert') : []),
    ...touchedStatements(decisionsFile, batch, (found) => unlessEmpty('new_origins', found)),
    moveCursors(reached.landedSeq, reached.landedDecision),
  ];
}

/** Facts that were held back in tables of their own (`models/recall`) and belong to this cause are in place. */
export const releaseFactsStatements = (cause: string): AnyStatement[] => [
  model('recall/released', { cause }),
  ...factTables().map((table) => ({
    sql: `insert into ${table} select * from held_${table} where seq in (select seq from released)`,
  })),
  model('recall/origins_release'),
];

/** As an increment, of such facts; one transaction. */
export const releaseStatements = (cause: string, decisionsFile: string, batch: BatchKinds): AnyStatement[] => [
  ...releaseFactsStatements(cause),
  ...models('scope/exempt_agents', 'intermediate/bots_update', 'recall/released_events', 'recall/released_spend'),
  ...touchedStatements(decisionsFile, batch, (found) => found),
];

/** The origins of the scope get their channels. */
const classified = unlessEmpty(
  'scope_origins',
  models(
    'intermediate/origins_next',
    'intermediate/changed_origins',
    'intermediate/origins_delete',
    'intermediate/origins_insert',
  ),
);

/** Applies decisions, and computes what they and new facts in place touch (`new_events`, `batch_facts`). */
function touchedStatements(
  decisionsFile: string,
  batch: BatchKinds,
  ifNewOrigins: (statements: AnyStatement[]) => AnyStatement[],
): AnyStatement[] {
  const { hasSpend, hasAdObjects, decisionKinds } = batch;
  const withdraws = withdrawsFacts(decisionKinds);
  const movesOrigins = hasSpend || withdraws || hasAdObjects || decisionKinds.has('channel_rules');
  return [
    ...decided(decisionsFile, decisionKinds),
    ...(hasSpend || withdraws ? changedSpend(withdraws) : []),
    ...(hasAdObjects ? rebuildAdObjects : []),
    ...models('scope/changed/nothing_changed'),
    ...(movesOrigins
      ? [...models('scope/scope_origins_all'), ...classified]
      : ifNewOrigins([...models('scope/scope_origins_new'), ...classified])),
    ...dirtyRows(batch),
    ...dirtyPeople,
    ...(decisionKinds.has('fit') ? refit : []),
  ];
}

const refit: AnyStatement[] = [
  ...models(
    'credit/fit/to_fit_drop',
    'credit/fit/fitted_drop',
    'credit/fit/to_fit_refitted',
    'credit/fit/fitted',
    'credit/fit/data_driven_update',
  ),
];

/** Lands facts into a file that computes later; one transaction. */
export function landOnlyStatements(
  facts: FactSource,
  kinds: FactKinds,
  landedSeq: bigint,
  landedDecision: bigint,
): AnyStatement[] {
  return [...readFacts(facts), ...landFacts(kinds), moveCursors(landedSeq, landedDecision)];
}

/** Applies decisions to a file that computes later; one transaction. */
export function applyOnlyStatements(
  decisionsFile: string,
  kinds: ReadonlySet<string>,
  landedSeq: bigint,
  landedDecision: bigint,
): AnyStatement[] {
  return [
    model('decisions/batch_decisions', { file: decisionsFile }),
    ...models('decisions/identity/batch_edges'),
    ...applyDecisions(kinds),
    moveCursors(landedSeq, landedDecision),
  ];
}

/** The outcomes of all events. */
const outcomesInFull: AnyStatement[] = [
  ...models('scope/outcomes/outcome_types', 'scope/outcomes/outcome_events_full', 'scope/changed/affected_outcomes_full'),
  ...salesInFull,
  ...outcomesOfEvents,
  ...models('intermediate/outcome_clicks_insert'),
];

/** The conversions, credit and sums of all people. */
const creditInFull: AnyStatement[] = [
  ...models('scope/outcomes/scope_outcomes_full', 'scope/outcomes/continuing_outcomes'),
  ...matched('full'),
  ...models('scope/changed/nothing_kept'),
  ...unlessEmpty('scope_outcomes', credit),
  ...models('scope/summed_people_full', 'marts/other_money', 'marts/person_sums_insert'),
];

/** Computes everything of a file in which nothing is computed yet; one transaction. */
export function fullStatements(): AnyStatement[] {
  return [
    ...models('scope/exempt_agents', 'intermediate/bots_update', 'scope/visitor_people_full'),
    ...unlessEmpty('spend_facts', spendInFull),
    ...unlessEmpty('ad_object_facts', rebuildAdObjects),
    ...models('scope/scope_origins_all', 'intermediate/origins_next', 'intermediate/origins_insert'),
    ...outcomesInFull,
    ...models('scope/page_events_full', 'scope/page_places_full', 'scope/view_events_full', 'intermediate/returns'),
    ...visits,
    ...creditInFull,
  ];
}

/** Places origins again under the rules of a file in which everything is computed; in between, `read` sees both (`origins`, `origins_next`). */
export const originsAnewStatements = (read: AnyStatement): AnyStatement[] => [
  ...models('scope/scope_origins_all', 'intermediate/origins_next'),
  read,
  ...models('intermediate/origins_delete', 'intermediate/origins_insert'),
];

/** What outcomes are and what is computed of them. */
const OF_OUTCOMES = [
  ...(['sale_members', 'outcomes', 'outcome_clicks'] as const),
  ...(['conversions', 'credit', 'cash_flows', 'person_sums'] as const),
];

/** Computes outcomes, conversions and credit anew in a file in which visits are computed; one transaction. */
export const outcomesAnewStatements = (): AnyStatement[] => [
  ...OF_OUTCOMES.map((table): AnyStatement => ({ sql: `delete from ${table}` })),
  { sql: 'delete from touches where is_synthetic' },
  ...outcomesInFull,
  ...creditInFull,
];

/** Reads what the data-driven fit counts. */
export const fitStatements = {
  transitions: statement('models/credit/fit/fit_transitions'),
  touches: statement('models/credit/fit/fit_touches'),
};
