// The identifiers of a person and their canonical form: one spelling per identifier, so that equal people meet, and no value that
// means nothing, so that strangers do not. Pure functions; the same input always gives the same answer.
import { earlierEmails, isPlainEmail, normaliseEmail } from './spelling/emails.ts';
import { earlierPhones, isOldPhone, normalisePhone } from './spelling/phones.ts';
import { isMeaningless } from './spelling/placeholders.ts';

/** Identifiers of a person in order of priority: the first is the strongest evidence. */
export const IDENTIFIER_TYPES = ['external_id', 'crm_contact_id', 'national_id', 'email', 'phone'] as const;
export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

export const PRIORITIES: Readonly<Record<IdentifierType, number>> = {
  external_id: 1,
  crm_contact_id: 2,
  national_id: 3,
  email: 4,
  phone: 5,
};

/** The most identifiers of each type that one customer may have. */
export const LIMITS: Readonly<Record<IdentifierType, number>> = {
  external_id: 1,
  crm_contact_id: 5,
  national_id: 1,
  email: 5,
  phone: 5,
};

export type RefusalReason =
  | 'blank'
  | 'meaningless'
  | 'too_long'
  | 'invalid'
  | 'wrong_check_digit'
  | 'unsupported_country'
  | 'unparseable';

/** The error of an identifier, as the text after its field's name. */
export const REFUSAL_WORDS: Readonly<Record<RefusalReason, string>> = {
  blank: 'is empty',
  meaningless: 'is a placeholder that names nobody',
  too_long: 'is longer than 256 characters',
  invalid: 'is not written as such',
  wrong_check_digit: 'has a wrong check digit',
  unsupported_country: 'is of a country whose documents cannot be checked; only CL can',
  unparseable: 'cannot be read as a phone number; write it with + and its country code',
};

export type Normalised = { value: string; refused?: never } | { refused: RefusalReason; value?: never };

/** The default country of national ids. */
const DEFAULT_COUNTRY = 'CL';

const MAX_LENGTH = 256;

const DASHES = /[-\u00ad\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g;
/** Zero-width signs and marks of direction are copied along with a text; they make no other person. */
const INVISIBLE = /\p{Cf}/gu;

/** Control characters and halves of surrogate pairs never belong to an identifier. */
const isUnclean = (text: string): boolean => !text.isWellFormed() || /\p{Cc}/u.test(text);

function normaliseOpaqueId(text: string): Normalised {
  const value = text.normalize('NFC');
  return isMeaningless(value) ? { refused: 'meaningless' } : { value };
}

/** The check digit of a Chilean RUT: weights 2 to 7 from the right, modulo 11 (10 is written K). */
function rutCheckDigit(body: string): string {
  let sum = 0;
  let weight = 2;
  for (let i = body.length - 1; i >= 0; i--) {
    sum += Number(body[i]) * weight;
    weight = weight === 7 ? 2 : weight + 1;
  }
  const digit = 11 - (sum % 11);
  return digit === 11 ? '0' : digit === 10 ? 'K' : String(digit);
}

function normaliseRut(text: string): Normalised {
  const bare = text
    .normalize('NFKC')
    .replace(/[\s.,·]/g, '')
    .replace(DASHES, '')
    .toUpperCase()
    .replace(/^0+/, '');
  if (bare === '' || isMeaningless(text)) return { refused: 'meaningless' };
  const match = /^(\d{6,8})([\dK])$/.exec(bare);
  if (!match) return { refused: 'invalid' };
  const [, body = '', digit = ''] = match;
  if (rutCheckDigit(body) !== digit) return { refused: 'wrong_check_digit' };
  // One repeated digit is what clerks type for a customer they do not know (66.666.666-6 by the tax office's own rule).
  if (/^(\d)\1+$/.test(body)) return { refused: 'meaningless' };
  return { value: `${body}-${digit}` };
}

function normaliseNationalId(text: string, country: string): Normalised {
  return country === 'CL' ? normaliseRut(text) : { refused: 'unsupported_country' };
}

/**
 * The one spelling of an identifier, or the reason why it identifies no person.
 * @param country ISO 3166-1 alpha-2: the country of a phone without `+`, and of a national id (default CL).
 */
export function normaliseIdentifier(type: IdentifierType | 'anonymous_id', value: unknown, country?: string): Normalised {
  if (value === null || value === undefined) return { refused: 'blank' };
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return { refused: 'invalid' };
  const text = String(value).replace(INVISIBLE, '').trim();
  if (text === '') return { refused: 'blank' };
  if (text.length > MAX_LENGTH) return { refused: 'too_long' };
  if (isUnclean(text)) return { refused: 'invalid' };
  const hint = country?.trim().toUpperCase() || undefined;
  switch (type) {
    case 'email':
      return normaliseEmail(text);
    case 'phone':
      return normalisePhone(text, hint);
    case 'national_id':
      return normaliseNationalId(text, hint ?? DEFAULT_COUNTRY);
    default:
      return normaliseOpaqueId(text);
  }
}

/** The present spelling of a value that an earlier version may have normalised. */
export function presentSpelling(type: IdentifierType, value: string): string {
  const isPlain = type === 'email' ? isPlainEmail(value) : type !== 'phone' || !isOldPhone(value);
  return isPlain ? value : (normaliseIdentifier(type, value).value ?? value);
}

/**
 * Other spellings of an identifier's value, under which earlier versions knew it: facts and customers of then have keys of those. The customer
 * of any of them is the customer of the value.
 */
export function earlierSpellings(type: IdentifierType, value: string): string[] {
  if (type === 'email') return earlierEmails(value);
  return type === 'phone' ? earlierPhones(value) : [];
}
