// Identifiers leave the door as keyed tokens. The token is the profile key's HMAC over type and normalised value, and a
// bounded cache spares it for values that come again and again, such as a browser's anonymous id.
import { BoundedMap } from '../../base/kit/bounded-map.ts';
import type { KeyedWork } from '../../base/state/state.ts';
import { visitorKeyOf } from './stitching/evidence.ts';

/** Over all profiles: some 15 MB. A third of that made a post of one of 50,000 browsers a third dearer. */
const TOKENS_PER_GENERATION = 60_000;

/** Where tokens are made: state itself, or a thread that was told keys. */
export interface HasKeys {
  state: { keys: KeyedWork };
}

const caches = new WeakMap<object, BoundedMap<string>>();

function cacheOf(state: object): BoundedMap<string> {
  const cache = caches.get(state) ?? new BoundedMap<string>(TOKENS_PER_GENERATION);
  caches.set(state, cache);
  return cache;
}

/** The keyed token of a normalised value. Types: the identifier types, `anonymous_id`, and what a door needs beside (`outcome`, `deal`). */
export const tokenise = ({ state }: HasKeys, profileId: string, type: string, value: string): string =>
  cacheOf(state).get(`${profileId}${type}:${value}`, () => state.keys.token(profileId, type, value));

/** A browser by its keyed token, and the digits of the key made of that. */
export interface BrowserNames {
  token: string;
  visitorKey: string;
}

const browsers = new WeakMap<object, BoundedMap<BrowserNames>>();

/** Of a normalised anonymous id, which nearly every event brings: found with one look instead of two. */
export function browserNames({ state }: HasKeys, profileId: string, value: string): BrowserNames {
  const cache = browsers.get(state) ?? new BoundedMap<BrowserNames>(TOKENS_PER_GENERATION);
  browsers.set(state, cache);
  return cache.get(profileId + value, () => {
    const token = state.keys.token(profileId, 'anonymous_id', value);
    return { token, visitorKey: visitorKeyOf(token).toString() };
  });
}

/** Drops what is cached; the key of a profile is gone. */
export function forgetTokens({ state }: HasKeys): void {
  caches.delete(state);
  browsers.delete(state);
}
