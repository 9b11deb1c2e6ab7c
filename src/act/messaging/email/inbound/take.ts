// Takes a mail that was read: into its thread, as what settles a mail of unknown end, or as the report that blocks an address. A report counts only if it names
// a mail that was sent from this mailbox to this recipient: anyone can write one.
import { createHash, randomUUID } from 'node:crypto';
import { findReach } from '../../../../account/places/index.ts';
import type { Base } from '../../../../base/base.ts';
import { announceEvent } from '../../../../base/contract/announce-event.ts';
import { customerByEmail } from '../../../../collect/identity/index.ts';
import { takeDeliveryFailure } from '../../../../report/reports/index.ts';
import { blockAddress } from '../../blocked.ts';
import { endMessage, isOpen } from '../../end.ts';
import { recordFact } from '../../fact.ts';
import type { KeptFile } from '../../media/keep-mail-files.ts';
import { addMedia } from '../../media/media.ts';
import { addMessage, addressToken, contentOf, findMessage, type MessageRow } from '../../store.ts';
import { rootOf, threadIdOf } from '../thread-headers.ts';
import { type DeliveryFailure, isAddressGone } from './delivery-report.ts';
import type { ReadMail } from './read-mail.ts';
import { isSenderVerified } from './sender.ts';
import { isNamed, type Place } from './wanted.ts';

export interface Arrived {
  mail: ReadMail;
  raw: Buffer;
  receivedAt: number;
  /** A person has chosen to keep all mails of its folder or to its alias, no matter who sent them. */
  isChosen: boolean;
  /** Names of the receiving side. */
  hosts: readonly string[];
  /** Of the mailbox. */
  provider: string;
  /** The files of the mail, as they are kept. */
  files: readonly KeptFile[];
}

/** The mail that a report is of, if it was sent from here to its recipient. */
function reportedMail(
  tx: Base,
  { connectionId }: Place,
  { report }: ReadMail,
): { row: MessageRow; failure: DeliveryFailure } | undefined {
  const id = report?.failure.original_rfc822_message_id;
  if (!report || id === null || id === undefined) return undefined;
  const named = tx.state
    .statement('act/messaging/message_by_external')
    .get({ connection_id: connectionId, direction: 'outbound', external_id: id });
  const row = named && findMessage(tx, named.profile_id, named.message_id);
  const content = row && contentOf(tx, row);
  if (!row || !content) return undefined;
  const tokenOf = (address: string): string | null => addressToken(tx, row.profile_id, 'email', address);
  const sentTo = [...content.to, ...content.cc];
  const recipients = [report.failure.failed_recipient, report.originalRecipient].flatMap((each) => each ?? []);
  const recipient = recipients.find((each) =>
    sentTo.some((address) => tokenOf(address) !== null && tokenOf(address) === tokenOf(each)),
  );
  return recipient === undefined ? undefined : { row, failure: { ...report.failure, failed_recipient: recipient } };
}

/** What a report says of the mail that it is of. */
function noteReport(tx: Base, row: MessageRow, failure: DeliveryFailure): void {
  const isFailed = failure.action === 'failed';
  if (isFailed && isAddressGone(failure))
    blockAddress(tx, {
      profileId: row.profile_id,
      channel: 'email',
      address: failure.failed_recipient,
      reason: 'bounce',
      actor: 'system',
    });
  if (row.status !== 'sent' && !isOpen(row)) return;
  if (isFailed)
    endMessage(tx, row, {
      status: 'failed',
      errorCode: 'recipient_rejected',
      failure: failure.diagnostic_code ?? 'The mail was not delivered.',
    });
  else if (isOpen(row)) endMessage(tx, row, { status: 'sent' });
}

/** An answer to a mail shows that it was sent. */
function settleAnswered(tx: Base, { connectionId }: Place, { inReplyTo, references }: ReadMail): void {
  for (const id of new Set([...inReplyTo, ...references])) {
    const named = tx.state
      .statement('act/messaging/message_by_external')
      .get({ connection_id: connectionId, direction: 'outbound', external_id: id });
    const row = named && isOpen(named) ? findMessage(tx, named.profile_id, named.message_id) : undefined;
    if (row) endMessage(tx, row, { status: 'sent' });
  }
}

/** The thread of a message that is stored, else that of the mail which began it. */
function threadOf(tx: Base, { connectionId }: Place, mail: ReadMail, externalId: string): string {
  for (const id of [...mail.inReplyTo, ...mail.references.toReversed()])
    for (const direction of ['outbound', 'inbound'] as const) {
      const found = tx.state
        .statement('act/messaging/message_by_external')
        .get({ connection_id: connectionId, direction, external_id: id });
      if (found) return found.thread_id;
    }
  return threadIdOf(connectionId, rootOf(mail) ?? externalId);
}

/** The report as webhooks have it: of healthcare, neither the recipient nor the server's text, which may name them. */
function announced(tx: Base, profileId: string, failure: DeliveryFailure | undefined) {
  if (failure === undefined) return null;
  const isHealthcare = findReach(tx, profileId)?.isHealthcare !== false;
  return isHealthcare ? { ...failure, failed_recipient: null, diagnostic_code: null } : failure;
}

/** A report of delivery of the mail of a report, which is nobody's message. */
function isOfReport(tx: Base, { report }: ReadMail): boolean {
  if (report?.failure.action !== 'failed') return false;
  const { failure, originalRecipient } = report;
  return takeDeliveryFailure(tx, {
    messageId: failure.original_rfc822_message_id,
    recipients: [failure.failed_recipient, ...(originalRecipient === undefined ? [] : [originalRecipient])],
    code: failure.status ?? 'an error',
    isGone: isAddressGone(failure),
  });
}

/** In the caller's transaction. Answers whether it was stored: one that was stored before, or is nobody's here, is not. */
export function takeMail(tx: Base, place: Place, { mail, raw, receivedAt, isChosen, hosts, provider, files }: Arrived): boolean {
  const { profileId, connectionId } = place;
  if (isOfReport(tx, mail)) return false;
  const reported = reportedMail(tx, place, mail);
  const customer = mail.from === null ? undefined : customerByEmail(tx, profileId, mail.from);
  const isAnswer = isNamed(tx, place, [...mail.inReplyTo, ...mail.references]);
  const isKept = isAnswer || isChosen || (customer !== undefined && mail.report === null);
  if (mail.from === null || !(reported || isKept)) return false;
  const externalId = mail.messageId ?? `sha256:${createHash('sha256').update(raw).digest('hex')}`;
  const threadId = reported?.row.thread_id ?? threadOf(tx, place, mail, externalId);
  const messageId = randomUUID();
  const isSenderTrue = isSenderVerified(mail.authentication, hosts);
  const content = {
    from: mail.from,
    to: mail.to,
    cc: mail.cc,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    in_reply_to: mail.inReplyTo[0] ?? null,
    references: mail.references,
    list_unsubscribe: null,
    failure: null,
    attachments: files.map(({ attachment }) => attachment),
    is_sender_verified: isSenderTrue,
    delivery_failure: reported?.failure ?? null,
  };
  const isNew = addMessage(tx, {
    messageId,
    profileId,
    connectionId,
    threadId,
    externalId,
    content,
    channel: 'email',
    direction: 'inbound',
    // Of a report the other side is the recipient that it is of, so that an erasure finds it.
    status: 'received',
    providerMessageId: null,
    address: reported?.failure.failed_recipient ?? mail.from,
    createdAt: receivedAt,
  });
  if (!isNew) return false;
  for (const { media } of files) addMedia(tx, profileId, media);
  if (reported) noteReport(tx, reported.row, reported.failure);
  else {
    settleAnswered(tx, place, mail);
    if (mail.report === null)
      recordFact(tx, profileId, {
        channel: 'email',
        provider,
        names: [mail.from.toLowerCase(), externalId],
        at: receivedAt,
        messageId,
        threadId,
        phone: null,
        email: isSenderTrue ? mail.from : null,
        clickId: null,
        adId: null,
      });
  }
  announceEvent(tx, {
    type: 'message.received',
    key: messageId,
    profileId,
    occurredAt: receivedAt,
    data: {
      message_id: messageId,
      channel: 'email',
      thread_id: threadId,
      delivery_failure: announced(tx, profileId, reported?.failure),
    },
    personal: { sender: mail.from, text: mail.text },
    ...(customer === undefined || !isSenderTrue ? {} : { customerNo: customer }),
  });
  return true;
}
