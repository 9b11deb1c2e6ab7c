// What imports leave behind: uploads that nobody committed are forgotten in time, and what a lost runner had begun is finished.
import { findProfile } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { type Rounds, startRounds } from '../../base/kit/rounds.ts';
import { findImport, forgetExpired, unfinishedImports } from './import-store.ts';
import { takeIn } from './taking-in.ts';

const EVERY_SECONDS = 600;

async function finishLost(base: Base): Promise<void> {
  for (const { profileId, importId, actor } of unfinishedImports(base)) {
    const imported = findImport(base, profileId, importId);
    const profile = findProfile(base, profileId);
    if (imported && profile) await takeIn(base, imported, actor, profile.workspaceId);
  }
}

async function look(base: Base): Promise<void> {
  try {
    forgetExpired(base);
  } finally {
    await finishLost(base);
  }
}

/** Once at the start, then every ten minutes. */
export const startImports = (base: Base): Rounds =>
  startRounds(base, {
    everySeconds: EVERY_SECONDS,
    look: () => look(base),
    failure: 'an import of payments could not be finished; it is tried again by itself, and when it is committed again',
  });
