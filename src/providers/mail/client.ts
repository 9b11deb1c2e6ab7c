// Mail to the outside: SMTP where it is configured, otherwise a folder of the data folder, so that a local install works without a mail server.
import type { Logger } from 'pino';
import type { Config } from '../../base/config/config.ts';
import type { Mailer } from './mail.ts';
import { outbox } from './outbox.ts';
import { smtpMailer } from './smtp.ts';

export const createMailer = ({ smtpUrl, mailFrom, dataDir }: Config, log: Logger): Mailer =>
  smtpUrl === undefined ? outbox(dataDir, log) : smtpMailer(smtpUrl, mailFrom);
