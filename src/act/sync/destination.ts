// A destination as it is stored, what it gets, and how its status changes.
import { writeAudit } from '../../account/audit/index.ts';
import { findProfile } from '../../account/places/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import type { RowOf } from '../../base/state/state.ts';
import { DESTINATIONS, type DestinationId, type DestinationSettings } from '../../providers/conversions/destination.ts';
import { storedSettings } from './stored.ts';

type Row = RowOf<'act/sync/destination_get'>;
export type DestinationStatus = Row['status'];
export type StatusReason = NonNullable<Row['status_reason']>;

export interface Destination {
  destinationId: string;
  profileId: string;
  kind: DestinationId;
  name: string;
  settings: DestinationSettings;
  connectionId: string | null;
  status: DestinationStatus;
  statusReason: StatusReason | null;
  createdBy: string;
  createdAt: number;
  updatedAt: number;
  throttledUntil: number | null;
  removedAt: number | null;
  /** Sealed. */
  sealedSecret: Uint8Array | null;
}

/** A definition that a destination gets. */
export interface Enabled {
  destinationId: string;
  conversionKey: string;
  eventName: string;
  valueRule: 'net' | 'none';
  enabledAt: number;
}

export const isDestinationId = (id: string): id is DestinationId => DESTINATIONS.some((each) => each === id);

function destinationOf(row: Row): Destination {
  const { kind } = row;
  if (!isDestinationId(kind)) throw new Error(`a destination is of the kind ${kind}`);
  return {
    destinationId: row.destination_id,
    profileId: row.profile_id,
    kind,
    name: row.name,
    settings: storedSettings.read(row.settings),
    connectionId: row.connection_id,
    status: row.status,
    statusReason: row.status_reason,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    throttledUntil: row.throttled_until,
    removedAt: row.removed_at,
    sealedSecret: row.secret,
  };
}

export function findDestination(base: ReadBase, destinationId: string): Destination | undefined {
  const row = base.state.statement('act/sync/destination_get').get({ destination_id: destinationId });
  return row && destinationOf(row);
}

export const destinationsOf = (base: ReadBase, profileId: string): Destination[] =>
  base.state.statement('act/sync/destinations_list').all({ profile_id: profileId }).map(destinationOf);

export const catalogOf = (base: ReadBase, profileId: string): Enabled[] =>
  base.state
    .statement('act/sync/catalog_list')
    .all({ profile_id: profileId })
    .map((row) => ({
      destinationId: row.destination_id,
      conversionKey: row.conversion_key,
      eventName: row.event_name,
      valueRule: row.value_rule,
      enabledAt: row.enabled_at,
    }));

/** In the caller's transaction, with its audit row. */
export function setDestinationStatus(
  tx: Base,
  destination: Destination,
  next: { status: DestinationStatus; reason: StatusReason | null; actor?: string },
): void {
  const { destinationId, status: from } = destination;
  const { status, reason, actor = 'system' } = next;
  tx.state
    .statement('act/sync/destination_status_set')
    .run({ destination_id: destinationId, status, status_reason: reason, now: tx.clock.now() });
  auditDestination(tx, destination, { actor, action: 'status_changed', detail: { from, to: status, reason } });
}

export function auditDestination(
  tx: Base,
  { destinationId, profileId }: Pick<Destination, 'destinationId' | 'profileId'>,
  { actor, action, detail = {} }: { actor: string; action: string; detail?: Record<string, unknown> },
): void {
  const workspaceId = findProfile(tx, profileId)?.workspaceId;
  const place = { profileId, ...(workspaceId === undefined ? {} : { workspaceId }) };
  writeAudit(tx, { actor, action: `conversion_destination.${action}`, ...place, subject: destinationId, detail });
}
