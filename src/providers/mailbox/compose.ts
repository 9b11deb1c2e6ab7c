// A mail as MIME, for every mailbox. No header contains what was not checked: addresses are bare, a subject is one line.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { checkedAddress } from '../mail/failure.ts';
import { oneLine } from '../mail/mail.ts';
import type { AttachedFile, OutgoingMail } from './mailbox.ts';

/** RFC 8058: both headers, or neither means one click. */
export const unsubscribeHeaders = (wanted: OutgoingMail['listUnsubscribe']): Record<string, string> =>
  wanted === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${wanted.url}>`,
        ...(wanted.isOneClick ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
      };

export interface Sender {
  address: string;
  name: string;
}

const attached = ({ filename, mimeType, open }: AttachedFile) => ({
  filename: filename === null ? (false as const) : oneLine(filename),
  contentType: mimeType,
  contentDisposition: 'attachment' as const,
  content: open(),
});

/** A mail as bytes that are made while they are read, the same each time: no large file of it is whole in memory. */
export interface ComposedMail {
  bytes: number;
  /** A caller that stops reading destroys the stream. */
  open: () => Promise<Readable>;
}

export async function composeMail(mail: OutgoingMail, from: Sender): Promise<ComposedMail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true });
  const open = async (): Promise<Readable> => {
    const { message } = await transport.sendMail(partsOf(mail, from));
    if (!(message instanceof Readable)) throw new Error('the mail is no stream');
    return message;
  };
  let bytes = 0;
  for await (const piece of await open()) bytes += piece.length;
  return { bytes, open };
}

/** Boundaries of the Message-ID, so that each reading has the same bytes. */
const boundaryOf = ({ messageId }: OutgoingMail): string => createHash('sha256').update(messageId).digest('hex').slice(0, 32);

function partsOf(mail: OutgoingMail, from: Sender) {
  const { to, cc, subject, text, html, messageId, inReplyTo, references, date, attachments = [] } = mail;
  return {
    from: { name: oneLine(from.name), address: checkedAddress(from.address) },
    to: { name: '', address: checkedAddress(to) },
    ...(cc.length === 0 ? {} : { cc: cc.map((address) => ({ name: '', address: checkedAddress(address) })) }),
    subject: oneLine(subject),
    messageId,
    date: new Date(date),
    headers: unsubscribeHeaders(mail.listUnsubscribe),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(references.length === 0 ? {} : { references: [...references] }),
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    ...(attachments.length === 0 ? {} : { attachments: attachments.map(attached) }),
    baseBoundary: boundaryOf(mail),
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
