// A mail as MIME, for every mailbox. No header contains what was not checked: addresses are bare, a subject is one line.
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

export async function composeMail(mail: OutgoingMail, from: Sender): Promise<Buffer> {
  const { to, cc, subject, text, html, messageId, inReplyTo, references, date } = mail;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({
    from: { name: oneLine(from.name), address: checkedAddress(from.address) },
    to: { name: '', address: checkedAddress(to) },
    ...(cc.length === 0 ? {} : { cc: cc.map((address) => ({ name: '', address: checkedAddress(address) })) }),
    ...{ subject: oneLine(subject), messageId, date: new Date(date), headers: unsubscribeHeaders(mail.listUnsubscribe) },
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(references.length === 0 ? {} : { references: [...references] }),
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    ...((mail.attachments ?? []).length === 0 ? {} : { attachments: (mail.attachments ?? []).map(attached) }),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  if (!Buffer.isBuffer(message)) throw new Error('the mail is no buffer');
  return message;
}
