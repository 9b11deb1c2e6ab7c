// E-mail addresses in one spelling: lower case, composed letters (NFC), and the domain as mail servers write it (IDNA: `ñandu.cl` is
// `xn--andu-fqa.cl`), so that a form and a mail system mean the same person.
import { domainToASCII, domainToUnicode } from 'node:url';
import type { Normalised } from '../identifiers.ts';
import { isMeaningless } from './placeholders.ts';

const MAX_EMAIL_LENGTH = 254; // RFC 5321, 4.5.3.1.3

/** Addresses are refused when their mailbox is a placeholder, or one of these words at a domain of the same name. */
const MAILBOXES_AT_OWN_NAME = new Set([
  'test',
  'testing',
  'email',
  'mail',
  'example',
  'no',
  'na',
  'noemail',
  'asdf',
  'abc',
  'aaa',
  'a',
  'x',
  'xxx',
]);
const MAILBOX_EXCEPTIONS = new Set(['test', 'testing', 'true', 'false', 'default', 'na']);

const BARE_EMAIL = /^[^\s@"(),:;<>[\]\\]+@(?:[^\s@"(),:;<>[\]\\./]+\.)+[^\s@"(),:;<>[\]\\./]{2,}$/;

/** The full stops of East Asian writing, which IDNA takes for that of a domain. */
const FULL_STOPS = /[\u3002\uff0e\uff61]/g;
const ASCII = /^[\x21-\x7e]*$/;

/** TRICKY: only a domain with other letters is converted; of plain ones, the function reads numbers as addresses and `%62` as b. */
function asciiDomain(domain: string): string {
  if (ASCII.test(domain) || domain.includes('%')) return domain;
  return domainToASCII(domain) || domain;
}

/** An address as people read it, with the letters of its domain. */
export function readableEmail(value: string): string {
  const at = value.lastIndexOf('@') + 1;
  return value.includes('xn--', at) ? value.slice(0, at) + (domainToUnicode(value.slice(at)) || value.slice(at)) : value;
}

export function normaliseEmail(text: string): Normalised {
  const written = text.normalize('NFC').toLowerCase().replace(FULL_STOPS, '.');
  if (isMeaningless(written)) return { refused: 'meaningless' };
  if (written.length > MAX_EMAIL_LENGTH) return { refused: 'too_long' };
  if (!BARE_EMAIL.test(written) || written.startsWith('.') || written.includes('..') || written.includes('.@'))
    return { refused: 'invalid' };
  const [mailbox = '', domain = ''] = written.split('@');
  const ownName = domain.split('.')[0] === mailbox && MAILBOXES_AT_OWN_NAME.has(mailbox);
  const placeholder = isMeaningless(mailbox) && !MAILBOX_EXCEPTIONS.has(mailbox);
  if (ownName || (placeholder && /\p{L}/u.test(mailbox))) return { refused: 'meaningless' };
  return { value: `${mailbox}@${asciiDomain(domain)}` };
}

/** Every version has spelt it alike. */
export const isPlainEmail = (value: string): boolean => ASCII.test(value);

/** The spelling of earlier versions, which kept the letters of a domain. */
export function earlierEmails(value: string): string[] {
  const readable = readableEmail(value);
  return readable === value ? [] : [readable];
}
