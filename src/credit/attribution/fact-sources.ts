// Builds and seals take turns: a build reads a profile's facts from archive and journal over minutes, and a seal moves facts
// from the one to the other. While a build runs nothing is sealed; a build waits for the seal that runs.
import type { Base } from '../../base/base.ts';

interface Hold {
  builds: number;
  sealing: Promise<unknown> | undefined;
}

const holds = new WeakMap<object, Map<string, Hold>>();

function holdOf(base: Base, profileId: string): Hold {
  const profiles = holds.get(base.state) ?? new Map<string, Hold>();
  holds.set(base.state, profiles);
  const hold = profiles.get(profileId) ?? { builds: 0, sealing: undefined };
  profiles.set(profileId, hold);
  return hold;
}

/** Runs a build, during which no fact of the profile changes its place. */
export async function whileFactsStay<T>(base: Base, profileId: string, build: () => Promise<T>): Promise<T> {
  const hold = holdOf(base, profileId);
  hold.builds += 1;
  try {
    await hold.sealing;
    return await build();
  } finally {
    hold.builds -= 1;
  }
}

/** Seals up to a seq that every follower has passed, unless a build or another seal runs: then a later call will. */
export async function sealUnlessBuilding(base: Base, profileId: string, upTo: bigint): Promise<void> {
  const hold = holdOf(base, profileId);
  if (hold.builds > 0 || hold.sealing) return;
  hold.sealing = base.archive.seal(profileId, upTo);
  try {
    await hold.sealing;
  } finally {
    hold.sealing = undefined;
  }
}
