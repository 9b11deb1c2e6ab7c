// Mail to the outside: SMTP where it is configured, otherwise a folder of the data folder and the log, so that a local install
// works without a mail server. Nothing that people typed reaches a header unchecked.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../../base/config/config.ts';
import { makeFolder, writeDurably } from '../../base/files/durable.ts';

export interface Mail {
  /** One bare address. */
  to: string;
  subject: string;
  /** Plain text, without the link. */
  text: string;
  /** The purpose of the mail, on a line of its own at its end. */
  link?: string;
  from?: MailSender;
}

/** In the place of the installation's own sender. */
export interface MailSender {
  name: string;
  /** One bare address of `dkim.domain`. */
  address: string;
  dkim: { domain: string; selector: string; privateKey: string };
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

const SMTP_MS = 15_000;
const LONGEST_SUBJECT = 200;

/** A header is one line; a line break in it would begin another header. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_SUBJECT);
}

function checkedAddress(address: string): string {
  if (!/^[^\s@\p{Cc}<>()[\]\\,;:"]+@[^\s@\p{Cc}<>()[\]\\,;:"]+$/u.test(address)) throw new Error('not one bare mail address');
  return address;
}

const textOf = ({ text, link }: Mail): string => (link === undefined ? `${text}\n` : `${text}\n\n${link}\n`);

export const outboxFolder = (dataDir: string): string => join(dataDir, 'outbox');

export function createMailer(config: Config, log: Logger): Mailer {
  return config.smtpUrl === undefined ? outbox(config, log) : smtp(config.smtpUrl, config.mailFrom);
}

function smtp(url: string, from: string): Mailer {
  let transport: Transporter | undefined;
  // Loaded with the first mail: most commands and starts send none.
  const opened = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport(url, {
      ...{ connectionTimeout: SMTP_MS, greetingTimeout: SMTP_MS, socketTimeout: SMTP_MS },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    return transport;
  };
  return {
    send: async (mail) => {
      await (await opened()).sendMail({
        ...senderFields(mail, from),
        to: { name: '', address: checkedAddress(mail.to) },
        subject: oneLine(mail.subject),
        text: textOf(mail),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport?.close(),
  };
}

function senderFields({ from: sender }: Mail, from: string) {
  if (!sender) return { from };
  const { domain, selector, privateKey } = sender.dkim;
  return {
    from: { name: oneLine(sender.name), address: checkedAddress(sender.address) },
    dkim: { domainName: domain, keySelector: selector, privateKey },
  };
}

/** Two mails of one millisecond are in their order too. */
let written = 0;

/** For an installation without a mail server: its operator reads the folder and the log. */
function outbox({ dataDir }: Config, log: Logger): Mailer {
  return {
    send: async (mail) => {
      const folder = outboxFolder(dataDir);
      makeFolder(folder);
      const name = `${Date.now()}-${String(written).padStart(9, '0')}-${randomUUID().slice(0, 8)}.txt`;
      written += 1;
      const from = mail.from ? `From: ${oneLine(mail.from.name)} <${checkedAddress(mail.from.address)}>\n` : '';
      const head = `To: ${checkedAddress(mail.to)}\nSubject: ${oneLine(mail.subject)}\n${from}\n`;
      writeDurably(join(folder, name), head + textOf(mail));
      log.info({ file: `outbox/${name}`, link: mail.link }, 'no mail server is configured: the mail is in the outbox');
    },
    close: () => undefined,
  };
}
