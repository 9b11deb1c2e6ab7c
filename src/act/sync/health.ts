// The effect of a failure: on a destination, the length of its pause and the need for a person; on a delivery, when it is tried again.
import type { Base } from '../../base/base.ts';
import { doublePause } from '../../base/deliver/pauses.ts';
import type { ProviderFailure } from '../../providers/http/failure.ts';
import { type Destination, findDestination, type StatusReason, setDestinationStatus } from './destination.ts';

const PAUSE_MS = 30_000;
/** Where a person has to do something first. */
const LONG_PAUSE_MS = 3_600_000;
const GONE = 410;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 3_600_000;

const REASONS: Partial<Record<ProviderFailure['outcome'], StatusReason>> = {
  reconnect: 'connection',
  forbidden: 'permission',
  terms: 'terms',
  misconfigured: 'configuration',
  unsupported: 'configuration',
  // The object that gets the events is absent, not in a state for them, or closed to us: no event is at fault.
  not_found: 'configuration',
  conflict: 'configuration',
  refused: 'configuration',
};

/** It is about the destination and not about an event: a person has to do something, and until then nothing is sent. */
export const needsPerson = ({ outcome }: Pick<ProviderFailure, 'outcome'>): boolean => REASONS[outcome] !== undefined;

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

/** A destination that decides later has these of what it decided: to accept a request proves that we may send one. */
const DECIDED: readonly (StatusReason | null)[] = ['terms', 'configuration'];

/** Writes only a change, so that accepted deliveries write no state. @param isDecided It has accepted the events themselves. */
export function noteSuccess(base: Base, { destinationId }: Destination, isDecided = true): void {
  const destination = findDestination(base, destinationId);
  if (destination?.status !== 'active' || destination.statusReason === null) return;
  if (!isDecided && DECIDED.includes(destination.statusReason)) return;
  base.state.tx(() => setDestinationStatus(base, destination, { status: 'active', reason: null }));
}

export const pauseAfter = (attempts: number): number => doublePause(attempts, { firstMs: FIRST_PAUSE_MS, maxMs: MAX_PAUSE_MS });
