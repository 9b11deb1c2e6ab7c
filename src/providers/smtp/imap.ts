// Sessions with the server for receiving: one connection each, ended after its work.
import type { ImapFlow } from 'imapflow';
import type { MailFolder } from '../mailbox/mailbox.ts';
import type { MailAccount } from './account.ts';
import { imapFailureOf } from './failures.ts';
import type { DialledServer } from './server-address.ts';

const CONNECT_MS = 20_000;
const SILENCE_MS = 60_000;

/** @throws MailboxFailure */
export async function withImap<T>(
  { user, password }: Pick<MailAccount, 'user' | 'password'>,
  { host, port, servername, isSecure, isOwn }: DialledServer,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  // Loaded with the first session: most commands and starts have none.
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    host,
    port,
    secure: isSecure,
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    ...(servername === undefined ? {} : { servername }),
    // Without TLS nothing is said to a server that is not the operator's own.
    ...(isSecure || isOwn ? {} : { doSTARTTLS: true }),
    tls: { rejectUnauthorized: !isOwn, minVersion: 'TLSv1.2' },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const result = await work(client);
    await client.logout();
    return result;
  } catch (error) {
    throw imapFailureOf(error);
  } finally {
    client.close();
  }
}

const NO_CHOICE: ReadonlySet<string> = new Set(['\\Sent', '\\Drafts', '\\Trash', '\\Junk', '\\All', '\\Flagged', '\\Inbox']);

/** Folders that hold other mails than the inbox, those of the mailbox's own and thrown away ones left out. */
export const choosableFolders = async (client: ImapFlow): Promise<MailFolder[]> =>
  (await client.list())
    .filter(
      ({ path, specialUse, flags }) =>
        path.toUpperCase() !== 'INBOX' &&
        !(specialUse && NO_CHOICE.has(specialUse)) &&
        !flags.has('\\Noselect') &&
        !flags.has('\\NonExistent'),
    )
    .map(({ path }) => ({ id: path, name: path }));

/** The folder that the server or the person uses for sent mails. */
export const sentFolder = async (client: ImapFlow): Promise<string | undefined> =>
  (await client.list()).find(({ specialUse }) => specialUse === '\\Sent')?.path;
