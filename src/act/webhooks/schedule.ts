// When a failed delivery is tried again: eight attempts over 27 hours and 35 minutes, give or take a tenth of each pause.
import { listedPause } from '../../base/deliver/pauses.ts';

const SECOND_MS = 1_000;
/** Before the second attempt and each one after it. */
const PAUSES_MS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map((seconds) => seconds * SECOND_MS);
/** A receiver may ask for a longer pause, up to this. */
const MAX_ASKED_MS = 3_600_000;
/** Where it asks for a pause and names none. */
const THROTTLE_MS = 30_000;
export const DISABLED_AFTER_MS = 5 * 86_400_000;

/** Milliseconds until the next attempt after this number of attempts; undefined after the last one. */
export const pauseAfter = (attempts: number): number | undefined => listedPause(attempts, PAUSES_MS);

/** Statuses that say: too much, or not now. */
const THROTTLING = new Set([429, 502, 504]);
const UNAVAILABLE = 503;

/** The receiver's requested pause; undefined where it requested none. */
export function askedPause(
  { status, retryAfter }: { status: number; retryAfter: string | undefined },
  now: number,
): number | undefined {
  if (!THROTTLING.has(status) && !(status === UNAVAILABLE && retryAfter !== undefined)) return undefined;
  if (retryAfter === undefined) return THROTTLE_MS;
  const asked = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND_MS : Date.parse(retryAfter) - now;
  return Number.isNaN(asked) ? THROTTLE_MS : Math.min(Math.max(asked, SECOND_MS), MAX_ASKED_MS);
}
