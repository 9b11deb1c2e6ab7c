// The plan of a mail: the mailbox, the recipients, the thread and the headers, all checked before anything is stored.
import { randomUUID } from 'node:crypto';
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import { isBareAddress, oneLine } from '../../../providers/mail/mail.ts';
import { accountsOf, type Connection, mailConnectionsOf, reconnectUrl } from '../../connections/index.ts';
import { requireUnblocked } from '../blocked.ts';
import type { PlannedMessage, SendCall } from '../channel.ts';
import { attachmentsToSend } from '../media/to-send.ts';
import { optOutPath } from '../opt-out.ts';
import { contentOf, type MessageRow } from '../store.ts';
import type { MessageContent } from '../stored.ts';
import { checkedUnsubscribe } from './list-unsubscribe.ts';
import { replyHeaders, replySubject, threadIdOf } from './thread-headers.ts';

const refuse = (message: string): never => {
  throw new ApiError('validation_error', message);
};

/** Of several mailboxes the caller names one. @throws ApiError */
function connectionOf(tx: Base, { profile, body }: SendCall, thread: Thread | undefined): Connection {
  const { profileId } = profile;
  const wanted = body.connection_id?.toLowerCase() ?? thread?.row.connection_id;
  const all = mailConnectionsOf(tx, profileId);
  const usable = all.filter(({ status }) => status !== 'disabled');
  const [only, ...more] = wanted === undefined ? usable : all.filter(({ connectionId }) => connectionId === wanted);
  if (!only) {
    if (body.connection_id !== undefined) throw new ApiError('not_found', 'connection_id: there is no such mailbox.');
    throw new ApiError('connection_not_ready', 'No mailbox is connected: connect one, then send again.');
  }
  if (more.length > 0) return refuse('connection_id: several mailboxes are connected; name one.');
  if (only.status === 'reconnect_required')
    throw new ApiError('auth_revoked', `${only.provider.name} does not accept the sign-in any more; connect the mailbox again.`, {
      provider: only.provider.id,
      reconnect_required: true,
      reconnect_url: reconnectUrl(tx, profileId),
    });
  if (only.status === 'disabled') throw new ApiError('connection_not_ready', 'The mailbox is off: nothing can be sent from it.');
  return only;
}

interface Thread {
  row: Pick<MessageRow, 'connection_id' | 'direction' | 'external_id'>;
  content: MessageContent;
}

function threadOf(tx: Base, { profile, body }: SendCall): Thread | undefined {
  if (body.thread_id === undefined) return undefined;
  const { profileId } = profile;
  const found = tx.state.statement('act/messaging/thread_last').get({ profile_id: profileId, thread_id: body.thread_id });
  const content = found && contentOf(tx, { profile_id: profileId, ...found });
  if (!found || !content || found.message_channel !== 'email')
    throw new ApiError('not_found', 'thread_id: there is no such thread of mails.');
  return { row: found, content };
}

function checkedAddressOf(field: string, address: string): string {
  if (!isBareAddress(address) || address.length > 254) return refuse(`${field}: is not one bare mail address.`);
  return address;
}

function checkedSubject(subject: string): string {
  // A line break would begin another header.
  if (/[\p{Cc}\u2028\u2029]/u.test(subject)) return refuse('subject: contains a line break or another control character.');
  return oneLine(subject);
}

/** The other side of a thread: whom we wrote to before, as a sender's address may be forged. */
function otherSide(tx: Base, { profile, body }: SendCall, { row, content }: Thread): string | undefined {
  if (row.direction === 'outbound') return content.to[0];
  const place = { profile_id: profile.profileId, thread_id: body.thread_id ?? '' };
  const ours = tx.state.statement('act/messaging/thread_last_sent').get(place);
  const sent = ours && contentOf(tx, { ...ours, profile_id: profile.profileId });
  return sent?.to[0] ?? content.from;
}

/** Of a link of our own the mail program offers one click, where this installation has https. */
function unsubscribeOf(tx: Base, { profile, body }: SendCall, to: string): MessageContent['list_unsubscribe'] {
  if (!body.opt_out_link) return body.list_unsubscribe ? checkedUnsubscribe(body.list_unsubscribe) : null;
  if (body.list_unsubscribe) return refuse('opt_out_link and list_unsubscribe: send one of them.');
  if ((body.cc ?? []).length > 0) return refuse('cc: a link is of one recipient, who alone may have it.');
  const url = publicAddress(tx) + optOutPath(tx, profile.profileId, 'email', to);
  return checkedUnsubscribe({ url, one_click: url.startsWith('https:') });
}

function fieldsOf(tx: Base, call: SendCall, thread: Thread | undefined) {
  const { body } = call;
  if (body.media) return refuse('media: is of WhatsApp; a mail has attachments.');
  const to = body.to ?? (thread && otherSide(tx, call, thread));
  if (to === undefined) return refuse('to: is missing; only a reply in a thread may leave it out.');
  const subject = body.subject ?? (thread && replySubject(thread.content.subject ?? ''));
  if (subject === undefined) return refuse('subject: is missing; only a reply in a thread may leave it out.');
  if (body.text === undefined && body.html === undefined) return refuse('text or html: send at least one of them.');
  return {
    to: checkedAddressOf('to', to),
    cc: (body.cc ?? []).map((address, at) => checkedAddressOf(`cc[${at}]`, address)),
    subject: checkedSubject(subject),
    text: body.text ?? null,
    html: body.html ?? null,
    list_unsubscribe: unsubscribeOf(tx, call, to),
    attachments: attachmentsToSend(tx, call),
  };
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

export function planMail(tx: Base, call: SendCall): PlannedMessage {
  const { profileId } = call.profile;
  const thread = threadOf(tx, call);
  const connection = connectionOf(tx, call, thread);
  const { connectionId } = connection;
  const fields = fieldsOf(tx, call, thread);
  requireUnblocked(tx, profileId, 'email', [fields.to, ...fields.cc]);
  const from = accountsOf(tx, connectionId).find((account) => account.is_selected === 1)?.name;
  if (from === undefined) throw new ApiError('connection_not_ready', 'The connection has no mailbox: connect it again.');
  const messageId = `<${randomUUID()}@${domainOf(from)}>`;
  const reply = thread
    ? replyHeaders({
        messageId: thread.row.external_id,
        references: thread.content.references,
        inReplyTo: thread.content.in_reply_to === null ? [] : [thread.content.in_reply_to],
      })
    : { inReplyTo: null, references: [] };
  return {
    connectionId,
    externalId: messageId,
    address: fields.to,
    threadId: call.body.thread_id ?? threadIdOf(connectionId, messageId),
    content: { from, ...fields, to: [fields.to], in_reply_to: reply.inReplyTo, references: reply.references, failure: null },
  };
}
