// The probability that two records are one person: a pure function of the two. Each field that both have speaks for or against it by a weight, in
// halvings of the doubt (base-2 logarithms of likelihood ratios); a field that one lacks says nothing.
import { fold } from '../search/folding.ts';
import { isOneSlip, similarity } from './text-similarity.ts';

/** A person as written down by others. Everything may be missing; lists have all values of the person. */
export interface MatchRecord {
  firstName?: string | undefined;
  lastName?: string | undefined;
  /** Any way of writing eight digits, year first. */
  birthDate?: string | undefined;
  /** Street and number, in any order. */
  address?: string | undefined;
  city?: string | undefined;
  postcode?: string | undefined;
  phones?: readonly string[];
  emails?: readonly string[];
  nationalId?: string | undefined;
}

/** The same, folded and taken apart once, as a record is compared with many. */
export interface Comparable {
  first: string;
  last: string;
  birth: string;
  /** Words of the address without its numbers. */
  street: string[];
  /** Numbers of the address. */
  numbers: string[];
  city: string;
  postcode: string;
  phones: readonly string[];
  emails: readonly string[];
  nationalId: string;
}

export type MatchReason =
  | 'same_name'
  | 'similar_name'
  | 'swapped_name'
  | 'same_birth_date'
  | 'similar_birth_date'
  | 'same_address'
  | 'similar_address'
  | 'same_postcode'
  | 'similar_postcode'
  | 'same_city'
  | 'same_phone'
  | 'similar_phone'
  | 'same_email'
  | 'similar_email'
  | 'same_national_id'
  | 'similar_national_id';

export interface Match {
  /** 0 to 1. */
  score: number;
  /** The reasons for the pair, in the order of the fields. */
  reasons: MatchReason[];
}

/** The least score of a proposed pair: chosen on one public list of people with known duplicates, and confirmed on another. */
export const PROPOSED_FROM = 0.9;

/** The prior, in halvings, that two people who share a block are one person. */
const PRIOR = -13;

const lettersOf = (text: string | undefined): string => fold(text ?? '').replace(/[^\p{L}\p{N}]/gu, '');
const digitsOf = (text: string | undefined): string => (text ?? '').replace(/\D/g, '');

export function comparable(record: MatchRecord): Comparable {
  const words = fold(record.address ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return {
    first: lettersOf(record.firstName),
    last: lettersOf(record.lastName),
    birth: digitsOf(record.birthDate),
    street: words.filter((word) => !/\d/.test(word)),
    numbers: words.filter((word) => /\d/.test(word)),
    city: lettersOf(record.city),
    postcode: lettersOf(record.postcode),
    phones: (record.phones ?? []).map(digitsOf).filter((phone) => phone !== ''),
    emails: (record.emails ?? []).map((email) => email.toLowerCase()),
    nationalId: lettersOf(record.nationalId),
  };
}

interface Weighed {
  bits: number;
  reason?: MatchReason;
}
const NOTHING: Weighed = { bits: 0 };

const SIMILAR = 0.85;

function nameBits(a: string, b: string, same: number, alike: number, other: number): number {
  if (a === '' || b === '') return 0;
  if (a === b) return same;
  if (similarity(a, b) >= SIMILAR) return alike;
  if ((a.length === 1 || b.length === 1) && a[0] === b[0]) return 1;
  return other;
}

function names(a: Comparable, b: Comparable): Weighed {
  const first = nameBits(a.first, b.first, 5, 3.5, -2.5);
  const last = nameBits(a.last, b.last, 6.5, 4.5, -2.5);
  const straight = first + last;
  if (straight < 6 && a.first !== '' && a.last !== '') {
    const swapped = nameBits(a.first, b.last, 4.5, 3, -2.5) + nameBits(a.last, b.first, 5.5, 3.5, -2.5);
    if (swapped > straight && swapped > 5) return { bits: swapped, reason: 'swapped_name' };
  }
  if (a.first !== '' && a.first === b.first && a.last !== '' && a.last === b.last) return { bits: straight, reason: 'same_name' };
  return straight > 3 ? { bits: straight, reason: 'similar_name' } : { bits: straight };
}

function birthDates(a: string, b: string): Weighed {
  if (a.length < 8 || b.length < 8) return NOTHING;
  if (a === b) return { bits: 11, reason: 'same_birth_date' };
  const isTurned = a.slice(0, 4) === b.slice(0, 4) && a.slice(4, 6) === b.slice(6, 8) && a.slice(6, 8) === b.slice(4, 6);
  return isTurned || isOneSlip(a, b) ? { bits: 7, reason: 'similar_birth_date' } : { bits: -4 };
}

/** The share of the shorter street's words that the other has too, spelt alike. */
function sharedWords(a: readonly string[], b: readonly string[]): number {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const left = [...many];
  let shared = 0;
  for (const word of few) {
    const at = left.findIndex((other) => similarity(word, other) >= 0.9);
    if (at < 0) continue;
    left.splice(at, 1);
    shared += 1;
  }
  return shared / few.length;
}

/** House, flat and numbered street: one may leave out the last of them. `12 Elm St, apt 4` and `14 Elm St, apt 4` are two houses. */
function haveSameNumbers(a: readonly string[], b: readonly string[]): boolean {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  if (few.every((number, place) => number === many[place])) return true;
  return few.length === many.length && few.toSorted().join() === many.toSorted().join();
}

/** Numbers that differ in part are slips as often as other flats: they weigh little less, and are never called the same address. */
function numberBits(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  if (haveSameNumbers(a, b)) return 3.5;
  if (a.some((number) => b.includes(number))) return 3;
  return a.some((number) => b.some((other) => number.length > 1 && isOneSlip(number, other))) ? 1.5 : -1.5;
}

function addresses(a: Comparable, b: Comparable): Weighed {
  const numbers = numberBits(a.numbers, b.numbers);
  if (a.street.length === 0 || b.street.length === 0) return { bits: numbers };
  const shared = sharedWords(a.street, b.street);
  const bits = numbers + (shared >= 0.99 ? 7 : shared >= 0.5 ? 4 : shared > 0 ? 0.5 : -2);
  const isSame = bits >= 9 && haveSameNumbers(a.numbers, b.numbers);
  if (isSame) return { bits, reason: 'same_address' };
  return bits >= 4 ? { bits, reason: 'similar_address' } : { bits };
}

function postcodes(a: string, b: string): Weighed {
  if (a === '' || b === '') return NOTHING;
  if (a === b) return { bits: 5, reason: 'same_postcode' };
  return isOneSlip(a, b) ? { bits: 1.5, reason: 'similar_postcode' } : { bits: -1.5 };
}

function cities(a: string, b: string): Weighed {
  if (a === '' || b === '') return NOTHING;
  return similarity(a, b) >= 0.9 ? { bits: 3, reason: 'same_city' } : { bits: -1 };
}

function phones(a: Comparable, b: Comparable): Weighed {
  if (a.phones.length === 0 || b.phones.length === 0) return NOTHING;
  if (a.phones.some((phone) => b.phones.includes(phone))) return { bits: 11, reason: 'same_phone' };
  const isAlike = a.phones.some((phone) => b.phones.some((other) => isOneSlip(phone, other)));
  return isAlike ? { bits: 4, reason: 'similar_phone' } : { bits: -0.5 };
}

/** An address as its mailbox, without what many providers pass over, and its domain. */
function mailbox(email: string): [string, string] {
  const at = email.lastIndexOf('@');
  return [email.slice(0, at).replace(/\+.*$/, '').replaceAll('.', ''), email.slice(at + 1)];
}

/** Not where only numbers differ: `ana39` and `ana391` are what a provider makes of two people of one name. */
const isSlipOfBox = (a: string, b: string): boolean =>
  a.length >= 5 && isOneSlip(a, b) && a.replace(/\d/g, '') !== b.replace(/\d/g, '');

function likenessOfEmails(one: string, two: string): number {
  if (one === two) return 14;
  const [box, domain] = mailbox(one);
  const [otherBox, otherDomain] = mailbox(two);
  if (domain === otherDomain) return box === otherBox ? 13 : isSlipOfBox(box, otherBox) ? 7 : 0;
  if (box !== otherBox || box.length < 5) return 0;
  return isOneSlip(domain, otherDomain) ? 10 : 5;
}

function emails(a: Comparable, b: Comparable): Weighed {
  let best = 0;
  for (const one of a.emails) for (const two of b.emails) best = Math.max(best, likenessOfEmails(one, two));
  if (best >= 13) return { bits: best, reason: 'same_email' };
  return best > 0 ? { bits: best, reason: 'similar_email' } : { bits: a.emails.length > 0 && b.emails.length > 0 ? -0.5 : 0 };
}

function nationalIds(a: string, b: string): Weighed {
  if (a === '' || b === '') return NOTHING;
  if (a === b) return { bits: 18, reason: 'same_national_id' };
  return isOneSlip(a, b) ? { bits: 6, reason: 'similar_national_id' } : { bits: -8 };
}

/** Address, postcode and city together: a household shares all three, so that more than one of them says little more. */
const MAX_OF_A_PLACE = 12;

/** The probability that the two are one person. */
export function match(a: Comparable, b: Comparable): Match {
  let bits = PRIOR;
  const reasons: MatchReason[] = [];
  const add = (field: Weighed): number => {
    bits += field.bits;
    if (field.reason) reasons.push(field.reason);
    return field.bits;
  };
  add(names(a, b));
  add(birthDates(a.birth, b.birth));
  const place = add(addresses(a, b)) + add(postcodes(a.postcode, b.postcode)) + add(cities(a.city, b.city));
  bits -= Math.max(0, place - MAX_OF_A_PLACE);
  add(phones(a, b));
  add(emails(a, b));
  add(nationalIds(a.nationalId, b.nationalId));
  return { score: 1 / (1 + 2 ** -bits), reasons };
}

/**
 * The names of the blocks in which a record is compared with others: two records of one person share one unless they differ in
 * everything at once. Each begins with its kind, so that kinds never meet.
 */
export function blocksOf(record: Comparable): string[] {
  const { first, last, birth, postcode } = record;
  const keys: string[] = [];
  const add = (kind: string, ...parts: string[]): void => {
    if (parts.every((part) => part !== '')) keys.push(`${kind}:${parts.join('|')}`);
  };
  add('b', birth.length >= 8 ? birth : '');
  add('pl', postcode, last.slice(0, 3));
  add('pf', postcode, first.slice(0, 3));
  add('n', [first, last].sort().join(''), first === '' || last === '' ? '' : '1');
  add('s', last.slice(0, 4), first.slice(0, 2), birth.slice(0, 4));
  add('a', record.numbers[0] ?? '', record.street[0]?.slice(0, 4) ?? '');
  add('aw', postcode, record.street[0]?.slice(0, 4) ?? '');
  for (const phone of record.phones) add('t', phone.slice(-8));
  for (const email of record.emails) {
    const [box, domain] = mailbox(email);
    if (box.length >= 5) add('e', box);
    // A slip leaves the beginning or the end as it was.
    add('ed', domain, box.length < 8 ? `${box.slice(0, 4)}${box.length >> 1}` : box.slice(0, 6));
    add('ee', domain, box.slice(-5), String((box.length + 1) >> 1));
  }
  add('i', record.nationalId);
  return keys;
}
