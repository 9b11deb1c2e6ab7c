// A maker for the journal's tests: each line of an order is the body of a fact; "no …" is refused, "throw" and "short" are its mistakes.
import type { NewFact, Refused, ThreadMaker } from '../../../src/base/journal/journal.ts';
import { fact } from './facts.ts';

const message = new Map<string, string>();

export const factEncoder: ThreadMaker<string> = {
  learn: (profileId, context) => void message.set(profileId, context),
  make: (profileId, text) => {
    const lines = text.split('\n');
    if (lines.includes('throw')) throw new Error('a mistake of the maker');
    return lines
      .filter((line) => line !== 'short')
      .map((line): NewFact | Refused =>
        line.startsWith('no ') ? { refused: { why: line } } : fact(profileId, `${message.get(profileId)}: ${line}`),
      );
  },
  forget: (profileId) => void message.delete(profileId),
};
