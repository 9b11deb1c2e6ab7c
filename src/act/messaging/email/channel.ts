// Mail as a channel. The end of a send is what the provider said; where the connection broke after it had the mail, the mailbox is asked, and where it
// cannot say, the end is unknown and the mail is not sent again.
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { ProviderFailure } from '../../../providers/http/failure.ts';
import { MailboxFailure, type OutgoingMail, type SentMail } from '../../../providers/mailbox/mailbox.ts';
import { noteMailAccepted, noteMailRefusal, type OpenMailbox, openMailbox, reconnectUrl } from '../../connections/index.ts';
import type { Channel, OutgoingMessage, SendEnd } from '../channel.ts';
import { attachedFiles } from '../media/to-send.ts';
import { planMail } from './plan.ts';
import { refusalOfMailbox } from './refusal.ts';

function outgoingMail({ row, content }: OutgoingMessage, attachments: OutgoingMail['attachments'] = []): OutgoingMail {
  const { to, cc, subject, text, html, in_reply_to, references, list_unsubscribe } = content;
  return {
    to: to[0] ?? '',
    cc,
    subject: subject ?? '',
    references,
    attachments,
    messageId: row.external_id ?? '',
    date: row.created_at,
    text: text ?? undefined,
    html: html ?? undefined,
    inReplyTo: in_reply_to ?? undefined,
    listUnsubscribe: list_unsubscribe ? { url: list_unsubscribe.url, isOneClick: list_unsubscribe.one_click } : undefined,
  };
}

const endOf = ({ messageId, providerMessageId, warnings }: SentMail): SendEnd => ({
  status: 'sent',
  externalId: messageId,
  providerMessageId,
  warnings,
});

function opened(base: Base, { row }: OutgoingMessage): OpenMailbox {
  const found = openMailbox(base, row.connection_id);
  if (!found) throw new ApiError('connection_not_ready', 'The mailbox was disconnected; nothing was sent.');
  return found;
}

/** A grant that has ended before the mail was sent is a refusal of the mailbox. */
const mailboxFailureOf = (error: unknown): MailboxFailure | undefined => {
  if (error instanceof MailboxFailure) return error;
  if (!(error instanceof ProviderFailure)) return undefined;
  const { outcome, message, details } = error;
  const code = details.code;
  if (outcome === 'reconnect') return new MailboxFailure('auth_revoked', message, { code });
  return new MailboxFailure(outcome === 'misconfigured' ? 'misconfigured' : 'unavailable', message, { code });
};

async function send(base: Base, message: OutgoingMessage, onHandedOver: () => void): Promise<SendEnd> {
  const { connection, mailbox, grant } = opened(base, message);
  const files = attachedFiles(base, message.row.profile_id, message.content.attachments);
  try {
    const sent = await mailbox.send(grant, outgoingMail(message, files), onHandedOver);
    noteMailAccepted(base, connection);
    return endOf(sent);
  } catch (error) {
    const failure = mailboxFailureOf(error);
    if (!failure) throw error;
    if (failure.refusal === 'unknown') return verify(base, message);
    noteMailRefusal(base, connection, failure);
    throw refusalOfMailbox(connection, failure, reconnectUrl(base, connection.profileId));
  }
}

async function verify(base: Base, message: OutgoingMessage): Promise<SendEnd> {
  const found = openMailbox(base, message.row.connection_id);
  if (!found) return { status: 'unknown' };
  try {
    const sent = await found.mailbox.findSent(found.grant, outgoingMail(message));
    return sent ? endOf(sent) : { status: 'unknown' };
  } catch (error) {
    if (!mailboxFailureOf(error)) throw error;
    return { status: 'unknown' };
  }
}

export const emailChannel: Channel = { plan: planMail, send, verify };
