// Long work on the main thread, in pieces: between two of them other work has its turn.
import { setImmediate as endOfTurn } from 'node:timers/promises';

/** A turn of the event loop in which nothing happened takes a few hundredths of this. */
const IDLE_TURN_MS = 0.2;

/**
 * Lets the event loop go round until it has nothing to do, for at most so long. One turn alone would not do: a request needs several,
 * and each would wait for another piece.
 * @returns Whether there was anything to do.
 */
export async function yieldToEventLoop(mostMs: number): Promise<boolean> {
  const began = performance.now();
  for (let last = began; ; ) {
    await endOfTurn();
    const now = performance.now();
    if (now - last < IDLE_TURN_MS) return last !== began;
    if (now - began >= mostMs) return true;
    last = now;
  }
}
