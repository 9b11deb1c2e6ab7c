// From checked events to facts on disk: enriches a list, appends what is sound in one write, and answers for each in its place.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ErrorCode } from '../../base/contract/error-catalogue.ts';
import type { Appended, NewFact, Trust } from '../../base/journal/journal.ts';
import { publicId } from '../../base/kit/ids.ts';
import { erasedRepeats, type Repeatable } from '../people/index.ts';
import { enrichEvent } from './enrich.ts';
import type { EnrichContext, EventInput } from './event-input.ts';
import { tokeniserOf } from './tokeniser.ts';

export interface EventRow {
  input: EventInput;
  /** The body as sent, without our defaults: what a repeat under the same key is compared with. The input when absent. */
  content?: unknown;
}

export type AcceptedEvent =
  | { status: 'created' | 'duplicate'; outcome_event_id: string; error?: never }
  | { status: 'rejected'; error: { code: ErrorCode; message: string }; outcome_event_id?: never };

export const rejected = (code: ErrorCode, message: string): Extract<AcceptedEvent, { status: 'rejected' }> => ({
  status: 'rejected',
  error: { code, message },
});

/** An event by its place in the journal. `conflict`: its key was used before, for an event with another body, whose place this is. */
export type TakenEvent = Appended | Extract<AcceptedEvent, { status: 'rejected' }>;

/**
 * Takes events in. When it resolves, every event not `rejected` is on disk. A bad one never stops the others.
 * @throws JournalRefusal when nothing was taken in (a full queue or disk).
 */
export async function acceptEvents(
  base: Base,
  profileId: string,
  rows: readonly EventRow[],
  trust: Trust,
): Promise<AcceptedEvent[]> {
  return (await takeEvents(base, profileId, rows, trust)).map((taken) => accepted(profileId, taken));
}

/** As `acceptEvents`, for those who know facts by their places. The events are enriched before it returns its promise. */
export async function takeEvents(base: Base, profileId: string, rows: readonly EventRow[], trust: Trust): Promise<TakenEvent[]> {
  const context = { profileId, receivedAt: base.clock.now(), trust, tokens: tokeniserOf(base, profileId) };
  const erased = erasedRepeats(base, profileId);
  const facts: NewFact[] = [];
  const known = rows.map((row): Known | undefined => {
    const fact = factOf(row, context);
    if (!('body' in fact)) return fact;
    // Who was erased does not come back by an event that is sent again.
    const repeatable = erased && repeatableOf(fact);
    const seq = repeatable && erased(repeatable);
    if (seq !== undefined) return { status: 'duplicate', seq };
    facts.push(fact);
    return undefined;
  });
  const appended = await base.journal.append(facts);
  if (appended.some(({ status }) => status === 'created')) base.signals.emit('facts', profileId);
  let next = 0;
  return known.map((answer) => answer ?? (appended[next++] as Appended));
}

type Rejected = ReturnType<typeof rejected>;
/** What is answered without the journal. */
type Known = Rejected | { status: 'duplicate'; seq: bigint };

function factOf({ input, content }: EventRow, context: EnrichContext): NewFact | Rejected {
  try {
    return enrichEvent(input, context, content ?? input);
  } catch (error) {
    if (error instanceof ApiError) return rejected(error.code, error.message);
    throw error;
  }
}

function repeatableOf({ dedupeHash, outcomeKey, contentHash }: NewFact): Repeatable | undefined {
  if (dedupeHash !== undefined) return { dedupeHash };
  return outcomeKey && contentHash ? { outcomeKey, contentHash } : undefined;
}

/** What is wrong with an event that was not taken. */
export function refusalOf(taken: TakenEvent): Rejected | undefined {
  if (taken.status === 'rejected') return taken;
  if (taken.status === 'conflict')
    return rejected('idempotency_key_conflict', 'idempotency_key: used before for an event with another body.');
  return undefined;
}

const accepted = (profileId: string, taken: TakenEvent): AcceptedEvent =>
  refusalOf(taken) ?? {
    status: taken.status as 'created' | 'duplicate',
    outcome_event_id: publicId('fact', profileId, (taken as Appended).seq),
  };
