// Outcomes with one key, one after another: after the first was withdrawn, another may take its place.
import type { ReadBase } from '../../base/base.ts';
import type { Tokeniser } from './event-input.ts';

/**
 * The journal's key of an outcome's generation; the first one has the outcome's own key. Figures know every generation
 * by the key: refunds and instalments that name it reach the outcome that is not withdrawn.
 */
export function outcomeKeyOf(tokens: Pick<Tokeniser, 'tokenBytes'>, first: Uint8Array, generation: number): Uint8Array {
  if (generation === 0) return first;
  return tokens.tokenBytes(`outcome ${generation}`, Buffer.from(first).toString('hex'));
}

export interface Generation {
  outcomeKey: Uint8Array;
  seq: bigint;
}

/** All outcomes that came under a key, the first of them first. */
export function generationsOf(base: Pick<ReadBase, 'journal' | 'state'>, profileId: string, key: string): Generation[] {
  const tokenBytes = (type: string, value: string): Uint8Array => base.state.keys.tokenBytes(profileId, type, value);
  const first = tokenBytes('outcome', key);
  const result: Generation[] = [];
  for (;;) {
    const outcomeKey = outcomeKeyOf({ tokenBytes }, first, result.length);
    const seq = base.journal.seqOfOutcome(profileId, outcomeKey);
    if (seq === undefined) return result;
    result.push({ outcomeKey, seq });
  }
}
