// What imports leave behind: uploads that nobody committed are forgotten in time, and what a lost runner had begun is finished.
import { findProfile } from '../../account/access/index.ts';
import type { Base } from '../../base/base.ts';
import { findImport, forgetExpired, unfinishedImports } from './import-store.ts';
import { takeIn } from './taking-in.ts';

const EVERY_MS = 600_000;

async function finishLost(base: Base): Promise<void> {
  for (const { profileId, importId, actor } of unfinishedImports(base)) {
    const imported = findImport(base, profileId, importId);
    const profile = findProfile(base, profileId);
    if (imported && profile) await takeIn(base, imported, actor, profile.workspaceId);
  }
}

/** Once at the start, then every ten minutes. */
export function startImports(base: Base): { stop(): Promise<void> } {
  let finishing = Promise.resolve();
  const failed = (error: unknown): void =>
    base.log.error(
      { err: error },
      'an import of payments could not be finished; it is tried again by itself, and when it is committed again',
    );
  const look = (): void => {
    try {
      forgetExpired(base);
    } catch (error) {
      failed(error);
    }
    finishing = finishing.then(() => finishLost(base)).catch(failed);
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      // What still runs is cut off when the stores close, and finished at the next start.
      await Promise.race([finishing, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    },
  };
}
