// The choices in a TC string of IAB Europe's Transparency and Consent Framework, versions 2.0 to 2.4: what a visitor agreed to at a consent platform. Only the
// beginning of the core segment is read, whose fields are at fixed places. TRICKY: the lists of vendors and restrictions behind it may name ranges that
// unpack to millions of entries, and the sender of an event chooses them.
import { BoundedMap } from '../../base/kit/bounded-map.ts';

/** Of the purposes, from 1. */
export interface TcChoices {
  /** Storage on the device and the measuring of content: purposes 1 and 8. */
  analytics_storage: Choice;
  /** Storage on the device and the measuring of ads: purposes 1 and 7, as Google's consent mode reads them. */
  ad_user_data: Choice;
  /** Profiles for ads, and ads by them: purposes 3 and 4, likewise. */
  ad_personalization: Choice;
}
type Choice = 'granted' | 'denied';

/** Under these names pages and servers have it in `properties`. */
const NAMES = ['tc_string', 'tcString', 'tcf_string', 'gdpr_consent', 'euconsent-v2'];
const MAX_LENGTH = 8_192;
const SEGMENTS = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS = 6;

const VERSION = 2;
const VERSION_AT = { at: 0, bits: 6 };
const UPDATED_AT = { at: 42, bits: 36 };
const POLICY_AT = { at: 132, bits: 6 };
/** The first purpose; the others follow it. */
const PURPOSES_AT = 152;
const PURPOSES = 24;
/** Up to the country of the publisher, behind which the vendors begin. */
const CORE_BITS = 213;
const TENTH_MS = 100;

/** Policy 5 is that of version 2.3, which made the list of disclosed vendors a part of each string; strings since then have it. */
const DISCLOSING_POLICY = 5;
const DISCLOSING_SINCE = Date.UTC(2026, 2, 1);
const DISCLOSED_VENDORS = 1;

const bitAt = (segment: string, at: number): number =>
  (ALPHABET.indexOf(segment[Math.floor(at / BITS)] ?? 'A') >> (BITS - 1 - (at % BITS))) & 1;

function numberAt(segment: string, { at, bits }: { at: number; bits: number }): number {
  let value = 0;
  for (let i = 0; i < bits; i += 1) value = value * 2 + bitAt(segment, at + i);
  return value;
}

/** Undefined of what is no TC string of version 2, is cut off, or lacks the list of disclosed vendors that it must have. */
export function readTcString(text: string): TcChoices | undefined {
  if (text.length > MAX_LENGTH || !SEGMENTS.test(text)) return undefined;
  const [core = '', ...others] = text.split('.');
  if (core.length * BITS < CORE_BITS || numberAt(core, VERSION_AT) !== VERSION) return undefined;
  const isNew = numberAt(core, POLICY_AT) >= DISCLOSING_POLICY || numberAt(core, UPDATED_AT) * TENTH_MS >= DISCLOSING_SINCE;
  if (isNew && !others.some((segment) => numberAt(segment, { at: 0, bits: 3 }) === DISCLOSED_VENDORS)) return undefined;
  const isGranted = (purpose: number): boolean => purpose <= PURPOSES && bitAt(core, PURPOSES_AT + purpose - 1) === 1;
  const choice = (...purposes: number[]): Choice => (purposes.every(isGranted) ? 'granted' : 'denied');
  return { analytics_storage: choice(1, 8), ad_user_data: choice(1, 7), ad_personalization: choice(3, 4) };
}

/** A visitor sends the same string with every event. */
const cached = new BoundedMap<TcChoices | 'invalid'>(2_000);

const choicesOf = (text: string): TcChoices | 'invalid' =>
  text.length > MAX_LENGTH ? 'invalid' : cached.get(text, () => readTcString(text) ?? 'invalid');

const isRefusal = (word: unknown): boolean => ['denied', 'false', 'no', '0'].includes(String(word).trim().toLowerCase());

/**
 * Properties with the choices of their TC string in its place. A choice that the sender names beside it stays, unless the string refuses it.
 * `isInvalid`: there is a string, and it says nothing.
 */
export function withTcChoices(properties: Record<string, unknown>): { properties: Record<string, unknown>; isInvalid: boolean } {
  const name = NAMES.find((each) => typeof properties[each] === 'string' && properties[each] !== '');
  if (name === undefined) return { properties, isInvalid: false };
  const { [name]: text, ...rest } = properties;
  const choices = choicesOf(String(text));
  if (choices === 'invalid') return { properties: rest, isInvalid: true };
  const named = Object.fromEntries(
    Object.entries(choices).map(([each, choice]) => {
      const own = rest[each];
      return [each, own === undefined || own === null || choice === 'denied' ? choice : isRefusal(own) ? 'denied' : own];
    }),
  );
  return { properties: { ...rest, ...named }, isInvalid: false };
}
