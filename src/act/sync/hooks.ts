// Destinations and their conversions when a profile is archived or arrives from another installation, and when a person is erased.
import type { Base, ReadBase } from '../../base/base.ts';
import type { ErasedFacts, ErasedPerson } from '../../base/contract/erasing.ts';
import type { ArchiveCounts, Reach, ReachState } from '../../base/contract/slice-hooks.ts';
import { eraseSignals } from '../../collect/events/index.ts';
import { eraseMember } from './audiences/audience-removal.ts';
import { deliveries } from './delivery.ts';
import { destinationsOf } from './destination.ts';
import { wakeLane } from './lane.ts';

const DEFINITIONS = 4096n;

/** Nothing is sent any more, inside the transaction that archives them, which is audited as one change. */
export function archiveDestinations(base: Base, { profileIds }: { profileIds: readonly string[] }): Partial<ArchiveCounts> {
  const { changes } = base.state
    .statement('act/sync/destinations_archive')
    .run({ profile_ids: JSON.stringify(profileIds), now: base.clock.now() });
  return { retained_conversion_exports: changes };
}

/**
 * Pending deliveries of the person are not sent: their lanes end them as skipped. Browsers of the person count as persons of their own afterwards.
 */
export function erasePerson(base: Base, profileId: string, person: ErasedPerson): void {
  const { customerNos, visitorKeys } = person;
  const keys = [...customerNos, ...visitorKeys.map((key) => -key)];
  base.state.statement('act/sync/items_erase').run({ profile_id: profileId, person_keys: `[${keys.join(',')}]` });
  eraseMember(base, profileId, person);
  for (const destination of destinationsOf(base, profileId)) wakeLane(base, destination);
}

/** Their events' signals, also of what only the figures knew to be the person's. */
export async function erasePersonSignals(
  base: Base,
  profileId: string,
  { customerNos, visitorKeys }: ErasedFacts,
): Promise<void> {
  const keys = [...customerNos, ...visitorKeys.map((key) => -key)];
  const params = { profile_id: profileId, person_keys: `[${keys.join(',')}]` };
  const seqs = base.state
    .statement('act/sync/items_of_erased')
    .allBig(params)
    .map(({ conversion_no }) => conversion_no / DEFINITIONS);
  const outcomeKeys = base.journal.outcomesOf(profileId, [...new Set(seqs)]).map(({ outcomeKey }) => outcomeKey);
  await eraseSignals(base, profileId, { outcomeKeys, visitorKeys: [] });
}

/** Where conversions go: for the operator of the installation to which the profile comes. */
export const destinationReaches = (state: ReachState, profileId: string): Reach[] =>
  state
    .statement('act/sync/destinations_list')
    .all({ profile_id: profileId })
    .map(({ destination_id, kind, name, status }) => ({
      kind: 'destination',
      id: destination_id,
      what: `${kind} "${name}", ${status}`,
    }));

/** A receiver of what waits to be sent. */
export const isLaneOf = (state: ReachState, profileId: string, { ledger, lane }: { ledger: string; lane: string }): boolean =>
  ledger === deliveries.ledger &&
  state.statement('act/sync/destination_get').get({ destination_id: lane })?.profile_id === profileId;

/** They wait until a person acts, whenever the person last looked. */
export const waitingDestinations = (base: ReadBase, profileId: string): number =>
  base.state.statement('act/sync/destinations_waiting_count').get({ profile_id: profileId })?.destinations ?? 0;
