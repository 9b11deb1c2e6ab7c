// A mailbox as a person types it in, and as it is kept: one text that is a secret.

import { z } from 'zod';
import { ProviderFailure } from '../http/failure.ts';
import { isBareAddress, oneLine } from '../mail/mail.ts';
import type { ConnectField } from '../reading/connect-field.ts';
import { Secret } from '../secret.ts';

const server = z.object({ host: z.string(), port: z.number() });
const kept = z.object({
  address: z.string(),
  name: z.string(),
  user: z.string(),
  password: z.string(),
  smtp: server,
  imap: server.nullable(),
});

export type MailServer = z.infer<typeof server>;
export type MailAccount = z.infer<typeof kept>;

export const FIELDS: readonly ConnectField[] = [
  { name: 'address', label: 'Mail address', hint: 'Mails are sent from it.', isSecret: false },
  { name: 'sender', label: 'Sender', hint: 'The name that readers see, such as the name of the shop.', isSecret: false },
  { name: 'user', label: 'User name', hint: 'Often the mail address.', isSecret: false },
  { name: 'password', label: 'Password', hint: 'Of the mailbox, or an app password of it.', isSecret: true },
  { name: 'smtp', label: 'Server for sending (SMTP)', hint: 'Such as smtp.example.com:587', isSecret: false },
  { name: 'imap', label: 'Server for receiving (IMAP)', hint: 'Such as imap.example.com:993', isSecret: false },
];

const SMTP_PORT = 587;
const IMAP_PORT = 993;

/** @throws ProviderFailure `rejected`, whose reason says which field is wrong. */
export function readMailAccount(values: Readonly<Record<string, string>>): MailAccount {
  const { address = '', sender = '', user = '', password = '', smtp = '', imap = '' } = values;
  if (!isBareAddress(address)) throw refusal('Mail address: is no mail address.');
  if (/[\p{Cc}]/u.test(user + password)) throw refusal('User name and password: contain a line break.');
  if (password === '') throw refusal('Password: is empty.');
  return {
    address,
    name: oneLine(sender),
    user: user === '' ? address : user,
    password,
    smtp: readServer('Server for sending', smtp, SMTP_PORT),
    imap: imap === '' ? null : readServer('Server for receiving', imap, IMAP_PORT),
  };
}

function readServer(label: string, typed: string, defaultPort: number): MailServer {
  const [, host = '', port] = /^([A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?$/.exec(typed) ?? [];
  if (host === '') throw refusal(`${label}: is no address of a server, such as mail.example.com:${defaultPort}.`);
  return { host, port: port === undefined ? defaultPort : Number(port) };
}

export const tokenOfAccount = (account: MailAccount): Secret => new Secret(JSON.stringify(account));

export const accountOfToken = (token: Secret): MailAccount => kept.parse(JSON.parse(token.reveal()));

const refusal = (reason: string): ProviderFailure =>
  new ProviderFailure('smtp', 'rejected', 'smtp: what was typed in cannot be right', { reason });
