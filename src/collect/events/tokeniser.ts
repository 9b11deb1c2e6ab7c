// Binds a profile's keys to the pure enrichment: the one place where intake touches secrets.
import type { Base } from '../../base/base.ts';
import { normaliseIdentifier, tokenise } from '../people/index.ts';
import type { Tokeniser } from './event-input.ts';

export const tokeniserOf = (base: Pick<Base, 'state'>, profileId: string): Tokeniser => ({
  normalise: normaliseIdentifier,
  token: (type, value) => tokenise(base, profileId, type, value),
  tokenBytes: (type, value) => base.state.keys.tokenBytes(profileId, type, value),
  encryptTraits: (clear) => base.state.keys.encrypt(profileId, 'traits', clear),
});
