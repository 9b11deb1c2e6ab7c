// One event from a door, and its fact or its refusal.
import { ApiError } from '../../../base/contract/api-error.ts';
import type { ErrorCode } from '../../../base/contract/error-catalogue.ts';
import type { NewFact, Trust } from '../../../base/journal/journal.ts';
import { enrichEvent } from '../enrich/enrich.ts';
import type { EnrichContext, EventInput } from '../event-input.ts';
import { outcomeKeyOf } from '../generations.ts';

export interface EventRow {
  input: EventInput;
  /** The body as sent, without our defaults: what a repeat under the same key is compared with. The input when absent. */
  content?: unknown;
  /** Which of the outcomes under its key it is, from 0: those before it were taken back. */
  generation?: number;
}

/** Rows of plain JSON on their way to the thread that enriches them. */
export interface Posted {
  /** Milliseconds since 1970. */
  receivedAt: number;
  trust: Trust;
  rows: readonly EventRow[];
}

export interface RejectedEvent {
  status: 'rejected';
  error: { code: ErrorCode; message: string };
  outcome_event_id?: never;
}

export const rejected = (code: ErrorCode, message: string): RejectedEvent => ({ status: 'rejected', error: { code, message } });

export function factOf({ input, content, generation = 0 }: EventRow, context: EnrichContext): NewFact | RejectedEvent {
  try {
    const fact = enrichEvent(input, context, content ?? input);
    if (generation === 0 || !fact.outcomeKey) return fact;
    return { ...fact, outcomeKey: outcomeKeyOf(context.tokens, fact.outcomeKey, generation) };
  } catch (error) {
    if (error instanceof ApiError) return rejected(error.code, error.message);
    throw error;
  }
}
