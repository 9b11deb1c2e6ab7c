// Unfinished imports: uploads that were not committed are removed in time, and an import that has begun and has no job gets one.
import { findProfile } from '../../account/places/index.ts';
import type { Base } from '../../base/base.ts';
import { defineSchedule } from '../../base/work/schedule.ts';
import { importJob, queueImport } from './import-run.ts';
import { findImport, forgetExpired, unfinishedImports } from './import-store.ts';

function queueLost(base: Base): void {
  for (const { profileId, importId, actor } of unfinishedImports(base)) {
    const imported = findImport(base, profileId, importId);
    const profile = findProfile(base, profileId);
    const hasJob = base.state.jobs.latestOf(importJob.kind, importId) !== undefined;
    if (imported && profile && !hasJob) queueImport(base, imported, actor, profile.workspaceId);
  }
}

/** Once at the start, then every ten minutes. */
export const uploadsJob = defineSchedule({
  kind: 'payment_uploads',
  times: { everySeconds: 600 },
  leaseSeconds: 120,
  retry: { attempts: 3 },
  failureText: 'uncommitted uploads of payments could not be removed; the service retries automatically',
  run: (base) => {
    forgetExpired(base);
    queueLost(base);
  },
});
