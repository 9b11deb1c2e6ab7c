// Identifiers leave the door as keyed tokens. The token is the profile key's HMAC over type and normalised value, and a
// bounded cache per profile spares it for values that come again and again, such as a browser's anonymous id.
import type { Base } from '../../base/base.ts';
import type { State } from '../../base/state/state.ts';

const TOKENS_PER_GENERATION = 20_000;
const PROFILES_CACHED = 64;

/** Two generations: a full young one becomes the old one, so what is used stays and what is not falls out. */
interface Cache {
  young: Map<string, string>;
  old: Map<string, string>;
}
const caches = new WeakMap<State, Map<string, Cache>>();

function cacheOf(state: State, profileId: string): Cache {
  let profiles = caches.get(state);
  if (!profiles) {
    profiles = new Map();
    caches.set(state, profiles);
  }
  let cache = profiles.get(profileId);
  if (!cache) {
    if (profiles.size >= PROFILES_CACHED) profiles.delete(profiles.keys().next().value as string);
    cache = { young: new Map(), old: new Map() };
    profiles.set(profileId, cache);
  }
  return cache;
}

/** The keyed token of a normalised value. Types: the identifier types, `anonymous_id`, and what a door needs beside (`outcome`, `deal`). */
export function tokenise(base: Pick<Base, 'state'>, profileId: string, type: string, value: string): string {
  const cache = cacheOf(base.state, profileId);
  const name = `${type}:${value}`;
  let token = cache.young.get(name);
  if (token !== undefined) return token;
  token = cache.old.get(name) ?? base.state.keys.token(profileId, type, value);
  if (cache.young.size >= TOKENS_PER_GENERATION) {
    cache.old = cache.young;
    cache.young = new Map();
  }
  cache.young.set(name, token);
  return token;
}

/** Drops a profile's cached tokens; its key is gone. */
export function forgetTokens(base: Pick<Base, 'state'>, profileId: string): void {
  caches.get(base.state)?.delete(profileId);
}
