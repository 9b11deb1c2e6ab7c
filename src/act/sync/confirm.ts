// Destinations that decide later: a request that was accepted is polled by its id until it is finished. They say how many events of a
// request were refused and not which, so that its deliveries end together: refused where all were, and sent again where a part was refused for
// something that is about no event, as the destination recognises the others.
import type { Base } from '../../base/base.ts';
import type { DestinationKind, EventCount, RequestStatus } from '../../providers/conversions/destination.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import type { Delivery, DeliveryContent, Next } from './delivery.ts';
import type { Destination } from './destination.ts';
import { needsPerson, noteFailure, noteSuccess, pauseAfter } from './health.ts';
import { grantOf } from './kinds.ts';
import { recordChanges } from './open-items.ts';

/** Before the first question and after each one. */
export const CONFIRM_PAUSE_MS = 600_000;
/** The longest time to wait for the end of a request. */
const MAX_WAIT_MS = 48 * 3_600_000;

export const isUnconfirmed = ({ state, content }: Delivery): boolean => state === 'sent' && content.is_confirmed_later;

/** Nothing is sent again here: what the destination has not accepted waits for its lane. Answers whether the destination is paused now. */
export async function confirmRequests(
  base: Base,
  destination: Destination,
  kind: DestinationKind,
  due: readonly Delivery[],
): Promise<boolean> {
  let isPaused = false;
  const requests = new Map<string, Delivery[]>();
  for (const delivery of due) {
    const id = delivery.content.provider_request_id ?? '';
    requests.set(id, [...(requests.get(id) ?? []), delivery]);
  }
  for (const [requestId, deliveries] of requests) {
    const found = await readStatus(base, destination, kind, requestId);
    const now = base.clock.now();
    const { status } = found;
    const changes = deliveries.map((delivery) => ({ delivery, next: nextOf(delivery, deliveries.length, status, now) }));
    await recordChanges(base, now, changes);
    const stop = found?.failure ?? stopOf(kind, found?.status);
    if (stop) noteFailure(base, destination, stop);
    else if (found?.status?.isFinished) noteSuccess(base, destination);
    isPaused ||= stop !== undefined;
  }
  return isPaused;
}

/** What a person has to do before the destination accepts events. */
function stopOf({ id }: DestinationKind, status: RequestStatus | undefined): ProviderFailure | undefined {
  const stop = status?.later?.find(needsPerson);
  return stop && new ProviderFailure(id, stop.outcome, `${id} accepts no events: ${stop.reason}`, { code: stop.reason });
}

interface Read {
  /** Undefined where the destination could not be asked. */
  status?: RequestStatus | undefined;
  /** Why it cannot be asked before a person has done something. */
  failure?: ProviderFailure;
}

async function readStatus(base: Base, destination: Destination, kind: DestinationKind, requestId: string): Promise<Read> {
  try {
    return { status: await kind.readStatus?.(await grantOf(base, destination), destination.settings, requestId) };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return needsPerson(error) ? { failure: error } : {};
  }
}

function nextOf({ content }: Delivery, listed: number, status: RequestStatus | undefined, now: number): Next {
  if (status?.isFinished) return nextAtEnd(content, Math.max(content.request_events, listed), status, now);
  if (now - (content.sent_at ?? now) > MAX_WAIT_MS)
    return { state: 'sent', content: { ...content, is_confirmed_later: false, reason: 'unconfirmed' } };
  return { state: 'sent', dueAt: now + CONFIRM_PAUSE_MS, content };
}

const sumOf = (counts: readonly EventCount[]): number => counts.reduce((sum, each) => sum + each.count, 0);

/** @param count Events of the request. */
function nextAtEnd(content: DeliveryContent, count: number, status: RequestStatus, now: number): Next {
  const { rejected, duplicates = [], later = [], unexplained } = status;
  const ended = { ...content, is_confirmed_later: false };
  const refused = unexplained === 'all' ? count : sumOf(rejected);
  const [again] = later;
  if (again) {
    // Which ones is not known. Those that were accepted are recognised by their ids when they come again.
    const isNone = refused + sumOf(later) >= count;
    const dueAt = needsPerson(again) ? now : now + pauseAfter(content.attempts);
    const reason = `${again.outcome} ${again.reason}`;
    if (isNone) return { state: 'pending', dueAt, content: { ...ended, reason } };
    return { state: 'sent', dueAt, content: { ...ended, reason, first_tried_at: content.sent_at ?? now } };
  }
  const reason = rejected[0]?.reason ?? (unexplained === undefined ? undefined : 'unexplained');
  if (reason !== undefined && refused >= count) return { state: 'rejected', content: { ...ended, reason } };
  if (reason !== undefined) return { state: 'accepted', content: { ...ended, reason: `refused_in_part ${reason}` } };
  const [duplicate] = duplicates;
  if (!duplicate) return { state: 'accepted', content: { ...ended, reason: null } };
  const isAll = sumOf(duplicates) >= count;
  return { state: 'accepted', content: { ...ended, reason: isAll ? 'duplicate' : `duplicate_in_part ${duplicate.reason}` } };
}
