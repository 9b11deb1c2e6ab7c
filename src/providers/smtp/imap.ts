// Sessions with the server for receiving: one connection each, ended after its work.
import type { ImapFlow } from 'imapflow';
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
    ...{ host, port, secure: isSecure, auth: { user, pass: password }, logger: false, disableAutoIdle: true },
    ...(servername === undefined ? {} : { servername }),
    // Without TLS nothing is said to a server that is not the operator's own.
    ...(isSecure || isOwn ? {} : { doSTARTTLS: true }),
    tls: { rejectUnauthorized: !isOwn, minVersion: 'TLSv1.2' },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
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

/** The folder that the server or the person uses for sent mails. */
export const sentFolder = async (client: ImapFlow): Promise<string | undefined> =>
  (await client.list()).find(({ specialUse }) => specialUse === '\\Sent')?.path;
