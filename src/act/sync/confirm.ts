// Destinations that decide later: a request that was accepted is polled by its id until it is finished. They say how many events of a
// request were refused and not which, so that its deliveries are refused together where all were.
import type { Base } from '../../base/base.ts';
import type { DestinationKind, RequestStatus } from '../../providers/conversions/destination.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { type Change, changeOf, type Delivery } from './delivery.ts';
import type { Destination } from './destination.ts';
import { grantOf } from './kinds.ts';

/** Before the first question and after each one. */
export const CONFIRM_PAUSE_MS = 600_000;
/** The longest time to wait for the end of a request. */
const MAX_WAIT_MS = 48 * 3_600_000;

export const isUnconfirmed = ({ state, content }: Delivery): boolean => state === 'sent' && content.is_confirmed_later;

/** Nothing is sent again here. */
export async function confirmRequests(
  base: Base,
  destination: Destination,
  kind: DestinationKind,
  due: readonly Delivery[],
): Promise<void> {
  const requests = new Map<string, Delivery[]>();
  for (const delivery of due) {
    const id = delivery.content.provider_request_id ?? '';
    requests.set(id, [...(requests.get(id) ?? []), delivery]);
  }
  for (const [requestId, deliveries] of requests) {
    const found = await readStatus(base, destination, kind, requestId);
    const now = base.clock.now();
    await base.ledger.update(deliveries.map((each) => changeOf(each, now, changeFor(each, deliveries.length, found, now))));
  }
}

/** Undefined where the destination could not be asked. */
async function readStatus(
  base: Base,
  destination: Destination,
  kind: DestinationKind,
  requestId: string,
): Promise<RequestStatus | undefined> {
  try {
    return await kind.readStatus?.(await grantOf(base, destination), destination.settings, requestId);
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  }
}

function changeFor({ content }: Delivery, count: number, status: RequestStatus | undefined, now: number): Change {
  const ended = { is_confirmed_later: false };
  if (status?.isFinished) {
    const refused = status.rejected.reduce((sum, each) => sum + each.count, 0);
    const reason = status.rejected[0]?.reason ?? 'refused';
    if (refused >= count) return { state: 'rejected', content: { ...ended, reason } };
    return { state: 'accepted', content: { ...ended, reason: refused === 0 ? null : `refused_in_part ${reason}` } };
  }
  if (now - (content.sent_at ?? now) > MAX_WAIT_MS) return { state: 'sent', content: { ...ended, reason: 'unconfirmed' } };
  return { state: 'sent', dueAt: now + CONFIRM_PAUSE_MS, content: {} };
}
