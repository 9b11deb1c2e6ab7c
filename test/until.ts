// How tests wait: for a state, as long as it takes. The only limit is the one by which a file counts as hanging, and a wait that meets it
// says what it waited for. No other file of the tests sleeps, sets a limit or reads a clock to decide (test/shape/waits.test.ts).
import { setTimeout as pause } from 'node:timers/promises';

/** A file that takes longer hangs, as does a test of it. */
export const FILE_MS = Number(process.env['TEST_FILE_MINUTES'] ?? 15) * 60_000;
/** Sooner than the file's, so that the failure names the wait. */
export const WAIT_MS = 0.9 * FILE_MS;
const LOOK_EVERY_MS = 20;

type No = false | undefined | null | '' | 0;

/**
 * Waits until `look` answers something truthy, and answers that. Errors of `look` end the wait.
 * @param what Named when it never comes about: "the demo is filled".
 */
export async function until<T>(look: () => T | No | Promise<T | No>, what: string, everyMs = LOOK_EVERY_MS): Promise<T> {
  for (const began = performance.now(); ; await pause(everyMs)) {
    const found = await look();
    if (found) return found;
    if (performance.now() - began > WAIT_MS) throw new Error(`Waited ${Math.round(WAIT_MS / 60_000)} minutes in vain: ${what}.`);
  }
}

/**
 * Lets time pass where its length decides nothing: between two requests of a load, until a kill at any moment, in a fake that takes its time, and
 * before a look that finds that nothing came.
 */
export const letPass = (ms: number): Promise<void> => pause(ms);
