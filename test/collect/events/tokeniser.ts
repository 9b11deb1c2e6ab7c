// A tokeniser with a key that never changes, for tests of the enrichment alone: tokens can be told apart and compared.
import { createHmac } from 'node:crypto';
import type { Tokeniser } from '../../../src/collect/events/event-input.ts';
import { normaliseIdentifier, visitorKeyOf } from '../../../src/collect/identity/index.ts';

const digest = (type: string, value: string): Buffer => createHmac('sha256', 'test').update(`${type}\0${value}`).digest();

const tokenOf = (type: string, value: string): string => digest(type, value).toString('base64url');

export const fixedTokeniser: Tokeniser = {
  normalise: normaliseIdentifier,
  browser: (value) => {
    const token = tokenOf('anonymous_id', value);
    return { token, visitorKey: visitorKeyOf(token).toString() };
  },
  token: tokenOf,
  tokenBytes: (type, value) => digest(type, value).subarray(0, 16),
  // Readable on purpose: tests look at what would have been encrypted.
  linkedCustomer: () => undefined,
  encryptTraits: (clear) => Buffer.from(clear, 'utf8'),
};
