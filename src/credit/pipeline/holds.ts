// Profiles whose figures wait: a backfill lands once, at its end.
import type { Base } from '../../base/base.ts';

const holdsOf = (base: Base): Map<string, number> => base.memo('profiles whose landing waits', () => new Map<string, number>());

export const isHeld = (base: Base, profileId: string): boolean => holdsOf(base).has(profileId);

/** Until the answer is called, which calls `onRelease`; safe to call twice. */
export function hold(base: Base, profileId: string, onRelease: () => void): () => void {
  const holds = holdsOf(base);
  holds.set(profileId, (holds.get(profileId) ?? 0) + 1);
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    const left = (holds.get(profileId) ?? 1) - 1;
    if (left > 0) holds.set(profileId, left);
    else holds.delete(profileId);
    onRelease();
  };
}
