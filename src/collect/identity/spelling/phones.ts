// Phone numbers in one spelling: E.164 by the present numbering plan. A number that a plan has renumbered is known by both forms: people
// keep the old one in their contacts and systems for years.
import { type CountryCode, isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { parsePhoneNumberFromString as parseLoosely } from 'libphonenumber-js/min';
import type { Normalised } from '../identifiers.ts';
import { isMeaningless } from './placeholders.ts';

/** National numbers of the past by the code of their country, and how their plan writes them now. */
const RENUMBERED: Readonly<Record<string, { old: RegExp; now: string }>> = {
  // Mexico, 2019: no 1 before mobiles called from abroad, no 01, 044 and 045 at home.
  '52': { old: /^(?:044|045|01|1)(\d{10})$/, now: '$1' },
  // Brazil, 2012 to 2016: a 9 before the eight digits of mobiles.
  '55': { old: /^(\d\d)([689]\d{7})$/, now: '$19$2' },
  // Benin, 2024: 01 before every number.
  '229': { old: /^(\d{8})$/, now: '01$1' },
};

function renumbered({ countryCallingCode, nationalNumber }: PhoneNumber): PhoneNumber | undefined {
  const plan = RENUMBERED[countryCallingCode];
  if (!plan?.old.test(nationalNumber)) return undefined;
  const present = parsePhoneNumberFromString(`+${countryCallingCode}${nationalNumber.replace(plan.old, plan.now)}`);
  return present?.isValid() ? present : undefined;
}

export function normalisePhone(text: string, country: string | undefined): Normalised {
  if (isMeaningless(text)) return { refused: 'meaningless' };
  const hint = country && isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const bare = text
    .replace(/^(?:tel:|whatsapp:)/i, '')
    .replace(/[()]/g, ' ')
    .trim();
  const international = bare.replace(/^00(?=[1-9])/, '+');
  const options = hint ? { defaultCountry: hint, extract: false } : { extract: false };
  const phone = parsePhoneNumberFromString(international, options);
  if (!phone) return { refused: 'unparseable' };
  const present = phone.isValid() ? phone : renumbered(phone);
  // Numbering plans grow faster than tables: what no table of kinds lists, and the plan has room for, is a number.
  const found = present ?? parseLoosely(international, options);
  if (!found?.isValid()) return { refused: 'unparseable' };
  if (/^(\d)\1+$/.test(found.nationalNumber)) return { refused: 'meaningless' };
  return { value: found.number };
}

/** A number that only earlier versions spelt so. */
export const isOldPhone = (value: string): boolean => /^\+55\d\d[689]\d{7}$/.test(value);

/** The spellings of earlier versions, which took Brazilian mobiles without their 9 as they were. */
export function earlierPhones(value: string): string[] {
  const mobile = /^\+55(\d\d)9([689]\d{7})$/.exec(value);
  const earlier = mobile ? `+55${mobile[1]}${mobile[2]}` : undefined;
  return earlier !== undefined && normalisePhone(earlier, undefined).value === value ? [earlier] : [];
}
