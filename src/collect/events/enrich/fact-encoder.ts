// Enriches the events of doors in the journal's own thread: while it does, the main thread reads and answers other posts. It loads
// nothing but what is pure, and knows of a profile its keys, which it can use and not read.
import type { NewFact, Refused, ThreadMaker } from '../../../base/journal/journal.ts';
import { keyedWork } from '../../../base/state/keyed-work.ts';
import type { ThreadKeys } from '../../../base/state/state.ts';
import { createMemory } from '../../../base/work/memo.ts';
import { forgetTokens } from '../../identity/pure.ts';
import { type EventRow, factOf, type Posted } from '../load/event-row.ts';
import { tokeniserOf } from './tokeniser.ts';

const keys = new Map<string, ThreadKeys>();

function keysOf(profileId: string): ThreadKeys {
  const threadKeys = keys.get(profileId);
  if (!threadKeys) throw new Error(`the keys of profile ${profileId} are not known here`);
  return threadKeys;
}

const here = { state: { keys: keyedWork(keysOf), memo: createMemory().memo } };

export const factEncoder: ThreadMaker<ThreadKeys> = {
  learn: (profileId, its) => void keys.set(profileId, its),
  make: (profileId, text) => {
    // From this process's own main thread, which has checked it.
    const { receivedAt, trust, rows }: Posted = JSON.parse(text);
    const context = { profileId, receivedAt, trust, tokens: tokeniserOf(here, profileId) };
    return rows.map((row: EventRow): NewFact | Refused => {
      const result = factOf(row, context);
      return 'body' in result ? result : { refused: result };
    });
  },
  forget: (profileId) => {
    keys.delete(profileId);
    forgetTokens(here);
  },
};
