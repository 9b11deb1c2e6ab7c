// Signals of browsers for the destinations that use them: which ones a profile's intake keeps, what a conversion is sent with, and their end with the
// last delivery of their event.
import type { Base, ReadBase } from '../../../base/base.ts';
import type { BrowserSignal } from '../../../base/contract/slice-hooks.ts';
import { StateCache } from '../../../base/work/memo.ts';
import { type BrowserSignals, endOutcomeSignals, signalsOf, withSignals } from '../../../collect/events/index.ts';
import type { DestinationKind } from '../../../providers/conversions/destination.ts';
import { deliveryIdOf, findDelivery } from '../delivery.ts';
import { catalogOf, type Destination, destinationsOf } from '../destination.ts';
import { kindsOf } from '../kinds.ts';
import { type Details, privacyModeOf } from './neutral-event.ts';

const DEFINITIONS = 4096n;

const used = new StateCache<ReadonlySet<BrowserSignal>>('ad signals');

/** Of destinations that get goals and are not at an end. */
export const adSignals = (base: ReadBase, profileId: string): ReadonlySet<BrowserSignal> =>
  used.get(base.state, profileId, () => readUsed(base, profileId)) ?? new Set();

function readUsed(base: ReadBase, profileId: string): ReadonlySet<BrowserSignal> {
  const withGoals = new Set(catalogOf(base, profileId).map(({ destinationId }) => destinationId));
  const mode = privacyModeOf(base, profileId);
  const living = destinationsOf(base, profileId).filter(
    ({ destinationId, status, statusReason }) =>
      withGoals.has(destinationId) && status !== 'disabled' && statusReason !== 'archived',
  );
  return new Set(living.flatMap(({ kind }) => kindsOf(base).get(kind)?.signals(mode) ?? []));
}

/** What a destination takes of the signals of a conversion's event and browser. */
export function signalsFor(base: ReadBase, profileId: string, kind: DestinationKind, details: Details): BrowserSignals {
  const names = kind.signals(privacyModeOf(base, profileId));
  if (names.length === 0) return {};
  const all = signalsOf(base, profileId, { outcomeKey: details.outcome_key, visitorKey: details.visitor_key });
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

/** A conversion whose delivery has ended. */
export interface EndedConversion {
  conversionNo: bigint;
  outcomeKey: bigint;
}

/** Destroys the signals of events of which nothing is to be sent any more. */
export async function endSignals(base: Base, profileId: string, ended: readonly EndedConversion[]): Promise<void> {
  if (ended.length === 0) return;
  const takers = destinationsOf(base, profileId).filter(({ kind }) => takesSignals(base, profileId, kind));
  const kept = new Set(
    withSignals(
      base,
      profileId,
      ended.map(({ outcomeKey }) => outcomeKey),
    ),
  );
  const over = ended
    .filter(({ outcomeKey }) => kept.has(outcomeKey))
    .filter(({ conversionNo }) => !takers.some((each) => isWaiting(base, each, conversionNo / DEFINITIONS)));
  await endOutcomeSignals(base, profileId, [...new Set(over.map(({ outcomeKey }) => outcomeKey))]);
}

const takesSignals = (base: ReadBase, profileId: string, kind: Destination['kind']): boolean =>
  (kindsOf(base).get(kind)?.signals(privacyModeOf(base, profileId)) ?? []).length > 0;

/** Has the destination a delivery of a conversion of this outcome that is still to be sent, or was rejected and can be sent again at request? */
function isWaiting(base: ReadBase, { destinationId, profileId }: Destination, outcomeSeq: bigint): boolean {
  const range = { destination_id: destinationId, from: outcomeSeq * DEFINITIONS, until: (outcomeSeq + 1n) * DEFINITIONS };
  return base.state
    .statement('act/sync/items_of_outcome')
    .allBig(range)
    .some(({ conversion_no, revision, is_queued }) => {
      if (is_queued === 1n) return true;
      const revisions = Array.from({ length: Number(revision) }, (_, index) => index + 1);
      return revisions.some((each) => {
        const found = findDelivery(base, profileId, deliveryIdOf(destinationId, conversion_no, each));
        return found !== undefined && (found.dueAt !== null || found.state === 'rejected');
      });
    });
}
