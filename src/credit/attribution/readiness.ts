// The setup steps that arriving data takes: visits, outcomes of a server or CRM, and ad spend.
import type { Base } from '../../base/base.ts';
import type { ReadinessStep } from '../../base/contract/operation.ts';
import { sqlText } from '../../base/kit/sql-files.ts';
import { ask } from './ask.ts';

const steps: { name: string; title: string; column: string; next: string }[] = [
  {
    name: 'first_event_received',
    title: 'Visits arrive',
    column: 'has_visits',
    next: 'Install the tracker, or send page views to POST /t/collect with the tracking key.',
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
    next: 'Send daily ad spend to POST /api/v1/spend, or load it with `tributary backfill spend`.',
  },
];

export async function arrivalSteps(base: Base, profileId: string): Promise<ReadinessStep[]> {
  const [found] = await ask(base, profileId, { sql: sqlText('warehouse/credit/attribution/readiness_get') });
  return steps.map(({ name, title, column, next }) => {
    const done = found?.[column] === true;
    return { name, title, done, next: done ? '' : next };
  });
}
