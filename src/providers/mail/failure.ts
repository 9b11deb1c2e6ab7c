// Why a server did not take a mail, in words for the person who typed the address. The server's own words are shown, cut to 200 characters
// that can be printed and without the mail's link: a filter quotes what it refuses, and the link opens something.
import { goneCodeOf } from './address-gone.ts';
import { isBareAddress } from './mail.ts';

/** `passing`: later attempts may succeed. `unknown`: it had the whole mail, and its answer did not come. */
export type MailFailureKind = 'refused' | 'passing' | 'unknown';

export class MailFailure extends Error {
  readonly kind: MailFailureKind;
  /** For a log: neither address nor words. */
  readonly code: string;
  /** The code by which the server said that there is no such address. */
  readonly gone: string | undefined;

  constructor(kind: MailFailureKind, message: string, code: string, gone?: string) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.gone = gone;
  }
}

/** @throws MailFailure where it is not one bare address. */
export function checkedAddress(address: string): string {
  if (!isBareAddress(address)) throw new MailFailure('refused', 'This is not one bare mail address.', 'address');
  return address;
}

const UNKNOWN_END = 'The connection to the mail server ended before it said whether it has taken the mail.';

const MAX_WORDS = 200;
/** An address of the web, or a part of a link that is long enough to help a guess. */
const LONG_PART = /https?:\S+|[\w-]{12,}/g;

/** @param secret What must not be shown: the mail's link. */
export function wordsOf(response: string, secret: string | undefined): string {
  const lines = response.split(/\r?\n/).map((line, at) => (at === 0 ? line : line.replace(/^\d{3}[- ](?:\d\.\d+\.\d+ )?/, '')));
  const words = lines.join(' ').replace(/[^\P{C}]+/gu, ' ');
  const shown = words.replace(LONG_PART, (part) => (secret?.includes(part) || /svc_[a-z]+_/.test(part) ? '[link]' : part));
  return shown.replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS);
}

/** Commands of one mail: an answer to them is about it, its sender or its address. Others are about the connection. */
const OF_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

const textOf = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** @param isHandedOver The server had the whole mail. */
export function failureOf(
  error: unknown,
  { isHandedOver, secret }: { isHandedOver: boolean; secret: string | undefined },
): MailFailure {
  if (error instanceof MailFailure) return error;
  if (!(error instanceof Error)) return new MailFailure('passing', 'The mail could not be sent.', 'unknown');
  const [response, command, code] = ['response', 'command', 'code'].map((name) => textOf(error, name));
  if (response !== undefined) {
    const status = response.slice(0, 3);
    const isFinal = status.startsWith('5') && OF_THE_MAIL.has(command ?? '');
    if (isFinal) {
      const gone = command === 'RCPT TO' ? goneCodeOf(response) : undefined;
      return new MailFailure('refused', `The mail server refused the mail: ${wordsOf(response, secret)}`, status, gone);
    }
    if (code === 'EAUTH') return new MailFailure('passing', SIGN_IN_REFUSED, `${code} ${status}`);
    return new MailFailure('passing', `The mail server does not take the mail now: ${wordsOf(response, secret)}`, status);
  }
  if (isHandedOver) return new MailFailure('unknown', UNKNOWN_END, code ?? 'unknown');
  // What cannot be said in SMTP at all, or is larger than the server takes.
  if (command === 'API' && code === 'EENVELOPE')
    return new MailFailure('refused', 'The address cannot be written in SMTP.', code);
  if (code === 'EMESSAGE') return new MailFailure('refused', 'The mail is larger than the mail server takes.', code);
  const origin = textOf(error, 'originalCode') ?? code ?? 'unknown';
  return new MailFailure('passing', `The mail server could not be reached (${origin}).`, origin);
}

const SIGN_IN_REFUSED =
  'The mail server refuses the sign-in of this installation. Its operator has to correct the address of the mail server; the mail is sent then.';
