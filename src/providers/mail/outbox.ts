// For an installation without a mail server: its operator reads the mails in a folder of the data folder.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { makeFolder, writeDurably } from '../../base/files/durable.ts';
import { checkedAddress } from './failure.ts';
import { type Mailer, oneLine, textOf } from './mail.ts';

export const outboxFolder = (dataDir: string): string => join(dataDir, 'outbox');

/** Two mails of one millisecond are in their order too. */
let written = 0;

export const outbox = (dataDir: string, log: Logger): Mailer => ({
  send: async (mail) => {
    const folder = outboxFolder(dataDir);
    makeFolder(folder);
    const name = `${Date.now()}-${String(written).padStart(9, '0')}-${randomUUID().slice(0, 8)}.txt`;
    written += 1;
    const from = mail.from ? `From: ${oneLine(mail.from.name)} <${checkedAddress(mail.from.address)}>\n` : '';
    const head = `To: ${checkedAddress(mail.to)}\nSubject: ${oneLine(mail.subject)}\n${from}\n`;
    const files = (mail.attachments ?? []).map(
      (file) => `\n--- ${oneLine(file.name)} ---\n${'text' in file ? file.text : `${file.base64}\n`}`,
    );
    writeDurably(join(folder, name), head + textOf(mail) + files.join(''));
    log.info({ file: `outbox/${name}` }, 'no mail server is configured: the mail is in the outbox of the data folder');
    return 'outbox';
  },
  close: () => undefined,
});
