// Connected WhatsApp accounts for the slice that sends and receives: opened with their grant, found by the number that a webhook names, and what an answer
// says about their health.
import type { Base, ReadBase } from '../../../base/base.ts';
import type { Grant } from '../../../providers/ad-platform.ts';
import type { ProviderFailure } from '../../../providers/http/failure.ts';
import { WHATSAPP, type WhatsApp } from '../../../providers/whatsapp/client.ts';
import { refusalOfCode } from '../../../providers/whatsapp/errors.ts';
import type { AccountNotice } from '../../../providers/whatsapp/hooks.ts';
import { accountOf, accountsOf, type Connection, connectionsOf, findConnection, isUsable, setStatus } from '../connection.ts';
import { storedGrant } from '../grants.ts';
import { registeredWhatsApp, whatsAppOf } from '../providers.ts';

export interface WhatsAppNumber {
  connection: Connection;
  numberId: string;
  name: string;
}

/** The numbers that were chosen at connecting, those of ended grants too. */
export const whatsAppNumbers = (base: ReadBase, profileId: string): WhatsAppNumber[] =>
  connectionsOf(base, profileId)
    .filter(({ provider, status }) => provider.id === WHATSAPP && status !== 'pending' && status !== 'disabled')
    .flatMap((connection) =>
      accountsOf(base, connection.connectionId)
        .filter(({ is_selected }) => is_selected === 1)
        .map(({ account_id: numberId, name }) => ({ connection, numberId, name })),
    );

export interface OpenWhatsApp {
  connection: Connection;
  client: WhatsApp;
  grant: Grant;
}

/** Undefined for a connection that does not work any more. @throws ApiError `provider_not_configured` */
export function openWhatsApp(base: Base, connectionId: string): OpenWhatsApp | undefined {
  const connection = findConnection(base, connectionId);
  if (connection?.removedAt !== null || connection.provider.id !== WHATSAPP || !isUsable(connection)) return undefined;
  const client = whatsAppOf(base, connection.provider);
  return { connection, client, grant: storedGrant(base, connection, client) };
}

/** Undefined where this installation is not registered. */
export const whatsAppHooks = (base: ReadBase): WhatsApp['hooks'] | undefined => registeredWhatsApp(base, { id: WHATSAPP })?.hooks;

/** Every profile that has connected the number of this account. */
export const placesOfNumber = (
  base: ReadBase,
  { accountId, numberId }: { accountId: string; numberId: string },
): { connectionId: string; profileId: string; name: string }[] =>
  base.state
    .statement('act/connections/connections_of_account')
    .all({ provider: WHATSAPP, account_id: numberId })
    .flatMap(({ connection_id: connectionId, profile_id: profileId }) => {
      const row = accountOf(base, connectionId, numberId);
      return row?.login_account_id === accountId ? [{ connectionId, profileId, name: row.name }] : [];
    });

/** Of a grant that another has replaced a refusal means nothing. */
export function noteWhatsAppRefusal(
  base: Base,
  { connectionId, grantNo }: Connection,
  { outcome, details }: ProviderFailure,
): void {
  const now = findConnection(base, connectionId);
  if (now?.grantNo !== grantNo) return;
  if (outcome === 'reconnect') setStatus(base, connectionId, { status: 'reconnect_required', reason: 'grant_ended' });
  const isSuspended = refusalOfCode(details.code) === 'suspended';
  if (isSuspended && now.status === 'active')
    setStatus(base, connectionId, { status: 'needs_action', reason: details.reason ?? 'account_suspended' });
}

/** WhatsApp has accepted a message. */
export function noteWhatsAppAccepted(base: Base, { connectionId, grantNo }: Connection): void {
  const now = findConnection(base, connectionId);
  if (now?.grantNo !== grantNo || now.status !== 'needs_action') return;
  setStatus(base, connectionId, { status: 'active', reason: null });
}

/** WhatsApp says something of a business account: it concerns every connection to it. Inside the caller's transaction. */
export function noteAccountNotice(tx: Base, { accountId, means, event }: AccountNotice): void {
  if (means === null) return;
  const rows = tx.state.statement('act/connections/connections_through').all({ provider: WHATSAPP, login_account_id: accountId });
  for (const { connection_id: connectionId, status } of rows) {
    if (means === 'grant_ended') setStatus(tx, connectionId, { status: 'reconnect_required', reason: 'grant_ended' });
    if (means === 'suspended' && status === 'active') setStatus(tx, connectionId, { status: 'needs_action', reason: event });
    if (means === 'restored' && status === 'needs_action') setStatus(tx, connectionId, { status: 'active', reason: null });
  }
}
