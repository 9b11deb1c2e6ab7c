// Mailboxes at any provider, over SMTP and IMAP. A server that files sent mails itself can be asked whether a mail went out; at others the end stays unknown
// when the connection breaks after the final dot.
import { Readable } from 'node:stream';
import type { AdAccount } from '../ad-platform.ts';
import { ProviderFailure } from '../http/failure.ts';
import type { OutsideOptions } from '../http/guard.ts';
import { type ComposedMail, composeMail } from '../mailbox/compose.ts';
import { type Mailbox, MailboxFailure, type OutgoingMail, type SentMail } from '../mailbox/mailbox.ts';
import { NO_CURRENCY } from '../record-source.ts';
import { accountOfToken, FIELDS, type MailAccount, readMailAccount, tokenOfAccount } from './account.ts';
import { smtpFailureOf } from './failures.ts';
import { choosableFolders, sentFolder, withImap } from './imap.ts';
import { readInbox } from './inbox.ts';
import { dialledServer } from './server-address.ts';

const CONNECT_MS = 20_000;
const SILENCE_MS = 120_000;
const DAY_MS = 86_400_000;

export interface SmtpOptions {
  /** Addresses of mail servers in the operator's own network, as `address:port`. */
  ownServers: readonly string[];
  now: () => number;
  outside?: OutsideOptions;
  /** After the final dot, and before it; tests shorten it. */
  silenceMs?: number;
}

/** It needs no registration. */
export function createSmtp(options: SmtpOptions): Mailbox {
  return {
    id: 'smtp',
    scopes: { read: [], write: [] },
    versionEnds: undefined,
    fields: FIELDS,
    openCredentials: async (values) => {
      const accessToken = tokenOfAccount(readMailAccount(values));
      return { accessToken, refreshToken: undefined, expiresAt: undefined, scopes: [] };
    },
    listAccounts: async (grant) => [await signIn(accountOfToken(await grant.accessToken()), options)],
    send: async (grant, mail, onHandedOver) => send(accountOfToken(await grant.accessToken()), mail, onHandedOver, options),
    readNew: async (grant, cursor, taker, folder) => {
      const account = accountOfToken(await grant.accessToken());
      const { imap } = account;
      return imap ? readInbox(account, await dialled(imap, options), { cursor, taker, now: options.now, folder }) : undefined;
    },
    listFolders: async (grant) => {
      const account = accountOfToken(await grant.accessToken());
      const { imap } = account;
      return imap ? withImap(account, await dialled(imap, options), choosableFolders) : [];
    },
    findSent: async (grant, mail) => findSent(accountOfToken(await grant.accessToken()), mail, options),
  };
}

async function transportTo({ smtp, user, password }: MailAccount, { ownServers, outside, silenceMs = SILENCE_MS }: SmtpOptions) {
  const server = await dialledServer(smtp, { ownServers, ...(outside ? { options: outside } : {}) });
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: server.host,
    port: server.port,
    secure: server.isSecure,
    requireTLS: !server.isOwn,
    auth: { user, pass: password },
    tls: {
      rejectUnauthorized: !server.isOwn,
      minVersion: 'TLSv1.2',
      ...(server.servername === undefined ? {} : { servername: server.servername }),
    },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Both servers accept the sign-in. @throws ProviderFailure */
async function signIn(account: MailAccount, options: SmtpOptions): Promise<AdAccount> {
  try {
    const transport = await transportTo(account, options);
    await transport.verify().catch((error: unknown) => {
      throw smtpFailureOf(error, { isHandedOver: false });
    });
    if (account.imap) await withImap(account, await dialled(account.imap, options), async () => undefined);
  } catch (error) {
    throw error instanceof MailboxFailure ? connectFailureOf(error) : error;
  }
  const { address } = account;
  return {
    id: address.toLowerCase(),
    name: address,
    currency: NO_CURRENCY,
    timezone: 'UTC',
    status: 'active',
    hasWriteAccess: undefined,
  };
}

const dialled = (server: MailAccount['smtp'], { ownServers, outside }: SmtpOptions) =>
  dialledServer(server, { ownServers, ...(outside ? { options: outside } : {}) });

function connectFailureOf({ refusal, message, details }: MailboxFailure): ProviderFailure {
  const reason = details.words;
  if (refusal === 'auth_revoked' || refusal === 'mailbox_disabled')
    return new ProviderFailure('smtp', 'reconnect', message, { code: details.code, reason });
  if (refusal === 'unavailable') return new ProviderFailure('smtp', 'unreachable', message, { code: details.code, reason });
  return new ProviderFailure('smtp', 'rejected', message, {
    code: details.code,
    reason: reason ?? 'The mail server refuses the mailbox.',
  });
}

async function send(account: MailAccount, mail: OutgoingMail, onHandedOver: () => void, options: SmtpOptions): Promise<SentMail> {
  const composed = await composeMail(mail, { address: account.address, name: account.name });
  const transport = await transportTo(account, options);
  const raw = await composed.open();
  let isHandedOver = false;
  transport.use('stream', ({ message }, done) => {
    const read = message.createReadStream.bind(message);
    message.createReadStream = (options) =>
      Readable.from(
        untilEnd(read(options), () => {
          onHandedOver();
          isHandedOver = true;
        }),
        { objectMode: false },
      );
    done();
  });
  try {
    await transport.sendMail({ raw, envelope: { from: account.address, to: [mail.to, ...mail.cc], size: composed.bytes } });
  } catch (error) {
    throw smtpFailureOf(error, { isHandedOver });
  } finally {
    raw.destroy();
  }
  const isFiled = filesItself(account) || (await fileCopy(account, composed, options));
  const warnings = isFiled
    ? []
    : [{ code: 'copy_not_filed', message: 'The mail was sent; no copy of it is in the folder of sent mails.' }];
  return { messageId: mail.messageId, providerMessageId: null, warnings };
}

/** SMTP reads it once the server has asked for the message; the final dot follows its end. */
async function* untilEnd(message: AsyncIterable<Buffer>, onEnd: () => void): AsyncGenerator<Buffer> {
  yield* message;
  onEnd();
}

/** Providers that file what is sent over their SMTP. */
const FILING = /(?:^|\.)(?:gmail\.com|googlemail\.com|office365\.com|outlook\.com)$/i;
const filesItself = ({ smtp }: MailAccount): boolean => FILING.test(smtp.host);

/** IMAP's client takes whole mails: the one place where a mail is in memory, once. */
async function wholeMail({ open }: ComposedMail): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await open()) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The mail is sent already: what fails here is a warning. True where there is no mailbox for it. */
async function fileCopy(account: MailAccount, composed: ComposedMail, options: SmtpOptions): Promise<boolean> {
  const { imap } = account;
  if (!imap) return true;
  try {
    return await withImap(account, await dialled(imap, options), async (client) => {
      const folder = await sentFolder(client);
      return folder !== undefined && (await client.append(folder, await wholeMail(composed), ['\\Seen'])) !== false;
    });
  } catch (error) {
    if (error instanceof MailboxFailure) return false;
    throw error;
  }
}

/** Of a server that files nothing, a mail that is missing says nothing. */
async function findSent(account: MailAccount, mail: OutgoingMail, options: SmtpOptions): Promise<SentMail | undefined> {
  const { imap } = account;
  if (!imap || !filesItself(account)) return undefined;
  return withImap(account, await dialled(imap, options), async (client) => {
    const folder = await sentFolder(client);
    if (folder === undefined) return undefined;
    await client.mailboxOpen(folder, { readOnly: true });
    const query = { since: new Date(mail.date - DAY_MS), header: { 'message-id': mail.messageId } };
    const found = await client.search(query, { uid: true });
    return Array.isArray(found) && found.length > 0
      ? { messageId: mail.messageId, providerMessageId: null, warnings: [] }
      : undefined;
  });
}
