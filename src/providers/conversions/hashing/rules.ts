// The rules by which each destination writes a value before it hashes it. They differ, and a value in another form matches no person.
import type { Rule } from './digest.ts';
import { countryInText, stateCode } from './regions.ts';

const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);
const folded = (text: string): string => text.trim().toLowerCase();
const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');
const digitsOf = (text: string): string => text.replace(/\D/g, '');
const PUNCTUATION = /[\s!-/:-@[-`{-~]+/g;

const partsOf = (email: string): [string, string] | undefined => {
  const [, mailbox, domain] = /^([^@\s]+)@([^@\s]+)$/.exec(email) ?? [];
  return mailbox === undefined || domain === undefined ? undefined : [mailbox, domain];
};
const plainMailbox = (mailbox: string): string => mailbox.replace(/\+.*$/, '').replaceAll('.', '');

/** Dots and what follows a + are kept. */
const email: Rule = (text) => partsOf(folded(text))?.join('@');
/** With the code of the country, without + and zeros before it. */
const digitPhone: Rule = (text) => orNothing(digitsOf(text).replace(/^0+/, ''));
const plusPhone: Rule = (text) => {
  const digits = digitsOf(text);
  return digits === '' ? undefined : `+${digits}`;
};
const plainName: Rule = (text) => orNothing(withoutSpaces(folded(text)));
const lettersAndDigits: Rule = (text) => orNothing(folded(text).replace(/[^\p{L}\p{N}]/gu, ''));
const foldedId: Rule = (text) => orNothing(withoutSpaces(folded(text)));

const MALE = ['m', 'male', 'man', 'boy', 'gentleman', 'he'];
const FEMALE = ['f', 'female', 'woman', 'girl', 'lady', 'she'];
const gender: Rule = (text) => (MALE.includes(folded(text)) ? 'm' : FEMALE.includes(folded(text)) ? 'f' : undefined);

const FIRST_YEAR = 1800;
/** YYYYMMDD of the first date in a text; the month goes first where both could be one. */
const birthDate: Rule = (text) => {
  const [, year, month, day] = /(?<!\d)(\d{4})\D?(\d\d?)\D?(\d\d?)(?!\d)/.exec(text) ?? [];
  const [, one, two, ending] = /(?<!\d)(\d\d?)\D(\d\d?)\D(\d{4})(?!\d)/.exec(text) ?? [];
  return dateOf(year, month, day) ?? dateOf(ending, one, two) ?? dateOf(ending, two, one);
};
function dateOf(year = '', month = '', day = ''): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  const isDate = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso);
  return isDate && Number(year) >= FIRST_YEAR ? iso.replaceAll('-', '') : undefined;
}

const LEAST_POSTAL_CODE = 2;
const postalCode: Rule = (text) => {
  const [code = ''] = withoutSpaces(folded(text)).split('-');
  return code.length < LEAST_POSTAL_CODE ? undefined : code;
};

export const META = {
  em: email,
  ph: digitPhone,
  ge: gender,
  db: birthDate,
  country: countryInText,
  st: stateCode,
  zp: postalCode,
  external_id: foldedId,
  name: (text) => orNothing(folded(text).replace(PUNCTUATION, '')),
  /** Letters with accents are dropped, and what begins with a digit is no city. */
  ct: (text) => {
    const city = folded(text).replace(/[^a-z0-9]/g, '');
    return /^[a-z]/.test(city) ? city : undefined;
  },
} satisfies Record<string, Rule>;

export const SNAP = { ...META, name: plainName } satisfies Record<string, Rule>;

export const PINTEREST = {
  ...META,
  name: plainName,
  ct: (text) => orNothing(folded(text).replace(PUNCTUATION, '')),
  ge: (text) => gender(text) ?? 'n',
} satisfies Record<string, Rule>;

export const TIKTOK = {
  email,
  phone: plusPhone,
  name: plainName,
  external_id: foldedId,
  zip_code: postalCode,
  /** Sent without a hash. */
  place: lettersAndDigits,
} satisfies Record<string, Rule>;

const TITLE = /(?:^|\s)(?:mr|mrs|ms|dr)\.(?=\s|$)/g;
const SUFFIX = /[\s,]+(?:jr\.?|sr\.?|2nd|3rd|ii|iii|iv|v|vi|cpa|dc|dds|vm|jd|md|phd)$|^(?:jr\.|sr\.)$/;
const GOOGLE_MAIL = ['gmail.com', 'googlemail.com'];
function withoutSuffixes(name: string): string {
  const shorter = name
    .replace(SUFFIX, '')
    .replace(/[\s,]+$/, '')
    .trim();
  return shorter === name ? name : withoutSuffixes(shorter);
}

export const GOOGLE = {
  email: (text) => {
    const [mailbox = '', domain = ''] = partsOf(withoutSpaces(text.toLowerCase())) ?? [];
    if (domain === '') return undefined;
    const kept = GOOGLE_MAIL.includes(domain) ? plainMailbox(mailbox) : mailbox;
    return kept === '' ? undefined : `${kept}@${domain}`;
  },
  phone: plusPhone,
  given_name: (text) => orNothing(folded(text).replace(TITLE, '').trim()),
  family_name: (text) => orNothing(withoutSuffixes(folded(text))),
  /** These two are sent without a hash. */
  region_code: (text) => (/^\s*[a-z]{2}\s*$/i.test(text) ? text.trim().toUpperCase() : undefined),
  postal_code: (text) => orNothing(text.trim()),
} satisfies Record<string, Rule>;

export const LINKEDIN = { email } satisfies Record<string, Rule>;
export const MICROSOFT = { em: email, ph: digitPhone } satisfies Record<string, Rule>;

/** As it is written in several languages: what follows is no part of the number. */
const EXTENSION = /\s*[,;]?\s*(?:ext(?:ension|ensión|\.)?|x|anexo|poste|int(?:erno|\.)?|#)\s*[.:]?\s*\d+\s*$/iu;
export const REDDIT = {
  /** Without dots and + at every provider of mail. */
  email: (text) => {
    const [mailbox = '', domain = ''] = partsOf(folded(text)) ?? [];
    return plainMailbox(mailbox) === '' ? undefined : `${plainMailbox(mailbox)}@${domain}`;
  },
  phone_number: (text) => plusPhone(text.replace(EXTENSION, '')),
  /** Case matters in ids there. */
  id: (text) => orNothing(text.trim()),
} satisfies Record<string, Rule>;

const LEAST_DIGITS = 8;
const MOST_DIGITS = 15;
const PLACE_LENGTH = 128;
const POSTAL_LENGTH = 32;
const openAiName: Rule = (text) => orNothing(folded(text).replace(PUNCTUATION, ''));
export const OPENAI = {
  email,
  /** What is left must be digits: an extension makes it no number. */
  phone: (text) => {
    const digits = text
      .replace(/[\s().-]/g, '')
      .replace(/^\+/, '')
      .replace(/^0+/, '');
    return /^\d+$/.test(digits) && digits.length >= LEAST_DIGITS && digits.length <= MOST_DIGITS ? digits : undefined;
  },
  first_name: openAiName,
  last_name: openAiName,
  /** Case matters. */
  external_id: (text) => orNothing(text.trim()),
  /** These are sent without a hash. */
  country: (text) => (/^\s*[a-z]{2}\s*$/i.test(text) ? text.trim().toUpperCase() : undefined),
  place: (text) => orNothing(folded(text).slice(0, PLACE_LENGTH)),
  postal_code: (text) =>
    orNothing(
      text
        .trim()
        .replace(/[^A-Za-z0-9 -]/g, '')
        .slice(0, POSTAL_LENGTH),
    ),
} satisfies Record<string, Rule>;

/** Rules of lists of customers: as `META`, with the postal code in full and the external id in clear. */
export const META_AUDIENCE = {
  ...META,
  zp: (text) => orNothing(withoutSpaces(folded(text))),
} satisfies Record<string, Rule>;
