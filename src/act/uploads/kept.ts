// Uploads that nobody commits are forgotten in time, and those in which an erased person may occur at once.
import type { Base } from '../../base/base.ts';
import { ERASED, type ErasedPerson, isNamedAfter, withoutWords } from '../../base/contract/erasing.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { queueLost } from './commit.ts';
import { linksOf, renameLink } from './links/store.ts';
import { allImports, rewriteImport } from './store.ts';
import { sweepFiles } from './upload-file.ts';

/** A link that has expired is listed for so long. */
const LISTED_MS = 30 * 86_400_000;

/** Once at the start, then every ten minutes. */
export const uploadsJob = defineSchedule({
  kind: 'file_uploads',
  times: { everySeconds: 600 },
  leaseSeconds: 120,
  retry: { attempts: 3 },
  failureText: 'uncommitted uploads could not be removed; the service retries automatically',
  run: async (base) => {
    base.state.tx(() => {
      base.state.statement('act/uploads/file_imports_expire').run({ now: base.clock.now() });
      base.state.statement('act/uploads/upload_links_expire').run({ before: base.clock.now() - LISTED_MS });
    });
    queueLost(base);
    await sweepUploads(base);
  },
});

/** Removes files of which nothing is in state any more. */
export function sweepUploads(base: Base): Promise<void> {
  const kept = base.state.statement('act/uploads/file_imports_kept').all({ now: base.clock.now() });
  return sweepFiles(base, new Set(kept.map(({ import_id: importId }) => importId)));
}

/** No waiting upload is kept, nor a list of rejected rows. One that is being imported is removed when it ends. */
export function forgetInUploads(base: Base, profileId: string, { words }: Pick<ErasedPerson, 'words'>): void {
  base.state.statement('act/uploads/file_imports_forget').run({ profile_id: profileId });
  base.state.statement('act/uploads/file_imports_forget_rejects').run({ profile_id: profileId, now: base.clock.now() });
  base.state.statement('act/uploads/kept_mappings_forget').run({ profile_id: profileId });
  for (const link of linksOf(base, profileId)) if (isNamedAfter(link.name, words)) renameLink(base, link, ERASED);
  for (const { importId, fileName, preview, result } of allImports(base, profileId))
    rewriteImport(base, {
      importId,
      profileId,
      fileName: isNamedAfter(fileName, words) ? ERASED : fileName,
      preview: withoutWords(preview, words),
      result: result && withoutWords(result, words),
    });
}
