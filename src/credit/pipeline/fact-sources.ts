// Builds and seals take turns: a build reads a profile's facts from archive and journal over minutes, and a seal moves facts
// from the one to the other. While a build runs nothing is sealed; a build waits for the seal that runs. Anyone who changes facts has
// both wait, from before the first change until the figures are built again.
import type { Base, ReadBase } from '../../base/base.ts';

interface Hold {
  builds: number;
  sealing: Promise<unknown> | undefined;
  changing: Promise<unknown> | undefined;
  /** Resolved when the last build has ended. */
  whenNoBuilds: (() => void)[];
}

function holdOf(base: ReadBase, profileId: string): Hold {
  const profiles = base.memo('credit/pipeline/fact-sources cached sources', () => new Map<string, Hold>());
  const hold = profiles.get(profileId) ?? { builds: 0, sealing: undefined, changing: undefined, whenNoBuilds: [] };
  profiles.set(profileId, hold);
  return hold;
}

/** Runs a build, during which no fact of the profile changes its place. */
export async function whileFactsStay<T>(base: ReadBase, profileId: string, build: () => Promise<T>): Promise<T> {
  const hold = holdOf(base, profileId);
  while (hold.changing) await hold.changing;
  hold.builds += 1;
  try {
    await hold.sealing?.catch(() => undefined); // what is not sealed is in the journal
    return await build();
  } finally {
    hold.builds -= 1;
    if (hold.builds === 0) for (const go of hold.whenNoBuilds.splice(0)) go();
  }
}

/** Runs work that changes facts, and what it builds from them: nothing else builds or seals during it. */
export async function whileFactsAreChanged<T>(base: Base, profileId: string, work: () => Promise<T>): Promise<T> {
  const hold = holdOf(base, profileId);
  while (hold.changing) await hold.changing;
  const { promise, resolve } = Promise.withResolvers<void>();
  hold.changing = promise;
  try {
    await hold.sealing?.catch(() => undefined);
    if (hold.builds > 0) await new Promise<void>((go) => hold.whenNoBuilds.push(go));
    return await work();
  } finally {
    hold.changing = undefined;
    resolve();
  }
}

/** Seals up to a seq that is stitched, unless a build or another seal runs: then a later call will. */
export async function sealUnlessBuilding(
  base: Base,
  profileId: string,
  upTo: bigint,
  onProgress?: (seq: bigint) => void,
): Promise<void> {
  const hold = holdOf(base, profileId);
  if (hold.builds > 0 || hold.sealing || hold.changing) return;
  hold.sealing = base.archive.seal(profileId, upTo, onProgress);
  try {
    await hold.sealing;
  } finally {
    hold.sealing = undefined;
  }
}
