// Deletion of a profile's builds in ClickHouse: when the profile is purged, and when a person is erased, since a build contains that
// person's facts. No report reads them from the erasure on; a job drops them, however long the server is away.
import { z } from 'zod';
import type { Base } from '../../base/base.ts';
import { defineJob } from '../../base/work/job.ts';
import { addJob } from '../../base/work/runner.ts';
import { dropBuilds, forgetBuilds, hasBuilds } from './builds.ts';

export const dropJob = defineJob({
  kind: 'clickhouse_drop',
  payload: z.object({}),
  concurrencyKey: ({ profileId }) => `clickhouse ${profileId}`,
  leaseSeconds: 3_600,
  retry: { attempts: 20 },
  isMandatory: true,
  failureText:
    'ClickHouse did not drop the builds of a profile, which contain an erased person: make the server of WAREHOUSE_URL reachable, then `tributary jobs retry`',
  run: async (base, job) => {
    const clickhouse = base.clickhouse;
    if (!clickhouse) throw new Error('WAREHOUSE_URL is not set, so the builds in ClickHouse cannot be dropped.');
    await base.mutex('credit/second-engine', job.profileId, () => dropBuilds(base, clickhouse, job.profileId));
    return {};
  },
});

/** Runs inside the transaction of the erasure. */
export function erasePersonFromBuilds(base: Base, profileId: string): void {
  if (!hasBuilds(base, profileId)) return;
  forgetBuilds(base, profileId);
  addJob(base, dropJob, { profileId, payload: {}, dedupeKey: profileId });
}

/** Fails while the server is away, so that the purge is tried again. */
export async function purgeBuilds(base: Base, profileId: string): Promise<void> {
  if (!hasBuilds(base, profileId)) return;
  const { clickhouse } = base;
  if (!clickhouse) {
    base.log.warn(
      { profile_id: profileId },
      'WAREHOUSE_URL is not set: what ClickHouse has of a purged profile has to be dropped by hand',
    );
    return;
  }
  await base.mutex('credit/second-engine', profileId, async () => {
    base.state.tx(() => forgetBuilds(base, profileId));
    await dropBuilds(base, clickhouse, profileId);
  });
}
