// Mailboxes at Outlook and Microsoft 365, by Graph. A mail is stored as a draft with a mark of ours and then sent: `sendMail` names no id, and Graph has no
// key of idempotency.
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../base/config/config.ts';
import type { AdAccount, Grant } from '../ad-platform.ts';
import { writing } from '../ad-writing.ts';
import { ProviderClient } from '../http/client.ts';
import { ProviderFailure } from '../http/failure.ts';
import { type Mailbox, MailboxFailure, type OutgoingMail, type SentMail } from '../mailbox/mailbox.ts';
import { createOAuthFlow } from '../oauth/client.ts';
import { NO_CURRENCY, type SourceOptions } from '../record-source.ts';
import { Secret } from '../secret.ts';
import { found, OutlookApi, person, type StoredMail, storedMail } from './api.ts';
import { attachFiles, markFilter, pathOf, removeDraft, storeDraft } from './draft.ts';
import { failing, judgeOutlook, outlookFailureOf } from './errors.ts';
import { listFolders } from './folders.ts';
import { readOutlook } from './inbox.ts';

const PROVIDER = 'outlook';
const API = 'https://graph.microsoft.com';
const LOGIN = 'https://login.microsoftonline.com';
const READ = 'Mail.ReadWrite';
const SEND = 'Mail.Send';
const USER = 'User.Read';
/** A mail of 25 MB as it came. */
const MAX_ANSWER = 48 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** The copy among the sent mails may take a while. */
const PAUSES_MS = [300, 1_000, 3_000];

/** Undefined where this installation is not registered. */
export function createOutlook(
  { clientId, clientSecret, tenant, url }: Config['providers']['outlook'],
  { clock, log, timeoutMs = TIMEOUT_MS }: SourceOptions,
): Mailbox | undefined {
  if (clientId === undefined || clientSecret === undefined) return undefined;
  const client = new ProviderClient({
    provider: PROVIDER,
    baseUrl: `${url ?? API}/v1.0`,
    requestIdHeader: 'request-id',
    judge: judgeOutlook,
    headers: { prefer: 'IdType="ImmutableId"' },
    maxBytes: MAX_ANSWER,
    timeoutMs,
    ...(log ? { log } : {}),
  });
  const api = new OutlookApi(client);
  const login = `${url ?? LOGIN}/${encodeURIComponent(tenant)}/oauth2/v2.0`;
  return {
    id: PROVIDER,
    scopes: { read: [READ, USER], write: [SEND] },
    versionEnds: undefined,
    oauth: createOAuthFlow(
      {
        provider: PROVIDER,
        clientId,
        clientSecret: new Secret(clientSecret),
        hasPkce: true,
        authorizationUrl: `${login}/authorize`,
        tokenUrl: `${login}/token`,
        extra: { prompt: 'select_account' },
      },
      [READ, SEND, USER, 'offline_access'],
    ),
    listAccounts: async (grant) => [await accountOf(api, grant)],
    send: (grant, mail, onHandedOver) => send({ api, grant, ownOrigin: url }, mail, onHandedOver),
    readNew: (grant, cursor, taker, folder) => failing(readOutlook(api, grant, { cursor, taker, now: clock.now(), folder })),
    listFolders: (grant) => failing(listFolders(api, grant)),
    findSent: (grant, mail) => failing(findSent(api, grant, mail)),
  };
}

/** A person may have an account without a mailbox; that is found out by the first reading. @throws ProviderFailure */
async function accountOf(api: OutlookApi, grant: Grant): Promise<AdAccount> {
  const query = { $select: 'mail,userPrincipalName,displayName' };
  const { mail, userPrincipalName } = await api.json(grant, { method: 'GET', path: 'me', query }, person);
  const address = mail ?? userPrincipalName;
  if (address === undefined || !address.includes('@'))
    throw new ProviderFailure(PROVIDER, 'refused', 'outlook: the account has no address', {
      reason: 'This account at Microsoft has no mail address.',
    });
  return {
    id: address.toLowerCase(),
    name: address,
    currency: NO_CURRENCY,
    timezone: 'UTC',
    status: 'active',
    hasWriteAccess: undefined,
  };
}

interface Sending {
  api: OutlookApi;
  grant: Grant;
  ownOrigin: string | undefined;
}

async function send(place: Sending, mail: OutgoingMail, onHandedOver: () => void): Promise<SentMail> {
  const { api, grant } = place;
  const draft = await failing(prepare(place, mail));
  onHandedOver();
  try {
    const request = { method: 'POST' as const, path: `${pathOf(draft.id)}/send` };
    const { text } = await writing(api.send(grant, request));
    // Its success has no body.
    if (text.trim() !== '') throw new MailboxFailure('unknown', 'outlook: an answer that is none after the mail');
  } catch (error) {
    if (error instanceof MailboxFailure) throw error;
    const isUnknown = error instanceof ProviderFailure && error.outcome === 'unknown';
    if (isUnknown) throw new MailboxFailure('unknown', 'outlook: no usable answer after the mail');
    await removeDraft(api, grant, draft.id);
    throw outlookFailureOf(error);
  }
  return sentOf(mail, { ...draft, ...(await readSent(api, grant, draft.id)) });
}

/** Of a mail that is not sent nothing stays in the mailbox. */
async function prepare({ api, grant, ownOrigin }: Sending, mail: OutgoingMail): Promise<StoredMail> {
  const draft = await storeDraft(api, grant, mail);
  try {
    await attachFiles({ api, grant, draftId: draft.id, ownOrigin }, mail.attachments ?? []);
    return draft;
  } catch (error) {
    await removeDraft(api, grant, draft.id);
    throw error;
  }
}

/** The draft has the Message-ID already; what the sent mail has is asked for, since Exchange decides. Undefined where it is not to be read yet. */
async function readSent(api: OutlookApi, grant: Grant, id: string): Promise<StoredMail | undefined> {
  for (const waitMs of [0, ...PAUSES_MS]) {
    if (waitMs > 0) await pause(waitMs);
    const query = { $select: 'id,internetMessageId,isDraft' };
    const sent = await api.find(grant, pathOf(id), query, storedMail).catch(() => undefined);
    if (sent && !sent.isDraft) return sent;
  }
  return undefined;
}

/** Exchange has a property for List-Unsubscribe and none for List-Unsubscribe-Post, without which nothing is one click (RFC 8058). */
function sentOf(mail: OutgoingMail, { id, internetMessageId }: StoredMail): SentMail {
  const message = 'The mail was sent with List-Unsubscribe; Outlook has no way to send the header by which it is one click.';
  return {
    messageId: internetMessageId ?? mail.messageId,
    providerMessageId: id,
    warnings: mail.listUnsubscribe?.isOneClick ? [{ code: 'one_click_not_sent', message }] : [],
  };
}

/** By our mark. What is a draft still may be sent yet: it is not found. */
async function findSent(api: OutlookApi, grant: Grant, mail: OutgoingMail): Promise<SentMail | undefined> {
  const query = { $filter: markFilter(mail), $select: 'id,internetMessageId,isDraft', $top: '10' };
  const { value } = await api.json(grant, { method: 'GET', path: 'me/messages', query }, found);
  const sent = value.find(({ isDraft }) => !isDraft);
  return sent && sentOf(mail, sent);
}
