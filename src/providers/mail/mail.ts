// A mail, and what sends it. Nothing that people typed reaches a header unchecked.

export interface Mail {
  /** One bare address. */
  to: string;
  subject: string;
  /** Plain text, without the link. */
  text: string;
  /** The purpose of the mail, on a line of its own at its end. It opens something: it is in no log and no error. */
  link?: string;
  /** The same for readers of HTML. */
  html?: string;
  attachments?: MailAttachment[];
  /** PNGs that the HTML names as `cid:<id>`. */
  pictures?: MailPicture[];
  /** Where a POST ends mails of its kind (RFC 8058). */
  unsubscribe?: string;
  from?: MailSender;
}

/** Of text or of bytes. */
export type MailAttachment = { name: string; type: string } & ({ text: string } | { base64: string });

export interface MailPicture {
  id: string;
  name: string;
  base64: string;
}

/** In the place of the installation's own sender. */
export interface MailSender {
  name: string;
  /** One bare address of `dkim.domain`. */
  address: string;
  dkim: { domain: string; selector: string; privateKey: string };
}

export interface Sending {
  /** The same at each attempt, so that a person who gets a mail twice sees that it is one. */
  id: string;
  /** Called before the last byte: from here on the server may take the mail. */
  onHandedOver: () => void;
}

export interface Mailer {
  /** @throws MailFailure */
  send(mail: Mail, sending: Sending): Promise<'sent' | 'outbox'>;
  /** Ends what is being sent. */
  close(): void;
}

const LONGEST_SUBJECT = 200;

/** A header is one line; a line break in it would begin another header. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_SUBJECT);
}

export const isBareAddress = (address: string): boolean =>
  /^[^\s@\p{Cc}<>()[\]\\,;:"]+@[^\s@\p{Cc}<>()[\]\\,;:"]+$/u.test(address);

export const textOf = ({ text, link }: Mail): string => (link === undefined ? `${text}\n` : `${text}\n\n${link}\n`);
