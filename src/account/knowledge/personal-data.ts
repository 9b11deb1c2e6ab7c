// Kinds of personal data that a text contains, by their form: a flag for the reader, never a proof that there is none. Names have no form.
import { PERSONAL_KINDS, type PersonalKind } from './stored.ts';

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,8}\.\p{L}{2,24}/u;
/** With its country, or after a word for a phone: other digits are numbers of any kind. */
const PHONE =
  /(?:(?<![\p{L}\p{N}])(?:\+|00)[1-9]|(?:tel|phone|telefon|mobile|mobil|handy|fax|call|whatsapp)[\p{L}.:()\s]{0,12}\+?\d)[\d\s()./-]{5,20}\d/iu;
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu;
const CARD = /(?<![\p{L}\p{N}])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}])/gu;

/** ISO 13616: the country and its digits go to the end, letters become numbers, and 97 leaves 1. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  const digits = [...compact.slice(4), ...compact.slice(0, 4)].map((each) => Number.parseInt(each, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** ISO/IEC 7812: the check digit of Luhn. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return sum % 10 === 0 && digits.some((digit) => digit !== digits[0]);
}

const FINDERS: Readonly<Record<PersonalKind, (text: string) => boolean>> = {
  email: (text) => EMAIL.test(text),
  phone: (text) => PHONE.test(text),
  iban: (text) => [...text.matchAll(IBAN)].some(([found]) => isIban(found)),
  card_number: (text) => [...text.matchAll(CARD)].some(([found]) => isCardNumber(found)),
};

export const personalKindsIn = (text: string): PersonalKind[] => PERSONAL_KINDS.filter((kind) => FINDERS[kind](text));
