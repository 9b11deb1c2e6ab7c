// A connection as it is stored, and its status: every change is one audit row and one event, written with the change.

import { writeAudit } from '../../account/audit/index.ts';
import { findProfile } from '../../account/places/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import type { RowOf } from '../../base/state/state.ts';

import { announceConnection } from './events.ts';
import { type Provider, providerOf } from './providers.ts';
import { type MailImport, storedMailImport, storedMissingScopes, storedScopes } from './stored.ts';

export type ConnectionStatus = RowOf<'act/connections/connection_get'>['status'];
/** Why a connection is not active. */
export type StatusReason =
  | 'grant_ended'
  | 'permission_missing'
  | 'payment_missing'
  | 'account_disabled'
  | 'account_missing'
  | 'registration_refused'
  | 'mapping_missing'
  | 'archived'
  | 'removed';

export interface Connection {
  connectionId: string;
  profileId: string;
  provider: Provider;
  status: ConnectionStatus;
  statusReason: string | null;
  grantNo: number;
  scopes: string[];
  missingScopes: string[];
  createdBy: string;
  createdAt: number;
  connectedAt: number | null;
  lastSync: {
    startedAt: number;
    finishedAt: number | null;
    fromDay: string | null;
    toDay: string | null;
    rows: number;
    error: string | null;
  } | null;
  /** Of a mailbox; null where nothing was chosen. */
  mailImport: MailImport | null;
  removedAt: number | null;
  revocation: 'done' | 'failed' | 'none' | null;
}

export type Account = RowOf<'act/connections/accounts_list'>;

function connectionOf(row: RowOf<'act/connections/connection_get'>): Connection {
  return {
    connectionId: row.connection_id,
    profileId: row.profile_id,
    provider: providerOf(row.provider),
    status: row.status,
    statusReason: row.status_reason,
    grantNo: row.grant_no,
    scopes: storedScopes.read(row.scopes),
    missingScopes: storedMissingScopes.read(row.missing_scopes),
    createdBy: row.created_by,
    createdAt: row.created_at,
    connectedAt: row.connected_at,
    lastSync:
      row.sync_started_at === null
        ? null
        : {
            startedAt: row.sync_started_at,
            finishedAt: row.sync_finished_at,
            fromDay: row.sync_from_day,
            toDay: row.sync_to_day,
            rows: row.sync_rows ?? 0,
            error: row.sync_error,
          },
    mailImport: storedMailImport.readOrNull(row.mail_import),
    removedAt: row.removed_at,
    revocation: row.revocation,
  };
}

export function findConnection(base: ReadBase, connectionId: string): Connection | undefined {
  const row = base.state.statement('act/connections/connection_get').get({ connection_id: connectionId });
  return row && connectionOf(row);
}

export const connectionsOf = (base: ReadBase, profileId: string): Connection[] =>
  base.state.statement('act/connections/connections_list').all({ profile_id: profileId }).map(connectionOf);

export const accountsOf = (base: ReadBase, connectionId: string): Account[] =>
  base.state.statement('act/connections/accounts_list').all({ connection_id: connectionId });

export const accountOf = (base: ReadBase, connectionId: string, accountId: string): Account | undefined =>
  base.state.statement('act/connections/account_get').get({ connection_id: connectionId, account_id: accountId });

/** Its provider is called: it does not wait for a grant, and has not lost it. */
export const isUsable = ({ status }: Pick<Connection, 'status'>): boolean => status === 'active' || status === 'needs_action';

/** Sets the status, where it is another one: with its audit row and its event, in one transaction. */
export function setStatus(
  base: Base,
  connectionId: string,
  next: { status: ConnectionStatus; reason: string | null; actor?: string },
): void {
  base.state.tx(() => {
    const connection = findConnection(base, connectionId);
    if (!connection || connection.removedAt !== null) return;
    const { status, reason, actor = 'system' } = next;
    if (connection.status === status && connection.statusReason === reason) return;
    base.state
      .statement('act/connections/connection_status_set')
      .run({ connection_id: connectionId, status, status_reason: reason });
    const { profileId, provider } = connection;
    const workspaceId = findProfile(base, profileId)?.workspaceId;
    writeAudit(base, {
      actor,
      action: 'connection.status_changed',
      profileId,
      subject: connectionId,
      ...(workspaceId === undefined ? {} : { workspaceId }),
      detail: { provider: provider.id, from: connection.status, to: status, reason },
    });
    if (connection.status === 'pending' || status === 'disabled') return;
    const event = { profileId, data: { connection_id: connectionId, provider: provider.id, status, reason } };
    announceConnection(base, 'channel.health.updated', event);
    if (status === 'reconnect_required') announceConnection(base, 'connection.reconnect_required', event);
  });
}

/** The provider has accepted a call: the status is what its accounts say. Dead grants and disabled connections stay what they are. */
export function setStatusByAccounts(base: Base, connectionId: string): void {
  const connection = findConnection(base, connectionId);
  if (!connection || !isUsable(connection)) return;
  setStatus(base, connectionId, presentStatus(base, connectionId));
}

/** A CRM is read only after a person has confirmed the meaning of its stages. */
export function presentStatus(base: Base, connectionId: string): { status: ConnectionStatus; reason: StatusReason | null } {
  const byAccounts = statusByAccounts(accountsOf(base, connectionId));
  const row = base.state.statement('act/connections/connection_get').get({ connection_id: connectionId });
  const isUnmapped = row?.mapping === null && providerOf(row.provider).kind === 'crm';
  return isUnmapped && byAccounts.reason === null ? { status: 'needs_action', reason: 'mapping_missing' } : byAccounts;
}

function statusByAccounts(accounts: readonly Account[]): { status: ConnectionStatus; reason: StatusReason | null } {
  const statuses = accounts.filter((each) => each.is_selected === 1).map(({ status }) => status);
  const trouble = statuses.find((status) => status !== 'active');
  if (trouble === undefined) return { status: 'active', reason: null };
  const reasons = { payment_missing: 'payment_missing', disabled: 'account_disabled', missing: 'account_missing' } as const;
  return { status: 'needs_action', reason: reasons[trouble] };
}
