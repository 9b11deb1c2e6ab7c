// Brings the file of earlier master keys to the data folder and to the backups made of it.
import { join } from 'node:path';
import { writeDurably } from '../files/durable.ts';
import { EARLIER_KEYS, earlierKeysText } from '../state/earlier-keys.ts';
import type { State } from '../state/state.ts';
import { writeIntoBackups } from './erasure-list.ts';

/** Answers how many backups have it, and which could not be reached. */
export function carryEarlierKeys(dataDir: string, state: Pick<State, 'statement'>): { told: number; notReached: string[] } {
  const text = earlierKeysText(state);
  if (text === undefined) return { told: 0, notReached: [] };
  writeDurably(join(dataDir, EARLIER_KEYS), text);
  return writeIntoBackups(dataDir, EARLIER_KEYS, text);
}
