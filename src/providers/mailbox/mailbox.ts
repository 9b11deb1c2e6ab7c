// The common interface of mailboxes that people connect: sending a mail, finding out whether it went out, and the refusals of all of them in one vocabulary.

import type { Readable } from 'node:stream';
import type { AdAccount, Grant } from '../ad-platform.ts';
import type { OAuthFlow, Tokens } from '../oauth/client.ts';
import type { ConnectField } from '../reading/connect-field.ts';

export const MAILBOXES = ['gmail', 'outlook', 'smtp'] as const;
export type MailboxId = (typeof MAILBOXES)[number];

export interface AttachedFile {
  filename: string | null;
  mimeType: string;
  size: number;
  /** Its bytes, from the first on; they are never all in memory. */
  open: () => Readable;
}

/** A mail as it was planned; each attempt sends the same. */
export interface OutgoingMail {
  to: string;
  cc: readonly string[];
  subject: string;
  text?: string | undefined;
  html?: string | undefined;
  /** With its angle brackets. */
  messageId: string;
  inReplyTo?: string | undefined;
  references: readonly string[];
  attachments?: readonly AttachedFile[] | undefined;
  listUnsubscribe?: { url: string; isOneClick: boolean } | undefined;
  /** Milliseconds since 1970. */
  date: number;
}

export interface SentMail {
  /** What the provider really used. */
  messageId: string;
  providerMessageId: string | null;
  warnings: { code: string; message: string }[];
}

/** What is wrong: the codes of our interface; `unknown` where the provider may have sent it, `unreachable` where nothing was sent. */
export type MailboxRefusal =
  | 'account_suspended'
  | 'auth_revoked'
  | 'mailbox_disabled'
  | 'quota_exceeded'
  | 'recipient_rejected'
  | 'refused'
  | 'misconfigured'
  | 'unavailable'
  | 'unknown';

export interface RefusalDetails {
  status?: number | string | undefined;
  code?: string | undefined;
  /** The provider's words, short and without the mail's content. */
  words?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

/** @property message Free of secrets and of what was sent. */
export class MailboxFailure extends Error {
  readonly refusal: MailboxRefusal;
  readonly details: RefusalDetails;

  constructor(refusal: MailboxRefusal, message: string, details: RefusalDetails = {}) {
    super(message);
    this.name = 'MailboxFailure';
    this.refusal = refusal;
    this.details = details;
  }
}

export interface ArrivedMail {
  /** As it came; of one that is too large its header alone. */
  raw: Buffer;
  /** Milliseconds since 1970, by the server. */
  receivedAt: number;
  /** Names of the server that received it, as far as they are known: only its word on a sender counts. */
  hosts: readonly string[];
}

/** What is done with the mails of a mailbox. */
export interface MailTaker {
  isWanted: (header: string) => boolean;
  /** The next mail is read when this one was taken: a portion of large ones is never in memory. */
  take: (mail: ArrivedMail) => Promise<void>;
}

/** A folder or label of which people may choose that all its mails are read; the inbox and folders of the mailbox's own mails are none. */
export interface MailFolder {
  id: string;
  /** As its owner sees it, with the folders that it is in. */
  name: string;
}

export interface ReadPortion {
  /** The place after what was taken. */
  cursor: string;
  hasMore: boolean;
}

export interface Mailbox {
  readonly id: MailboxId;
  readonly scopes: { read: readonly string[]; write: readonly string[] };
  /** Undefined where people type in credentials on the page of the link. */
  readonly oauth?: OAuthFlow | undefined;
  readonly fields?: readonly ConnectField[];
  openCredentials?: (values: Readonly<Record<string, string>>) => Promise<Tokens>;
  /** The one mailbox of the grant. @throws ProviderFailure */
  listAccounts(grant: Grant): Promise<AdAccount[]>;
  readonly versionEnds: undefined;
  /** @param onHandedOver Called before the provider may have the whole mail. @throws MailboxFailure */
  send(grant: Grant, mail: OutgoingMail, onHandedOver: () => void): Promise<SentMail>;
  /**
   * The next mails after a place, the earliest first, of those whose header is wanted; the others are not read. Without a place nothing is read but where
   * to begin: what arrived before the mailbox was connected is nobody's here. One may come twice. Undefined for a mailbox that receives nothing.
   * @param folder The id of a folder to read in the place of the inbox; its places are its own. @throws MailboxFailure `refused` where it is gone
   */
  readNew(grant: Grant, cursor: string | null, taker: MailTaker, folder?: string): Promise<ReadPortion | undefined>;
  /** @throws MailboxFailure */
  listFolders(grant: Grant): Promise<MailFolder[]>;
  /** Whether a mail of unknown end went out; undefined where that cannot be found out. @throws MailboxFailure */
  findSent(grant: Grant, mail: OutgoingMail): Promise<SentMail | undefined>;
}

/** The refusal of a folder that was deleted or renamed. */
export const folderGone = (provider: MailboxId): MailboxFailure =>
  new MailboxFailure('refused', `${provider}: the chosen folder is gone`, {
    words: 'The chosen folder is not in the mailbox any more. Choose another one.',
  });

const MAX_WORDS = 200;

/** A provider's words as they may be shown: one line, printable, cut. */
export const shownWords = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS);
