// Reads one mail as it came: its sender, its thread, its texts, and the report that it may be. Everything in it is hostile.
import PostalMime, { type Address, type Attachment } from 'postal-mime';
import { messageIdsIn } from '../thread-headers.ts';
import { type DeliveryReport, type MailPart, readDeliveryReport } from './delivery-report.ts';

const MAX_DEPTH = 20;
const MAX_PARTS = 200;
const MAX_TEXT = 200_000;
const MAX_HTML = 400_000;
const MAX_SUBJECT = 500;
const MAX_ADDRESSES = 100;
const MAX_REFERENCES = 100;
const MAX_FILES = 50;

export interface ReadMail {
  messageId: string | null;
  references: string[];
  inReplyTo: string[];
  from: string | null;
  to: string[];
  cc: string[];
  subject: string;
  text: string | null;
  html: string | null;
  /** The topmost of these headers: that of the server which received it. */
  authentication: string | null;
  report: DeliveryReport | null;
  /** Its files; of a report none. */
  files: MailFile[];
}

export interface MailFile {
  /** As the mail claims it, like the next. */
  filename: string | null;
  mimeType: string;
  /** Without its angle brackets. */
  contentId: string | null;
  bytes: Uint8Array<ArrayBuffer>;
}

const addressesOf = (list: readonly Address[] | undefined): string[] =>
  (list ?? [])
    .flatMap((each) => each.group?.map(({ address }) => address) ?? [each.address])
    .flatMap((address) => (address === undefined || address === '' ? [] : [address]))
    .slice(0, MAX_ADDRESSES);

const textOf = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === 'string'
    ? content
    : Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content)).toString('utf8');

const bytesOf = (content: Attachment['content']): Uint8Array<ArrayBuffer> =>
  content instanceof ArrayBuffer ? new Uint8Array(content) : new Uint8Array(Buffer.from(content));

const fileOf = ({ filename, mimeType, contentId, content }: Attachment): MailFile => ({
  filename,
  mimeType,
  contentId: contentId?.replace(/^<|>$/g, '').slice(0, 200) || null,
  bytes: bytesOf(content),
});

const cut = (text: string | undefined, most: number): string | null =>
  text === undefined || text.trim() === '' ? null : text.slice(0, most);

export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: MAX_DEPTH });
  const parts: MailPart[] = mail.attachments
    .slice(0, MAX_PARTS)
    .map(({ mimeType, content }) => ({ type: mimeType.toLowerCase(), text: textOf(content) }));
  const report = readDeliveryReport(parts);
  const headers = new Map<string, string>();
  for (const { key, value } of mail.headers) if (!headers.has(key)) headers.set(key, value);
  return {
    messageId: messageIdsIn(headers.get('message-id'))[0] ?? null,
    references: messageIdsIn(headers.get('references')).slice(-MAX_REFERENCES),
    inReplyTo: messageIdsIn(headers.get('in-reply-to')).slice(0, MAX_REFERENCES),
    from: addressesOf(mail.from ? [mail.from] : [])[0] ?? null,
    to: addressesOf(mail.to),
    cc: addressesOf(mail.cc),
    subject: (mail.subject ?? '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, MAX_SUBJECT),
    text: cut(mail.text, MAX_TEXT),
    html: cut(mail.html, MAX_HTML),
    authentication: headers.get('authentication-results') ?? null,
    report,
    files: report ? [] : mail.attachments.slice(0, MAX_FILES).map(fileOf),
  };
}
