// Refusals that stop a whole request and name the events they are about, in the text of the platform.
import { ProviderFailure } from '../http/failure.ts';
import type { Receipt } from './destination.ts';
import { rejectionsOf } from './kind.ts';

const MAX_REASON_LENGTH = 100;

/** @param pattern Of one line or part of the text: the index, then the reason, which is a path or a word and no value that was sent. */
export async function receiptOfNamed(pattern: RegExp, send: () => Promise<Receipt>): Promise<Receipt> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.outcome !== 'rejected') throw error;
    const rejected = rejectionsOf(namedIn(pattern, error.details.reason ?? ''));
    if (rejected.length === 0) throw error;
    return { requestId: error.details.requestId, rejected, acceptedOthers: false };
  }
}

function* namedIn(pattern: RegExp, text: string): Generator<[number, string]> {
  for (const part of text.split(/[\n;]/)) {
    const [, index, reason = ''] = pattern.exec(part.trim()) ?? [];
    if (index !== undefined) yield [Number(index), reason.slice(0, MAX_REASON_LENGTH)];
  }
}
