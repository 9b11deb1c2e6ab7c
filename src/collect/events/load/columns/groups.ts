// The distinct values of a piece, each enriched once, by the function that enriches an event: an event that has nothing else. What it makes of one
// group does not depend on the others (piece-sql.ts sees to that); where it could, the value is refused here and its rows are read one by one.
import { z } from 'zod';
import { ApiError } from '../../../../base/contract/api-error.ts';
import type { NewFact } from '../../../../base/journal/journal.ts';
import { readJson } from '../../../../base/kit/stored-json.ts';
import { enrichEvent } from '../../enrich/enrich.ts';
import type { EnrichContext, EventInput } from '../../event-input.ts';
import { isBehaviour } from '../../uncounted.ts';
import { inputOf } from '../file-input.ts';
import type { RowTimes } from '../row-times.ts';
import type { Tally } from '../tally.ts';

/** Any that is known to be past. */
const SOME_TIME = '2020-01-01T00:00:00Z';
const SOME_VISIT: EventInput = { event_type: 'page_view', url: 'https://example.com/', occurred_at: SOME_TIME };

const visitBody = z.object({
  visitor_key: z.string().optional(),
  device: z.string().optional(),
  browser: z.string().optional(),
  os: z.string().optional(),
  is_bot: z.boolean(),
  engaged_ms: z.number().optional(),
  flags: z.array(z.string()).optional(),
});
const pageRecord = z.record(z.string(), z.string().nullable());

/** What the parts of a body are, each a line of JSON. */
export interface PageLine {
  event_type: string;
  /** The body without its last sign and the members of the other groups. */
  head: string;
}
export interface BrowserLine {
  token: string;
  visitor_key: string;
}
export interface AgentLine {
  device: string | null;
  browser: string | null;
  os: string | null;
  part: string;
}
export interface AttentionLine {
  engaged_ms: number;
}

export class GroupEnricher {
  readonly #context: EnrichContext;
  readonly #tally: Tally;
  readonly #times: RowTimes;

  constructor(context: EnrichContext, tally: Tally, times: RowTimes) {
    this.#context = context;
    this.#tally = tally;
    this.#times = times;
  }

  /** All that an event says but its browser, device, time and attention. @param page JSON of columns by name. */
  page(page: string): PageLine | undefined {
    const input = this.#inputOf(page);
    if (!input || !isBehaviour(input)) return undefined;
    const fact = this.#fact(input);
    // A click's time is compared with the event's.
    if (fact?.eventType === undefined || fact.body.includes('"clicked_at":')) return undefined;
    return { event_type: fact.eventType, head: fact.body.slice(0, -1) };
  }

  browser(anonymousId: string): BrowserLine | undefined {
    const fact = this.#fact({ ...SOME_VISIT, anonymous_id: anonymousId });
    const body = fact && this.#visit(fact);
    if (fact?.anonymousToken === undefined || body?.visitor_key === undefined) return undefined;
    return { token: fact.anonymousToken, visitor_key: body.visitor_key };
  }

  /** A bot's agent is named, where the event is a visit. */
  agent(userAgent: string): AgentLine | undefined {
    const fact = this.#fact({ ...SOME_VISIT, user_agent: userAgent });
    const body = fact && this.#visit(fact);
    if (!body || body.is_bot) return undefined;
    const { device = null, browser = null, os = null } = body;
    const named = Object.entries({ device, browser, os }).filter(([, value]) => value !== null);
    return { device, browser, os, part: named.map(([name, value]) => `,"${name}":${JSON.stringify(value)}`).join('') };
  }

  attention(seconds: string): AttentionLine | undefined {
    const fact = this.#fact({ ...SOME_VISIT, engaged_seconds: seconds });
    const engaged_ms = fact && this.#visit(fact)?.engaged_ms;
    return engaged_ms === undefined ? undefined : { engaged_ms };
  }

  #inputOf(page: string): EventInput | undefined {
    const record = { ...readJson('the columns of a row', pageRecord, page), occurred_at: SOME_TIME };
    return orUndefined(() => inputOf(record, this.#tally, this.#times));
  }

  #fact(input: EventInput): NewFact | undefined {
    return orUndefined(() => enrichEvent(input, this.#context));
  }

  /** Undefined where something was left out or changed, which is noted with an event's other flags. */
  #visit({ body }: NewFact) {
    const visit = readJson('the body of an event', visitBody, body);
    return visit.flags === undefined ? visit : undefined;
  }
}

/** What is refused is refused with its row, in the row's own words. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
