// The pieces of a stream as its reader takes them.
import type { RunningCall } from './engine-process.ts';

/**
 * The pieces of the call that `start` begins, one at a time: the next is requested once the reader comes back for it. The call is stopped when its
 * reader stops, and after a time limit.
 * @throws CallFailure when the call fails.
 */
export async function* piecesOf(
  start: (receive: (bytes: Uint8Array) => void) => RunningCall,
  deadlineMs: number,
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let wake = (): void => {};
  let end: { failure?: unknown } | undefined;
  const call = start((bytes) => {
    pieces.push(bytes);
    wake();
  });
  const ended = call.answer
    .then(
      () => {
        end = {};
      },
      (failure) => {
        end = { failure };
      },
    )
    .finally(() => wake());
  const timer = setTimeout(() => call.interrupt(), deadlineMs);
  try {
    for (;;) {
      const piece = pieces.shift();
      if (piece) {
        yield piece;
        call.taken();
      } else if (end) break;
      else
        await new Promise<void>((woken) => {
          wake = woken;
        });
    }
  } finally {
    clearTimeout(timer);
    if (!end) call.interrupt();
    await ended;
  }
  if (end.failure !== undefined) throw end.failure;
}
