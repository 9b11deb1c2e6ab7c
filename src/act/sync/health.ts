// The effect of a failure on a destination: the length of its pause, and the need for a person.
import type { Base } from '../../base/base.ts';
import type { ProviderFailure } from '../../providers/http/failure.ts';
import { type Destination, findDestination, type StatusReason, setDestinationStatus } from './destination.ts';

const PAUSE_MS = 30_000;
/** Where a person has to do something first. */
const LONG_PAUSE_MS = 3_600_000;
const GONE = 410;

const REASONS: Partial<Record<ProviderFailure['outcome'], StatusReason>> = {
  ...{ reconnect: 'connection', forbidden: 'permission', terms: 'terms' },
  ...{ misconfigured: 'configuration', unsupported: 'configuration' },
};

/** Deliveries keep their own schedule; nothing is sent before the pause is over. */
export function noteFailure(base: Base, { destinationId }: Destination, { outcome, details }: ProviderFailure): void {
  base.state.tx(() => {
    const destination = findDestination(base, destinationId);
    if (!destination || destination.removedAt !== null || destination.status !== 'active') return;
    if (details.status === GONE) return setDestinationStatus(base, destination, { status: 'disabled', reason: 'gone' });
    const reason = REASONS[outcome] ?? null;
    if (reason !== destination.statusReason) setDestinationStatus(base, destination, { status: 'active', reason });
    const pauseMs = Math.max(details.retryAfterMs ?? 0, reason === null ? PAUSE_MS : LONG_PAUSE_MS);
    base.state
      .statement('act/sync/destination_throttle')
      .run({ destination_id: destinationId, until: base.clock.now() + pauseMs });
  });
}

/** Writes only a change, so that accepted deliveries write no state. */
export function noteSuccess(base: Base, { destinationId }: Destination): void {
  const destination = findDestination(base, destinationId);
  if (destination?.status !== 'active' || destination.statusReason === null) return;
  base.state.tx(() => setDestinationStatus(base, destination, { status: 'active', reason: null }));
}
