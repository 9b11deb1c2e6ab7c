// Deletes what identity keeps of a profile.
import { setTimeout as pause } from 'node:timers/promises';
import type { Base } from '../../base/base.ts';
import { inChunks } from '../../base/state/delete-in-chunks.ts';
import { forgetTokens } from './tokens.ts';

const MERGED_PAGES = 16n;

export async function purgePeople(base: Pick<Base, 'state'>, profileId: string): Promise<void> {
  await purgeSearch(base, profileId);
  forgetTokens(base);
}

/**
 * TRICKY: taking a row out of the index at once costs half a millisecond where there are 100,000, and more the more there are. So the
 * rows of a profile are only marked there, and what is marked goes when the index is merged, a few pages at a time.
 */
async function purgeSearch({ state }: Pick<Base, 'state'>, profileId: string): Promise<void> {
  await inChunks((limit) =>
    state.tx(() => {
      state.statement('collect/identity/search_marking_begin').run();
      const { changes } = state.statement('collect/identity/search_values_purge').run({ profile_id: profileId, limit });
      if (changes < limit) state.statement('collect/identity/search_profiles_purge').run({ profile_id: profileId });
      state.statement('collect/identity/search_marking_end').run();
      return changes;
    }),
  );
  const written = (): number => Number(state.statement('base/changes_count').get()?.changes);
  // A negative number requests all of the index to become one piece; the others continue with that.
  for (let pages = -MERGED_PAGES; ; pages = MERGED_PAGES) {
    const before = written();
    state.statement('collect/identity/search_merge').run({ pages });
    if (written() - before < 2) return;
    await pause(1);
  }
}
