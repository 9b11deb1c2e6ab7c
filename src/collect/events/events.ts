// Outcomes that servers report: one, or a batch answered row by row.
import { randomUUID } from 'node:crypto';
import type { IntakeBase, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { factIntake } from '../../base/contract/operation.ts';
import { readSchema } from '../../base/contract/schemas.ts';
import type { components } from '../../base/contract/types.ts';
import { type AcceptedEvent, acceptEvents } from './accept.ts';
import { cookieIdsOf } from './enrich/cookie-ids.ts';
import { type EventRow, rejected } from './load/event-row.ts';
import { countRefusedOutcome } from './refused-outcomes.ts';
import { countRefusedEvents, type Sender, senderOf } from './sender-counts.ts';
import { adWordOf, keepOutcomeSignals, type SentSignals } from './signals.ts';
import { uncountedWarnings } from './uncounted.ts';

type OutcomeEvent = components['schemas']['OutcomeEvent'];

interface Outcome extends EventRow {
  signals: SentSignals;
}

/** An outcome builds no visit: its event_source_url is kept as a field, never as a page. The browser's address and ids are in no fact. */
function outcomeOf(body: OutcomeEvent): Outcome {
  const { context = {}, ...event } = body;
  const input = {
    ...event,
    // The specification's rule: without a key of its own an outcome gets a fresh one. With a value it is refused instead.
    ...(event.idempotency_key === undefined && event.value === undefined ? { idempotency_key: randomUUID() } : {}),
    ...(context.user_agent === undefined ? {} : { user_agent: context.user_agent }),
  };
  const { referrer: _referrer, ...signals } = context;
  // Nothing is sent of an event that refuses.
  return { input, content: body, signals: adWordOf(event) === 'no' ? {} : { ...cookieIdsOf(event), ...signals } };
}

/** Takes the outcomes in, with the signals that they bring. */
async function accept(
  base: IntakeBase,
  profileId: string,
  outcomes: readonly Outcome[],
  sender: Sender,
): Promise<AcceptedEvent[]> {
  const keyOf = ({ input }: EventRow): string => String(input.idempotency_key ?? '');
  const takeBack = await keepOutcomeSignals(
    base,
    profileId,
    outcomes.map((outcome) => ({ key: keyOf(outcome), signals: outcome.signals })),
  );
  const rows = outcomes.map(({ input, content }): EventRow => ({ input, content }));
  const accepted = await acceptEvents(base, profileId, rows, 'server', sender);
  const created = new Set(outcomes.filter((_, at) => accepted[at]?.status === 'created').map(keyOf));
  await takeBack((key) => !created.has(key));
  return accepted;
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
  const row = outcomeOf(call.body);
  const [result] = await accept(base, call.profile.profileId, [row], { ...senderOf(call.principal), areRefusalsOfCall: true });
  if (!result || result.status === 'rejected') {
    throw new ApiError(result?.error.code ?? 'internal_error', result?.error.message ?? 'The event has no result.');
  }
  const data = { outcome_event_id: result.outcome_event_id, status: result.status };
  const warnings = withWarnings(base, call.profile.profileId, [row]);
  return result.status === 'created' ? { data, ...warnings, outcome: 'created' } : { data, ...warnings };
});

export const createEventBatch = factIntake('createEventBatch', async (call, base) => {
  const checked = call.body.events.map((row): Outcome | AcceptedEvent => {
    const { value, fault } = readSchema('OutcomeEvent', row);
    if (!fault) return outcomeOf(value);
    return rejected('validation_error', fault.path === '' ? `The event ${fault.message}.` : `${fault.path}: ${fault.message}.`);
  });
  const sound = checked.filter((row): row is Outcome => 'input' in row);
  const refusing = { principal: call.principal, profileId: call.profile.profileId };
  const accepted = await accept(base, call.profile.profileId, sound, senderOf(call.principal));
  const inOrder = accepted.values();
  const results = checked.map((row, index) => ({ index, ...('input' in row ? takeNext(inOrder) : row) }));
  for (const [index, result] of results.entries()) {
    if (result.status !== 'rejected') continue;
    countRefusedOutcome(base, { ...result.error, ...refusing, event: call.body.events[index] });
    const isTaken = 'input' in (checked[index] ?? {});
    if (!isTaken) countRefusedEvents(base, refusing.profileId, { ...result.error, sender: senderOf(call.principal), events: 1 });
  }
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
