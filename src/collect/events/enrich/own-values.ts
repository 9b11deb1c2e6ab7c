// The values that describe an event's person (name, address, number, ids), as a pattern that finds them in other texts of the same event,
// however it is written there.
import type { EventInput, Tokeniser } from '../event-input.ts';

const GAP = '[\\s.,+_-]';
const DIGIT_GAP = '[\\s().+/_-]{0,2}';
const FEWEST_NAME_LETTERS = 3;
const FEWEST_PHONE_DIGITS = 7;
const PHONE_DIGITS = 8;
const FEWEST_NATIONAL_SIGNS = 5;

const textOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value ?? '').trim());
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Letters and digits alone, in lower case and without accents. */
function squeezed(text: string): string {
  const isPlain = /^[\x20-\x7e]*$/.test(text);
  return isPlain
    ? text.toLowerCase().replace(/[^a-z0-9]+/g, '')
    : withoutAccents(text)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Values and how others write them. Every way of writing one contains its probe once it is squeezed. */
export class OwnValues {
  readonly #probes: string[] = [];
  readonly #forms: (() => string[])[] = [];
  #pattern: RegExp | undefined;

  get isEmpty(): boolean {
    return this.#probes.length === 0;
  }

  add(probe: string, forms: () => string[]): void {
    const sought = squeezed(probe);
    if (sought === '') return;
    this.#probes.push(sought);
    this.#forms.push(forms);
  }

  /** A quick look, so that the pattern is made only for the few events that need it. */
  mayStandIn(text: string): boolean {
    if (text.length < FEWEST_NAME_LETTERS) return false;
    const sign = squeezed(text);
    return this.#probes.some((probe) => sign.includes(probe));
  }

  pattern(): RegExp {
    const forms = (): string => this.#forms.flatMap((each) => each()).join('|');
    this.#pattern ??= new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms()})(?![\\p{L}\\p{N}])`, 'giu');
    return this.#pattern;
  }
}

/** A name with other gaps between its words, and without its accents. */
const nameForms = (name: string): string[] =>
  [...new Set([name.normalize('NFC'), withoutAccents(name)])].map((form) => form.split(/\s+/).map(escaped).join(`${GAP}+`));

/** Signs, with any text that people write between them. */
const spaced = (signs: string): string => [...signs].map(escaped).join(DIGIT_GAP);

function addNames(own: OwnValues, first: string, last: string): void {
  const both = (one: string, other: string) => () =>
    nameForms(one).flatMap((a) => nameForms(other).map((b) => `${a}${GAP}{0,3}${b}`));
  if (first !== '' && last !== '') {
    own.add(first + last, both(first, last));
    own.add(last + first, both(last, first));
  }
  // A shorter name is a word or a part of one too often.
  for (const name of [first, last]) if ([...name].length >= FEWEST_NAME_LETTERS) own.add(name, () => nameForms(name));
}

/** With or without the country's code, in any groups: the last digits are the person's. */
function addPhone(own: OwnValues, phone: string): void {
  const digits = phone.replace(/\D/g, '');
  if (digits.length < FEWEST_PHONE_DIGITS) return;
  const last = digits.slice(-PHONE_DIGITS);
  own.add(last, () => [`\\+?(?:\\d${DIGIT_GAP}){0,8}?${spaced(last)}`]);
}

/** With or without dots and, when it is long enough to be known by the rest, its check digit. */
function addNationalId(own: OwnValues, nationalId: string): void {
  const signs = nationalId.replace(/[^\p{L}\p{N}]/gu, '').replace(/^0+/, '');
  if (signs.length < FEWEST_NATIONAL_SIGNS) return;
  const [body, check] = [signs.slice(0, -1), signs.slice(-1)];
  own.add(body, () => [`0*${spaced(body)}(?:${DIGIT_GAP}${check})${signs.length < 8 ? '' : '?'}`]);
}

/** An id of a customer or deal, when it is long enough to be no year, price or common word. */
function addId(own: OwnValues, id: string, tokens: Pick<Tokeniser, 'normalise'>): void {
  if (id.length < (/^\d+$/.test(id) ? 6 : 4) || tokens.normalise('external_id', id).refused !== undefined) return;
  own.add(id, () => [escaped(id)]);
}

/** Undefined when the event says nothing of anybody. */
export function ownValuesOf({ user_traits, deal_id }: EventInput, tokens: Pick<Tokeniser, 'normalise'>): OwnValues | undefined {
  if (!user_traits && (deal_id === undefined || deal_id === null)) return undefined;
  const own = new OwnValues();
  const { email, phone, national_id, external_id, crm_contact_id, first_name, last_name } = user_traits ?? {};
  const address = textOf(email);
  if (address.includes('@')) own.add(address, () => [escaped(address)]);
  addNames(own, textOf(first_name), textOf(last_name));
  addPhone(own, textOf(phone));
  addNationalId(own, textOf(national_id));
  for (const id of [external_id, crm_contact_id, deal_id]) addId(own, textOf(id), tokens);
  return own.isEmpty ? undefined : own;
}
