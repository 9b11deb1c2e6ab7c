// Mailboxes at Gmail, by its API. A mail is stored as a draft with a mark of ours and then sent, so that after a broken connection it is known by the mark:
// Gmail replaces the Message-ID, and has no key of idempotency.
import type { Config } from '../../base/config/config.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import { writing } from '../ad-writing.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { relatedParts } from '../http/form-file.ts';
import { composeMail } from '../mailbox/compose.ts';
import { type Mailbox, MailboxFailure, type OutgoingMail, type SentMail } from '../mailbox/mailbox.ts';
import { createOAuthFlow } from '../oauth/client.ts';
import { NO_CURRENCY, type SourceOptions } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { draft, GmailApi, headerOf, listed, metadata, named, profile } from './api.ts';
import { gmailFailureOf, judgeGmail } from './errors.ts';
import { labelsOf, readGmail } from './inbox.ts';

const PROVIDER = 'gmail';
const API = 'https://gmail.googleapis.com';
const LOGIN = 'https://accounts.google.com';
const TOKENS = 'https://oauth2.googleapis.com';
const SCOPES = 'https://www.googleapis.com/auth';
const READ = `${SCOPES}/gmail.readonly`;
const SEND = `${SCOPES}/gmail.compose`;
/** A mail of 25 MB in base64. */
const MAX_ANSWER = 48 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** A mail with files takes so many times as long. */
const UPLOAD_TIMES = 5;
const MARK = 'X-Message-Mark';
const HOUR_MS = 3_600_000;
const MOST_SENT = '50';

/** Undefined where this installation is not registered. */
export function createGmail(
  { clientId, clientSecret, url }: Config['providers']['gmail'],
  { clock, log, timeoutMs = TIMEOUT_MS }: SourceOptions,
): Mailbox | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const clientOf = (place: string, limitMs: number): ProviderClient =>
    new ProviderClient({
      provider: PROVIDER,
      baseUrl: `${url ?? API}${place}/gmail/v1/users/me`,
      judge: judgeGmail(clock.now),
      maxBytes: MAX_ANSWER,
      timeoutMs: limitMs,
      ...(log ? { log } : {}),
    });
  const api = new GmailApi(clientOf('', timeoutMs), clientOf('/upload', UPLOAD_TIMES * timeoutMs));
  return {
    id: PROVIDER,
    scopes: { read: [READ], write: [SEND] },
    versionEnds: undefined,
    oauth: createOAuthFlow(
      {
        provider: PROVIDER,
        clientId,
        clientSecret: new Secret(clientSecret),
        hasPkce: true,
        authorizationUrl: `${url ?? LOGIN}/o/oauth2/v2/auth`,
        tokenUrl: `${url ?? TOKENS}/token`,
        revocationUrl: `${url ?? TOKENS}/revoke`,
        extra: { access_type: 'offline', prompt: 'consent select_account' },
      },
      [READ, SEND],
    ),
    listAccounts: async (grant) => [accountOf((await api.get(grant, 'profile', {}, profile)).emailAddress)],
    send: (grant, mail, onHandedOver) => send(api, grant, mail, onHandedOver),
    readNew: (grant, cursor, taker, label) => failing(readGmail(api, grant, { cursor, taker, now: clock.now(), label })),
    listFolders: (grant) => failing(labelsOf(api, grant)),
    findSent: (grant, mail) => failing(findSent(api, grant, mail)),
  };
}

async function failing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw gmailFailureOf(error);
  }
}

const accountOf = (address: string): AdAccount => ({
  id: address.toLowerCase(),
  name: address,
  currency: NO_CURRENCY,
  timezone: 'UTC',
  status: 'active',
  hasWriteAccess: undefined,
});

const markOf = ({ messageId }: OutgoingMail): string => messageId.replace(/^<|>$/g, '');

async function send(api: GmailApi, grant: Grant, mail: OutgoingMail, onHandedOver: () => void): Promise<SentMail> {
  const draftId = await failing(storeDraft(api, grant, mail));
  onHandedOver();
  let id: string;
  try {
    id = (await writing(api.post(grant, 'drafts/send', { id: draftId }, named))).id;
  } catch (error) {
    const isUnknown = error instanceof ProviderFailure && error.outcome === 'unknown';
    if (isUnknown) throw new MailboxFailure('unknown', 'gmail: no usable answer after the mail');
    // It was refused: nothing of it stays in the mailbox.
    await api.remove(grant, `drafts/${encodeURIComponent(draftId)}`).catch(() => undefined);
    throw gmailFailureOf(error);
  }
  const sent = await api
    .find(grant, `messages/${encodeURIComponent(id)}`, { format: 'metadata' }, metadata)
    .catch(() => undefined);
  const messageId = sent && headerOf(sent, 'Message-ID');
  const warning = { code: 'message_id_not_read', message: 'The mail was sent; its Message-ID at Gmail could not be read.' };
  return { messageId: messageId ?? mail.messageId, providerMessageId: id, warnings: messageId === undefined ? [warning] : [] };
}

/** In the thread of the mail that it answers: Gmail wants its own name of the thread beside the headers. */
async function storeDraft(api: GmailApi, grant: Grant, mail: OutgoingMail): Promise<string> {
  const { emailAddress } = await api.get(grant, 'profile', {}, profile);
  const composed = await composeMail(mail, { address: emailAddress, name: '' });
  const mark = Buffer.from(`${MARK}: ${markOf(mail)}\r\n`);
  const q = `rfc822msgid:${(mail.inReplyTo ?? '').replace(/^<|>$/g, '')}`;
  const parents = mail.inReplyTo === undefined ? undefined : await api.get(grant, 'messages', { q, maxResults: '1' }, listed);
  const threadId = parents?.messages[0]?.threadId;
  const marked = async function* (): AsyncGenerator<Uint8Array> {
    yield mark;
    yield* await composed.open();
  };
  const content = { type: 'message/rfc822', bytes: mark.length + composed.bytes, open: marked };
  const message = threadId === undefined ? {} : { threadId };
  return (await api.upload(grant, 'drafts', relatedParts({ message }, content), draft)).id;
}

/** Among what was sent to this address around its time, by our mark. What is a draft still may be sent yet: it is not found. */
async function findSent(api: GmailApi, grant: Grant, mail: OutgoingMail): Promise<SentMail | undefined> {
  const q = `in:sent to:${mail.to} after:${Math.floor((mail.date - HOUR_MS) / 1000)}`;
  const { messages } = await api.get(grant, 'messages', { q, maxResults: MOST_SENT }, listed);
  for (const { id } of messages) {
    const found = await api.find(grant, `messages/${encodeURIComponent(id)}`, { format: 'metadata' }, metadata);
    const isIt = found && headerOf(found, MARK) === markOf(mail) && found.labelIds.includes('SENT');
    if (isIt) return { messageId: headerOf(found, 'Message-ID') ?? mail.messageId, providerMessageId: id, warnings: [] };
  }
  return undefined;
}
