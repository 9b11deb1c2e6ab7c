// Mail over SMTP. An attempt ends in one of four ways: taken, refused for good, to be tried later, or unknown, when the connection ended after the
// server had the whole mail. A mail of unknown end is not sent again by itself: the server may have taken it.
import { Readable } from 'node:stream';
import { checkedAddress, failureOf, MailFailure } from './failure.ts';
import { type Mail, type MailAttachment, type Mailer, type MailPicture, oneLine, type Sending, textOf } from './mail.ts';

/** RFC 5321, 4.5.3.2: a server may take its time, above all after the final dot. */
const CONNECT_MS = 60_000;
const GREETING_MS = 300_000;
const SILENCE_MS = 600_000;

const LACKS_UTF8 =
  'The part before the @ has letters beyond ASCII, and the mail server of this installation takes no such address (it lacks SMTPUTF8). Use another address.';

const optionsOf = (url: string) => ({
  url,
  connectionTimeout: CONNECT_MS,
  greetingTimeout: GREETING_MS,
  socketTimeout: SILENCE_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
});

export function smtpMailer(url: string, from: string): Mailer {
  const stop = new AbortController();
  return {
    send: async (mail, sending) => {
      let isHandedOver = false;
      const onHandedOver = (): void => {
        sending.onHandedOver();
        isHandedOver = true;
      };
      try {
        const to = checkedAddress(mail.to);
        if (needsUtf8(to) && !(await announcesUtf8(url))) throw new MailFailure('refused', LACKS_UTF8, 'smtputf8');
        await deliver(
          url,
          { ...fieldsOf(mail, from), to: { name: '', address: to }, signal: stop.signal },
          { ...sending, onHandedOver },
        );
        return 'sent';
      } catch (error) {
        throw failureOf(error, { isHandedOver, secret: mail.link });
      }
    },
    close: () => stop.abort(),
  };
}

const listHeaders = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

function fileOf(file: MailAttachment) {
  const named = { filename: oneLine(file.name), contentType: file.type };
  return 'text' in file ? { ...named, content: file.text } : { ...named, content: file.base64, encoding: 'base64' };
}

const pictureFile = ({ id, name, base64 }: MailPicture) => ({
  cid: id,
  filename: oneLine(name),
  contentType: 'image/png',
  content: base64,
  encoding: 'base64',
  contentDisposition: 'inline' as const,
});

function fieldsOf(mail: Mail, installation: string) {
  const { html, attachments = [], pictures = [], unsubscribe } = mail;
  const files = [...attachments.map(fileOf), ...pictures.map(pictureFile)];
  const common = {
    subject: oneLine(mail.subject),
    text: textOf(mail),
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(unsubscribe) },
    ...(html === undefined ? {} : { html }),
    ...(files.length === 0 ? {} : { attachments: files }),
  };
  if (!mail.from) return { ...common, from: installation };
  const { domain, selector, privateKey } = mail.from.dkim;
  return {
    ...common,
    from: { name: oneLine(mail.from.name), address: checkedAddress(mail.from.address) },
    dkim: { domainName: domain, keySelector: selector, privateKey },
  };
}

type Fields = ReturnType<typeof fieldsOf> & { to: { name: string; address: string }; signal: AbortSignal };

async function deliver(url: string, fields: Fields, { id, onHandedOver }: Sending): Promise<void> {
  // Loaded with the first mail: most commands and starts send none.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(optionsOf(url));
  transport.use('stream', ({ message }, done) => {
    const read = message.createReadStream.bind(message);
    message.createReadStream = (options) => Readable.from(untilEnd(read(options), onHandedOver), { objectMode: false });
    done();
  });
  await transport.sendMail({ ...fields, messageId: `<${id}@${domainOf(fields.from)}>` });
}

/** SMTP reads it once the server has asked for the message; the final dot follows its end. */
async function* untilEnd(message: AsyncIterable<Buffer>, onEnd: () => void): AsyncGenerator<Buffer> {
  yield* message;
  onEnd();
}

/** Of the sender, as of a Message-ID. */
function domainOf(from: Fields['from']): string {
  const text = typeof from === 'string' ? from : from.address;
  return /@([\w.-]+)>?\s*$/.exec(text)?.[1] ?? 'tributary.invalid';
}

const needsUtf8 = (address: string): boolean => /[^\x21-\x7e]/.test(address.slice(0, address.lastIndexOf('@')));

/** Whether the server says so in its last answer to EHLO, which after STARTTLS is another than before. */
async function announcesUtf8(url: string): Promise<boolean> {
  const { createTransport } = await import('nodemailer');
  let isAnswer = false;
  let isAnnounced = false;
  const quiet = () => undefined;
  const debug = ({ tnx }: { tnx?: string }, text: string): void => {
    if (tnx === 'client') isAnswer = text.startsWith('EHLO ');
    if (tnx !== 'server' || !isAnswer) return;
    isAnnounced = /[ -]SMTPUTF8\b/im.test(text);
    isAnswer = false;
  };
  const logger = { trace: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet, debug };
  await createTransport({ ...optionsOf(url), logger, debug: true }).verify();
  return isAnnounced;
}
