// What a mail server's refusal means. The stage decides: a full mailbox is the recipient's after RCPT TO, and the sender's own after DATA.
import { MailboxFailure, type MailboxRefusal, shownWords } from '../mailbox/mailbox.ts';

const textOf = (error: object, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

interface Refused {
  status: number;
  /** RFC 3463. */
  enhanced: string;
  command: string;
}

const HOUR_SECONDS = 3_600;

function refusalOf({ status, enhanced, command }: Refused): MailboxRefusal {
  const isFinal = status >= 500;
  if (command.startsWith('AUTH')) {
    if (!isFinal) return 'unavailable';
    return enhanced === '5.7.139' ? 'mailbox_disabled' : 'auth_revoked';
  }
  if (enhanced === '5.4.5') return 'quota_exceeded';
  if (enhanced === '5.1.8' || /^5\.7\.5(?:0[1-9]|1[01])$/.test(enhanced)) return 'account_suspended';
  if (!isFinal) return 'unavailable';
  if (command === 'RCPT TO') return 'recipient_rejected';
  if (enhanced === '5.2.2' && command === 'DATA') return 'quota_exceeded';
  // A server that wants another sign-in than the one it was given.
  if (status === 530 || enhanced === '5.7.30') return 'auth_revoked';
  return 'refused';
}

/** @param isHandedOver The server had the whole mail: without its answer nobody knows. */
export function smtpFailureOf(error: unknown, { isHandedOver }: { isHandedOver: boolean }): MailboxFailure {
  if (error instanceof MailboxFailure) return error;
  if (!(error instanceof Error)) throw error;
  const response = textOf(error, 'response');
  const command = textOf(error, 'command') ?? '';
  const code = textOf(error, 'code') ?? 'unknown';
  if (response !== undefined) {
    const [, digits = '0', , enhanced = ''] = /^(\d{3})([- ](\d\.\d{1,3}\.\d{1,3}))?/.exec(response) ?? [];
    const status = Number(digits);
    const isAuth = code === 'EAUTH' && !command.startsWith('AUTH');
    const refusal = refusalOf({ status, enhanced, command: isAuth ? 'AUTH' : command });
    const words = shownWords(response);
    const retryAfterSeconds = refusal === 'quota_exceeded' ? HOUR_SECONDS : undefined;
    return new MailboxFailure(refusal, `smtp: ${status} at ${command || 'the greeting'}`, {
      status,
      words,
      code: enhanced === '' ? String(status) : enhanced,
      retryAfterSeconds,
    });
  }
  if (isHandedOver) return new MailboxFailure('unknown', `smtp: no answer after the mail (${code})`, { code });
  // What cannot be said in SMTP, or is larger than the server takes.
  if (command === 'API' && code === 'EENVELOPE')
    return new MailboxFailure('recipient_rejected', 'smtp: no usable address', { code });
  if (code === 'EMESSAGE') return new MailboxFailure('refused', 'smtp: larger than the server takes', { code });
  if (code === 'ETLS')
    return new MailboxFailure('refused', 'smtp: no TLS', {
      code,
      words: 'The server offers no TLS, or its certificate is not valid.',
    });
  return new MailboxFailure('unavailable', `smtp: not reached (${code})`, { code });
}

/** Of IMAP: imapflow marks a refused sign-in by a flag of its own. */
export function imapFailureOf(error: unknown): MailboxFailure {
  if (error instanceof MailboxFailure) return error;
  if (!(error instanceof Error)) throw error;
  const words = textOf(error, 'responseText');
  const shown = words === undefined ? {} : { words: shownWords(words) };
  if (Reflect.get(error, 'authenticationFailed') === true) {
    const code = textOf(error, 'serverResponseCode') ?? 'AUTHENTICATIONFAILED';
    const passing = code === 'UNAVAILABLE' || code === 'LIMIT';
    return new MailboxFailure(passing ? 'unavailable' : 'auth_revoked', `imap: ${code}`, { code, ...shown });
  }
  const code = textOf(error, 'code') ?? textOf(error, 'serverResponseCode') ?? 'unknown';
  return new MailboxFailure('unavailable', `imap: ${code}`, { code, ...shown });
}
