// Identifiers leave the door as keyed tokens. The token is the profile key's HMAC over type and normalised value, and a
// bounded cache spares it for values that come again and again, such as a browser's anonymous id.
import type { Base } from '../../base/base.ts';
import { BoundedMap } from '../../base/kit/bounded-map.ts';
import type { State } from '../../base/state/state.ts';
import { visitorKeyOf } from './evidence.ts';

/** Over all profiles: some 15 MB. A third of that made a post of one of 50,000 browsers a third dearer. */
const TOKENS_PER_GENERATION = 60_000;

const caches = new WeakMap<State, BoundedMap<string>>();

function cacheOf(state: State): BoundedMap<string> {
  const cache = caches.get(state) ?? new BoundedMap<string>(TOKENS_PER_GENERATION);
  caches.set(state, cache);
  return cache;
}

/** The keyed token of a normalised value. Types: the identifier types, `anonymous_id`, and what a door needs beside (`outcome`, `deal`). */
export const tokenise = ({ state }: Pick<Base, 'state'>, profileId: string, type: string, value: string): string =>
  cacheOf(state).get(`${profileId}${type}:${value}`, () => state.keys.token(profileId, type, value));

/** A browser by its keyed token, and the digits of the key made of that. */
export interface BrowserNames {
  token: string;
  visitorKey: string;
}

const browsers = new WeakMap<State, BoundedMap<BrowserNames>>();

/** Of a normalised anonymous id, which nearly every event brings: found with one look instead of two. */
export function browserNames({ state }: Pick<Base, 'state'>, profileId: string, value: string): BrowserNames {
  const cache = browsers.get(state) ?? new BoundedMap<BrowserNames>(TOKENS_PER_GENERATION);
  browsers.set(state, cache);
  return cache.get(profileId + value, () => {
    const token = state.keys.token(profileId, 'anonymous_id', value);
    return { token, visitorKey: visitorKeyOf(token).toString() };
  });
}

/** Drops what is cached; the key of a profile is gone. */
export function forgetTokens({ state }: Pick<Base, 'state'>): void {
  caches.delete(state);
  browsers.delete(state);
}
