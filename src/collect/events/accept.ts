// From checked events to facts on disk: enriches a list, appends what is sound in one write, and answers for each in its place.
import type { Base } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { ErrorCode } from '../../base/contract/error-catalogue.ts';
import type { Appended, NewFact, Trust } from '../../base/journal/journal.ts';
import { publicId } from '../../base/kit/ids.ts';
import { erasedRepeat } from '../people/index.ts';
import { enrichEvent } from './enrich.ts';
import type { EventInput } from './event-input.ts';
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
  const enriched = rows.map(({ input, content }): NewFact | Extract<TakenEvent, { status: 'rejected' }> => {
    try {
      return enrichEvent(input, context, content ?? input);
    } catch (error) {
      if (error instanceof ApiError) return rejected(error.code, error.message);
      throw error;
    }
  });
  const erased = new Map(enriched.flatMap((row) => ('body' in row ? [[row, erasedBefore(base, row)] as const] : [])));
  const facts = [...erased].flatMap(([row, seq]) => (seq === undefined ? [row] : []));
  const appended = await base.journal.append(facts);
  if (appended.some(({ status }) => status === 'created')) base.signals.emit('facts', profileId);
  let next = 0;
  return enriched.map((row) => {
    if (!('body' in row)) return row;
    const seq = erased.get(row);
    return seq === undefined ? (appended[next++] as Appended) : { status: 'duplicate', seq };
  });
}

/** Who was erased does not come back by an event that is sent again. */
function erasedBefore(base: Base, { profileId, dedupeHash, outcomeKey, contentHash }: NewFact): bigint | undefined {
  if (dedupeHash !== undefined) return erasedRepeat(base, profileId, { dedupeHash });
  return outcomeKey && contentHash ? erasedRepeat(base, profileId, { outcomeKey, contentHash }) : undefined;
}

function accepted(profileId: string, taken: TakenEvent): AcceptedEvent {
  if (taken.status === 'rejected') return taken;
  if (taken.status === 'conflict')
    return rejected('idempotency_key_conflict', 'idempotency_key: used before for an event with another body.');
  return { status: taken.status, outcome_event_id: publicId('fact', profileId, taken.seq) };
}
