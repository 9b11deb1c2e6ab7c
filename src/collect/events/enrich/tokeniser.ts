// Binds a profile's keys to the pure enrichment: the one place where intake touches secrets.
import { browserNames, type HasKeys, normaliseIdentifier, openLinkToken, tokenise } from '../../identity/pure.ts';
import type { Tokeniser } from '../event-input.ts';

/** Remembers the last answer alone: the events of one post are of one browser. */
function rememberingLast<T>(compute: (text: string) => T): (text: string) => T {
  let last: { text: string; answer: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, answer: compute(text) };
    return last.answer;
  };
}

export function tokeniserOf(base: HasKeys, profileId: string): Tokeniser {
  const normalBrowser = rememberingLast((value) => normaliseIdentifier('anonymous_id', value));
  const browser = rememberingLast((value) => browserNames(base, profileId, value));
  return {
    normalise: (type, value, country) =>
      type === 'anonymous_id' ? normalBrowser(value) : normaliseIdentifier(type, value, country),
    browser,
    token: (type, value) => tokenise(base, profileId, type, value),
    tokenBytes: (type, value) => base.state.keys.tokenBytes(profileId, type, value),
    encryptTraits: (clear) => base.state.keys.encrypt(profileId, 'traits', clear),
    linkedCustomer: (token, now) => openLinkToken(base, profileId, token, now),
  };
}
