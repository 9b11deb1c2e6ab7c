// From checked events to facts on disk: enriches a list, appends what is sound in one write, and answers for each in its place.
import type { Base, IntakeBase } from '../../base/base.ts';
import type { Appended, Maker, NewFact, Trust } from '../../base/journal/journal.ts';
import { publicId } from '../../base/kit/ids.ts';
import { browserText, erasedRepeats, joinedBrowsers, type Repeatable } from '../identity/index.ts';
import { tokeniserOf } from './enrich/tokeniser.ts';
import { type EventRow, factOf, type Posted, type RejectedEvent, rejected } from './load/event-row.ts';
import { countTaken, type Sender } from './sender-counts.ts';

export type AcceptedEvent = { status: 'created' | 'duplicate'; outcome_event_id: string; error?: never } | RejectedEvent;

/** An event by its place in the journal. `conflict`: its key was used before, for an event with another body, whose place this is. */
export type TakenEvent = Appended | RejectedEvent;

/**
 * Takes events in: rows of plain JSON, enriched in the journal's thread. When it resolves, every event not `rejected` is on disk. A bad
 * one never stops the others.
 * @throws JournalRefusal when nothing was accepted (a full queue or disk).
 */
export async function acceptEvents(
  base: IntakeBase,
  profileId: string,
  rows: readonly EventRow[],
  trust: Trust,
  sender?: Sender,
): Promise<AcceptedEvent[]> {
  return (await takeEvents(base, profileId, rows, trust, sender)).map((taken) => accepted(profileId, taken));
}

const MODULE = new URL('./enrich/fact-encoder.ts', import.meta.url).href;

/** Prepares intake at the start: the first post, and all that come during it, would wait a tenth of a second otherwise. */
export const prepareIntake = (base: Base): Promise<void> => base.journal.prepare(MODULE);

/**
 * Like `acceptEvents`, for callers that identify facts by their places. The order is set before the promise is returned. With a sender, what became
 * of its events is counted.
 */
export async function takeEvents(
  base: IntakeBase,
  profileId: string,
  rows: readonly EventRow[],
  trust: Trust,
  sender?: Sender,
): Promise<TakenEvent[]> {
  const erased = erasedRepeats(base, profileId);
  const posted: Posted = { receivedAt: base.clock.now(), trust, rows: asJoined(base, profileId, rows) };
  const taken = await (erased ? takeHere(base, profileId, posted, erased) : takeInThread(base, profileId, posted));
  if (sender) countTaken(base, profileId, sender, rows, taken);
  if (taken.some(({ status }) => status === 'created')) base.signals.emit('facts', profileId);
  return taken;
}

/** Events of a browser that a link between own domains brought are those of the browser that left. A repeat is compared with what was sent. */
function asJoined(base: IntakeBase, profileId: string, rows: readonly EventRow[]): readonly EventRow[] {
  const joined = joinedBrowsers(base, profileId);
  if (!joined) return rows;
  return rows.map((row) => {
    const browser = browserText(row.input.anonymous_id);
    const counted = browser === undefined ? undefined : joined(browser);
    if (counted === browser) return row;
    return { ...row, input: { ...row.input, anonymous_id: counted }, content: row.content ?? row.input };
  });
}

async function takeInThread(base: IntakeBase, profileId: string, posted: Posted): Promise<TakenEvent[]> {
  const maker: Maker = { module: MODULE, contextOf: (id) => base.state.keys.forThread(id) };
  const order = { profileId, rows: posted.rows.length, text: JSON.stringify(posted) };
  const results = await base.journal.appendMade(maker, order);
  return results.map((each) => ('refused' in each ? (each.refused as RejectedEvent) : each));
}

/** An erased person must not return by an event that is sent again, which only state can decide: these rows are enriched here. */
async function takeHere(
  base: IntakeBase,
  profileId: string,
  { receivedAt, trust, rows }: Posted,
  erased: (fact: Repeatable) => bigint | undefined,
): Promise<TakenEvent[]> {
  const context = { profileId, receivedAt, trust, tokens: tokeniserOf(base, profileId) };
  const facts: NewFact[] = [];
  const earlierFacts = rows.map((row): EarlierFact | undefined => {
    const fact = factOf(row, context);
    if (!('body' in fact)) return fact;
    const repeatable = repeatableOf(fact);
    const seq = repeatable && erased(repeatable);
    if (seq !== undefined) return { status: 'duplicate', seq };
    facts.push(fact);
    return undefined;
  });
  const appended = await base.journal.append(facts);
  let next = 0;
  return earlierFacts.map((answer) => answer ?? withNote(appended[next] as Appended, facts[next++]));
}

const withNote = (appended: Appended, { note }: Pick<NewFact, 'note'> = {}): Appended =>
  note === undefined ? appended : { ...appended, note };

/** Results that need no journal. */
type EarlierFact = RejectedEvent | { status: 'duplicate'; seq: bigint };

function repeatableOf({ dedupeHash, outcomeKey, contentHash }: NewFact): Repeatable | undefined {
  if (dedupeHash !== undefined) return { dedupeHash };
  return outcomeKey && contentHash ? { outcomeKey, contentHash } : undefined;
}

/** The fault of a refused event. */
export function refusalOf(taken: TakenEvent): RejectedEvent | undefined {
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
