// Removes personal data from the parts of an event that are stored in clear: e-mail addresses and card numbers anywhere, values in places whose name
// marks them as personal, and the values that the event itself names of its person. The same text always gives the same text; each search passes over
// a text once, so that no sender can make it slow.

import type { EventInput, Tokeniser } from '../event-input.ts';
import { redactCards } from './card-numbers.ts';
import { isEvidenceName } from './origin.ts';
import { type OwnValues, ownValuesOf } from './own-values.ts';
import { decodePercent } from './page-url.ts';
import { MARKER, type Place, placeOf } from './personal-names.ts';

/** Without one of these a text contains nothing but, perhaps, what the event itself says of its person. */
const SUSPICIOUS = /[@＠%=]|\d(?:[ +-]?\d){12}/;
/** The `2x` is that of images. */
const AT_DOMAIN = String.raw`[@＠](?!\d+x\.)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}`;
const MAILBOX = String.raw`[\p{L}\p{N}._%+'-]`;
/**
 * TRICKY: without looking behind, a long text without an @ would be gone through from each of its letters; and as that keeps a
 * match from beginning right behind another, an address glued to one is taken along.
 */
const EMAIL = new RegExp(`(?<!${MAILBOX})${MAILBOX}+${AT_DOMAIN}(?:${MAILBOX}*${AT_DOMAIN})*`, 'gu');
const PAIR = /(?<![^\s?&#=;/"'<>])([^\s?&#=;/"'<>]+)=([^\s&#;"'<>]+)/g;
const PIECE = /[^\s/?&#=;,"'<>]+/g;
/** Values that say nothing of anybody. */
const TRIVIAL = new Set(['', 'true', 'false', 'null', 'undefined', 'yes', 'no', '0', '1', MARKER]);
const MAX_ENCODINGS = 3;
const FEWEST_PHONE_DIGITS = 6;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Percent-decoding that leaves alone what is not well encoded, so that one odd sign hides nothing. */
function decodeLoosely(text: string): string {
  const decoded = decodePercent(text);
  return decoded === text
    ? text.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : decoded;
}

export class Scrubber {
  /** Was anything taken out? */
  found = false;
  readonly #own: OwnValues | undefined;
  readonly #browser: string | undefined;

  constructor(event: EventInput, tokens: Pick<Tokeniser, 'normalise'>) {
    this.#own = ownValuesOf(event, tokens);
    const browser = String(event.anonymous_id ?? '').trim();
    this.#browser = browser.length >= 8 ? browser : undefined;
  }

  /** Free text. */
  text(text: string): string {
    return this.#noted(text, this.#clean(text, true));
  }

  /** An id of an ad or a click: it may be a long number, and is no card. */
  id(text: string): string {
    return this.#noted(text, this.#clean(text, false));
  }

  /** A word of the sender's own vocabulary, in which a person's name would be chance. */
  word(text: string): string {
    return this.#noted(text, SUSPICIOUS.test(text) ? withoutPatterns(text, true) : text);
  }

  /** `a=1&b=2` */
  query(query: string): string {
    if (query === '') return query;
    let clean = '';
    for (const pair of query.split('&')) clean += `&${this.#parameter(pair)}`;
    return this.#noted(query, clean.slice(1));
  }

  #parameter(pair: string): string {
    const equals = pair.indexOf('=');
    if (equals <= 0) return this.#clean(pair, true);
    const name = pair.slice(0, equals);
    const value = pair.slice(equals + 1);
    const clean = this.#isPersonal(value, placeOf(name))
      ? MARKER
      : this.#clean(value, !SUSPICIOUS.test(value) || !isEvidenceName(name));
    return `${this.#clean(name, true)}=${clean}`;
  }

  /** The value of a field, with all that is in it. */
  value(value: unknown, place: Place = 'free'): unknown {
    if (typeof value === 'string') return this.#inPlace(value, place);
    if (typeof value === 'number' || typeof value === 'bigint') {
      const text = String(value);
      return this.#inPlace(text, place) === text ? value : MARKER;
    }
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((each) => this.value(each, place));
    const kept: Record<string, unknown> = {};
    for (const name in value) {
      const child = (value as Record<string, unknown>)[name];
      kept[this.text(name)] = this.value(child, placeOf(name, place));
    }
    return kept;
  }

  object(value: Record<string, unknown>): Record<string, unknown> {
    return this.value(value) as Record<string, unknown>;
  }

  /** Click ids by kind: one that contains personal data is none, and is left out. */
  ids(named: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const kept: Record<string, unknown> = {};
    for (const kind in named) {
      const value = named[kind];
      const text = String(value ?? '');
      if (this.id(kind) === kind && this.id(text) === text && !this.#isPersonal(text, placeOf(kind))) kept[kind] = value;
      else this.found = true;
    }
    return kept;
  }

  /** Is this value personal by the place it is in? */
  #isPersonal(text: string, place: Place): boolean {
    if (place === 'personal') return !TRIVIAL.has(text.trim().toLowerCase());
    return place === 'phone' && digitsOf(decodeLoosely(text)).length >= FEWEST_PHONE_DIGITS;
  }

  #inPlace(text: string, place: Place): string {
    return this.#isPersonal(text, place) ? this.#noted(text, MARKER) : this.text(text);
  }

  #noted(before: string, after: string): string {
    if (before !== after) this.found = true;
    return after;
  }

  #clean(text: string, hasCards: boolean, encodings = 0): string {
    let clean = text;
    if (this.#browser !== undefined && clean.includes(this.#browser)) clean = clean.replaceAll(this.#browser, MARKER);
    if (this.#own?.mayStandIn(clean)) clean = clean.replace(this.#own.pattern(), MARKER);
    if (!SUSPICIOUS.test(clean)) return clean;
    if (clean.includes('=')) clean = clean.replace(PAIR, (pair, name: string, value: string) => this.#pair(pair, name, value));
    if (clean.includes('%') && encodings < MAX_ENCODINGS)
      clean = clean.replace(PIECE, (piece) => this.#decoded(piece, hasCards, encodings));
    return withoutPatterns(clean, hasCards);
  }

  #pair(pair: string, name: string, value: string): string {
    return this.#isPersonal(value, placeOf(name)) ? `${name}=${MARKER}` : pair;
  }

  /** An encoded text is checked in decoded form; when nothing is found in it, it stays as it was written. */
  #decoded(piece: string, hasCards: boolean, encodings: number): string {
    if (!piece.includes('%')) return piece;
    const plain = decodeLoosely(piece);
    if (plain === piece) return piece;
    const clean = this.#clean(plain, hasCards, encodings + 1);
    return clean === plain ? piece : encodeURIComponent(clean);
  }
}

const withoutEmails = (text: string): string => (/[@＠]/.test(text) ? text.replace(EMAIL, MARKER) : text);

/** Of a name that no event sent: without the e-mail addresses in it, in clear or percent-encoded. */
export function redactEmails(text: string, encodings = 0): string {
  const clean = withoutEmails(text);
  if (!clean.includes('%') || encodings === MAX_ENCODINGS) return clean;
  return clean.replace(PIECE, (piece) => {
    const plain = decodeLoosely(piece);
    const kept = plain === piece ? plain : redactEmails(plain, encodings + 1);
    return kept === plain ? piece : kept;
  });
}

function withoutPatterns(text: string, hasCards: boolean): string {
  const clean = withoutEmails(text);
  return hasCards ? redactCards(clean, MARKER) : clean;
}
