// The setup steps that arriving data takes: visits, outcomes of a server or CRM, and ad spend; and what counts as a conversion.

import type { ReadBase } from '../../base/base.ts';
import type { ReadinessStep } from '../../base/contract/slice-hooks.ts';
import { statement } from '../../base/warehouse/statements.ts';
import { installationNext } from '../../collect/tracking/index.ts';
import { ask } from '../pipeline/index.ts';
import { uncountedStep } from './uncounted.ts';

const steps: { name: string; title: string; column: 'has_visits' | 'has_outcomes' | 'has_spend'; next: string }[] = [
  {
    name: 'first_event_received',
    title: 'Visits arrive',
    column: 'has_visits',
    next: 'Open the site in a browser; your own tracker sends page views to POST /t/collect with the tracking key.',
  },
  {
    name: 'crm_or_outcome_source_connected',
    title: 'Outcomes arrive',
    column: 'has_outcomes',
    next: 'Send payments, leads and deals to POST /api/v1/events, or load them with `tributary backfill events`.',
  },
  {
    name: 'spend_received',
    title: 'Ad spend arrives',
    column: 'has_spend',
    next: 'Connect an ad account (POST /api/v1/connections/{provider}/connect), send daily ad spend to POST /api/v1/spend, or load it with `tributary backfill spend`.',
  },
];

const ONLY_TESTS =
  'Only visits to machines of your own (localhost, private networks) have arrived: they are test traffic, stored and counted in no figure. Open the public site in a browser.';

export async function arrivalSteps(base: ReadBase, profileId: string): Promise<ReadinessStep[]> {
  const [found] = await ask(base, profileId, statement('warehouse/credit/progress/readiness_get'));
  const arrivals = steps.map(({ name, title, column, next }) => {
    const done = found?.[column] === true;
    const isTestOnly = column === 'has_visits' && found?.has_test_visits === true;
    return { name, title, done, next: done ? '' : isTestOnly ? ONLY_TESTS : next };
  });
  return [
    trackerStep(base, profileId, found?.has_tracked === true),
    ...arrivals,
    definitionsStep(base, profileId),
    await uncountedStep(base, profileId),
  ];
}

/** A page view sent by a browser proves the installation; until then the last verification names the fault. */
function trackerStep(base: ReadBase, profileId: string, hasTracked: boolean): ReadinessStep {
  const next = hasTracked ? '' : installationNext(base, profileId);
  return { name: 'tracker_installed', title: 'The tracker is on the site', done: next === '', next };
}

function definitionsStep(base: ReadBase, profileId: string): ReadinessStep {
  const done = base.state.statement('credit/definitions/definition_review_get').get({ profile_id: profileId }) !== undefined;
  const next =
    'Review the conversion definitions (GET /api/v1/goals/definitions) and confirm them with POST /api/v1/goals/definitions, changed or unchanged.';
  return { name: 'definitions_reviewed', title: 'Conversion definitions are confirmed', done, next: done ? '' : next };
}
