// Connected mailboxes for the slice that sends and receives: opened with their grant, and what a send says about their health. One event for each change of
// state, not for each refused mail.
import type { Base, ReadBase } from '../../../base/base.ts';
import type { Grant } from '../../../providers/ad-platform.ts';
import type { Mailbox, MailboxFailure } from '../../../providers/mailbox/mailbox.ts';
import { accountsOf, type Connection, connectionsOf, findConnection, setStatus } from '../connection.ts';
import { storedGrant } from '../grants.ts';
import { mailboxOf, providers } from '../providers.ts';

export interface ChosenFolder {
  id: string;
  /** Names this choice of it: another one, also of the same folder, begins at the present. */
  choice: string;
}

export interface OpenMailbox {
  connection: Connection;
  mailbox: Mailbox;
  grant: Grant;
  /** The address that mails are sent from. */
  address: string;
  /** The folder or label and the alias whose mails are all kept. */
  chosen: { folder: ChosenFolder | null; alias: string | null; aliasSince: number };
}

/** Every mailbox that is read: of the whole installation. */
export const allMailConnections = (base: ReadBase) =>
  base.state.statement('act/connections/mailboxes_read').all({ providers: mailProviders() });

const mailProviders = (): string =>
  JSON.stringify(
    providers()
      .filter(({ kind }) => kind === 'email')
      .map(({ id }) => id),
  );

/** Connections of mailboxes that were granted once and are not removed. */
export const mailConnectionsOf = (base: ReadBase, profileId: string): Connection[] =>
  connectionsOf(base, profileId).filter(
    ({ provider, removedAt, status }) => provider.kind === 'email' && removedAt === null && status !== 'pending',
  );

/** Undefined for a connection that is not there any more, or was archived. @throws ApiError `provider_not_configured` */
export function openMailbox(base: Base, connectionId: string): OpenMailbox | undefined {
  const connection = findConnection(base, connectionId);
  if (connection?.removedAt !== null || connection.provider.kind !== 'email' || connection.status === 'disabled')
    return undefined;
  const address = accountsOf(base, connectionId).find((each) => each.is_selected === 1)?.name;
  if (address === undefined) return undefined;
  const mailbox = mailboxOf(base, connection.provider);
  const { folder = null, alias = null, aliasSince = 0 } = connection.mailImport ?? {};
  const chosen = { folder: folder && { id: folder.id, choice: folder.choice ?? folder.id }, alias, aliasSince };
  return { connection, mailbox, grant: storedGrant(base, connection, mailbox), address, chosen };
}

const OF_THE_MAILBOX: ReadonlySet<string> = new Set(['account_suspended', 'mailbox_disabled', 'quota_exceeded']);

/** Of a grant that another has replaced a refusal means nothing. */
export function noteMailRefusal(base: Base, { connectionId, grantNo }: Connection, { refusal, details }: MailboxFailure): void {
  const now = findConnection(base, connectionId);
  if (now?.grantNo !== grantNo) return;
  if (refusal === 'auth_revoked') setStatus(base, connectionId, { status: 'reconnect_required', reason: 'grant_ended' });
  if (!OF_THE_MAILBOX.has(refusal) || now.status !== 'active') return;
  setStatus(base, connectionId, { status: 'needs_action', reason: details.words ?? refusal });
}

/** The provider has accepted a mail. */
export function noteMailAccepted(base: Base, { connectionId, grantNo }: Connection): void {
  const now = findConnection(base, connectionId);
  if (now?.grantNo !== grantNo || now.status !== 'needs_action') return;
  setStatus(base, connectionId, { status: 'active', reason: null });
}
