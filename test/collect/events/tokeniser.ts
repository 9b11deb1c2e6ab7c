// A tokeniser with a key that never changes, for tests of the enrichment alone: tokens can be told apart and compared.
import { createHmac } from 'node:crypto';
import type { Tokeniser } from '../../../src/collect/events/event-input.ts';
import { normaliseIdentifier } from '../../../src/collect/people/index.ts';

const digest = (type: string, value: string): Buffer => createHmac('sha256', 'test').update(`${type}\0${value}`).digest();

export const fixedTokeniser: Tokeniser = {
  normalise: normaliseIdentifier,
  token: (type, value) => digest(type, value).toString('base64url'),
  tokenBytes: (type, value) => digest(type, value).subarray(0, 16),
  // Readable on purpose: tests look at what would have been encrypted.
  linkedCustomer: () => undefined,
  encryptTraits: (clear) => Buffer.from(clear, 'utf8'),
};
