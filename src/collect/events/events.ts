// Outcomes that servers report: one, or a batch answered row by row.
import { randomUUID } from 'node:crypto';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { factIntake } from '../../base/contract/operation.ts';
import { readSchema } from '../../base/contract/schemas.ts';
import type { components } from '../../base/contract/types.ts';
import { type AcceptedEvent, acceptEvents } from './accept.ts';
import { type EventRow, rejected } from './load/event-row.ts';
import { countRefusedOutcome } from './refused-outcomes.ts';
import { uncountedWarnings } from './uncounted.ts';

type OutcomeEvent = components['schemas']['OutcomeEvent'];

/** An outcome builds no visit: its event_source_url is kept as a field, never as a page. The customer's IP address goes no further. */
function rowOf(body: OutcomeEvent): EventRow {
  const { context, ...event } = body;
  const input = {
    ...event,
    // The specification's rule: without a key of its own an outcome gets a fresh one. With a value it is refused instead.
    ...(event.idempotency_key === undefined && event.value === undefined ? { idempotency_key: randomUUID() } : {}),
    ...(context?.user_agent === undefined ? {} : { user_agent: context.user_agent }),
  };
  return { input, content: body };
}

function takeNext(accepted: Iterator<AcceptedEvent>): AcceptedEvent {
  const next = accepted.next();
  if (next.done) throw new Error('an event has no result');
  return next.value;
}

/** As a member of an answer: present only where no goal counts an outcome of it. */
function withWarnings(base: ReadBase, profileId: string, rows: readonly EventRow[]) {
  const warnings = uncountedWarnings(
    base,
    profileId,
    rows.map(({ input }) => input),
  );
  return warnings.length === 0 ? {} : { warnings };
}

export const createEvent = factIntake('createEvent', async (call, base) => {
  const row = rowOf(call.body);
  const [result] = await acceptEvents(base, call.profile.profileId, [row], 'server');
  if (!result || result.status === 'rejected') {
    throw new ApiError(result?.error.code ?? 'internal_error', result?.error.message ?? 'The event has no result.');
  }
  const data = { outcome_event_id: result.outcome_event_id, status: result.status };
  const warnings = withWarnings(base, call.profile.profileId, [row]);
  return result.status === 'created' ? { data, ...warnings, outcome: 'created' } : { data, ...warnings };
});

export const createEventBatch = factIntake('createEventBatch', async (call, base) => {
  const checked = call.body.events.map((row): EventRow | AcceptedEvent => {
    const { value, fault } = readSchema('OutcomeEvent', row);
    if (!fault) return rowOf(value);
    return rejected('validation_error', fault.path === '' ? `The event ${fault.message}.` : `${fault.path}: ${fault.message}.`);
  });
  const sound = checked.filter((row): row is EventRow => 'input' in row);
  const refusing = { principal: call.principal, profileId: call.profile.profileId };
  const accepted = await acceptEvents(base, call.profile.profileId, sound, 'server');
  const inOrder = accepted.values();
  const results = checked.map((row, index) => ({ index, ...('input' in row ? takeNext(inOrder) : row) }));
  for (const [index, result] of results.entries())
    if (result.status === 'rejected') countRefusedOutcome(base, { ...result.error, ...refusing, event: call.body.events[index] });
  const count = (status: AcceptedEvent['status']): number => results.filter((result) => result.status === status).length;
  const summary = {
    total: results.length,
    created: count('created'),
    duplicate: count('duplicate'),
    rejected: count('rejected'),
  };
  const taken = sound.filter((_, at) => accepted[at]?.status !== 'rejected');
  return { data: { results, summary }, ...withWarnings(base, call.profile.profileId, taken) };
});
