// The demo profile of a workspace: an invented shop to look around in, filled through the same intake as anybody's data. One at a
// time; it uses none of the plan's profiles, but needs one that is free. A job fills it, so that a crash interrupts nothing for good.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { type Answer, changeThenWait, type ProfileRef, reading } from '../../base/contract/operation.ts';
import type { DemoShop } from '../../base/contract/slice-hooks.ts';
import { defineJob } from '../../base/work/job.ts';
import { addJob, runNow } from '../../base/work/runner.ts';
import { archivedProfile, archiveProfile, finishArchivedProfile } from '../access/index.ts';
import { actorOf } from '../audit/index.ts';
import { demoProfile } from '../places/index.ts';
import { shownArchived } from './app-profiles.ts';
import { addProfile } from './profiles.ts';

/** The time that the caller waits until it is filled; filling continues afterwards, and `getDemoProfile` says how far it is. */
const PATIENCE_MS = 10_000;

const NO_DEMO = 'The workspace has no demo profile.';

function shopOf(base: Base): DemoShop {
  const shop = hooksOf(base).find(({ demo }) => demo)?.demo;
  if (!shop) throw new ApiError('not_implemented', 'This installation has no demo.');
  return shop;
}

/** Fills the profile, which may take minutes; done twice it is the same. */
export const demoJob = defineJob({
  kind: 'demo_profile',
  payload: z.object({}),
  concurrencyKey: ({ profileId }) => `demo_profile ${profileId}`,
  leaseSeconds: 120,
  retry: { attempts: 5 },
  failureText: 'a demo profile could not be filled; the service retries automatically, and when it is requested again',
  run: async (base, job) => {
    const { profileId } = job;
    const row = base.state.statement('account/profiles/demo_get').get({ profile_id: profileId });
    if (!row || row.demo_filled_at !== null) return;
    await shopOf(base).fill(base, profileId, row.created_at);
    for (const { connectDemo } of hooksOf(base)) await connectDemo?.(base, profileId);
    job.finish(() => base.state.statement('account/profiles/demo_filled').run({ profile_id: profileId, now: base.clock.now() }));
  },
});

const isFilled = (base: ReadBase, profileId: string): boolean =>
  base.state.statement('account/profiles/demo_get').get({ profile_id: profileId })?.demo_filled_at != null;

type Demo = Answer<'getDemoProfile'>['data'];

function statusOf(base: ReadBase, profileId: string): Demo['status'] {
  const archived = archivedProfile(base, profileId);
  if (archived) return archived.isPurged ? 'purged' : 'purging';
  if (isFilled(base, profileId)) return 'ready';
  return base.state.jobs.latest(demoJob.kind, profileId)?.status === 'failed' ? 'failed' : 'filling';
}

export const getDemoProfile = reading('getDemoProfile', ({ workspaceId }, base) => {
  const profile_id = demoProfile(base, workspaceId)?.profileId ?? null;
  const status = profile_id === null ? 'none' : statusOf(base, profile_id);
  return { data: { profile_id, workspace_id: workspaceId, status } };
});

export const createDemoProfile = changeThenWait('createDemoProfile', {
  change: ({ principal, workspaceId }, base) => {
    const { settings } = shopOf(base);
    const current = demoProfile(base, workspaceId);
    const { profileId, created } =
      current && !current.isArchived
        ? { profileId: current.profileId, created: false }
        : addProfile(base, { workspaceId, ...settings, isDemo: true, actor: actorOf(principal) });
    if (created) base.signals.emit('decisions', profileId);
    if (!isFilled(base, profileId)) addJob(base, demoJob, { profileId, payload: {}, dedupeKey: profileId });
    return { profileId, created };
  },
  after: async ({ workspaceId }, base, { profileId, created }) => {
    const filling = runNow(base, demoJob, { profileId, dedupeKey: profileId });
    await Promise.race([filling, pause(PATIENCE_MS, undefined, { ref: false })]);
    const status = statusOf(base, profileId);
    const data = { profile_id: profileId, workspace_id: workspaceId, created, filled: status === 'ready', status };
    return created ? { data, outcome: 'created' } : { data };
  },
});

export const deleteDemoProfile = changeThenWait('deleteDemoProfile', {
  change: ({ principal, workspaceId }, base) => {
    const current = demoProfile(base, workspaceId);
    if (!current) throw new ApiError('not_found', NO_DEMO);
    const { profileId } = current;
    return { profileId, isArchived: archiveProfile(base, { profileId, actor: actorOf(principal) }) };
  },
  after: async (_call, base, { profileId, isArchived }) => {
    const ended = await finishArchivedProfile(base, profileId, isArchived);
    if (isArchived) requireNothingKept(base, ended);
    return { data: shownArchived(ended) };
  },
});

/** The audit of what people changed in the demo outlives its data. The call has done all that it can; the next one succeeds. @throws ApiError */
function requireNothingKept(base: ReadBase, { profileId, workspaceId, isPurged }: ProfileRef & { isPurged: boolean }): void {
  const row = { workspace_id: workspaceId, profile_id: profileId };
  const kept = base.state.statement('account/audit/audit_changes_count').get(row)?.n ?? 0;
  if (kept === 0) return;
  throw new ApiError(
    'demo_purge_blocked',
    `The demo profile is archived and its data is ${isPurged ? 'deleted' : 'being deleted'}. The audit keeps ${kept} ${kept === 1 ? 'row' : 'rows'} about what was changed in it; nothing further is needed.`,
  );
}
