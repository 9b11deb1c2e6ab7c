// Identifiers leave the door as keyed tokens. The token is the profile key's HMAC over type and normalised value, and a
// bounded cache spares it for values that come again and again, such as a browser's anonymous id.
import { BoundedMap } from '../../base/kit/bounded-map.ts';
import type { KeyedWork } from '../../base/state/state.ts';
import type { Memory } from '../../base/work/memo.ts';
import { visitorKeyOf } from './stitching/evidence.ts';

/** Over all profiles: some 15 MB. A third of that made a post of one of 50,000 browsers a third dearer. */
const TOKENS_PER_GENERATION = 60_000;

/** Where tokens are made: state itself, or a thread that has received keys. */
export interface HasKeys {
  state: { keys: KeyedWork } & Pick<Memory, 'memo'>;
}

interface TokenCaches {
  tokens: BoundedMap<string>;
  browsers: BoundedMap<BrowserNames>;
}

const emptyCaches = (): TokenCaches => ({
  tokens: new BoundedMap(TOKENS_PER_GENERATION),
  browsers: new BoundedMap(TOKENS_PER_GENERATION),
});
const cachesOf = ({ state }: HasKeys): TokenCaches => state.memo('keyed tokens', emptyCaches);

/** The keyed token of a normalised value. Types: the identifier types, `anonymous_id`, and what a door needs beside (`outcome`, `deal`). */
export const tokenise = (base: HasKeys, profileId: string, type: string, value: string): string =>
  cachesOf(base).tokens.get(`${profileId}${type}:${value}`, () => base.state.keys.token(profileId, type, value));

/** A browser by its keyed token, and the digits of the key made of that. */
export interface BrowserNames {
  token: string;
  visitorKey: string;
}

/** The token of a normalised anonymous id, which nearly every event brings: found by one lookup instead of two. */
export function browserNames(base: HasKeys, profileId: string, value: string): BrowserNames {
  return cachesOf(base).browsers.get(profileId + value, () => {
    const token = base.state.keys.token(profileId, 'anonymous_id', value);
    return { token, visitorKey: visitorKeyOf(token).toString() };
  });
}

/** Drops what is cached; the key of a profile is gone. */
export function forgetTokens(base: HasKeys): void {
  Object.assign(cachesOf(base), emptyCaches());
}
