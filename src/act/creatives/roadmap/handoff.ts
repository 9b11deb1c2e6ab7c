// A test is handed to a creative session: a page that its link opens signed out has the brief, and a person takes it on there or returns it.
import { actorOf } from '../../../account/audit/index.ts';
import { handoffAddress, raiseHandoff, raiserOf } from '../../../account/handoffs/index.ts';
import type { Base } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { Handoff, HandoffKind } from '../../../base/contract/handoff.ts';
import { stateChange } from '../../../base/contract/operation.ts';
import { knownAds } from '../analysis/inputs.ts';
import { changeableProfile } from '../patterns/opened-profiles.ts';
import { findRun, type Run, setRun } from './runs.ts';
import { storedPlan } from './stored.ts';
import { equalText, sizeText } from './words.ts';

const KIND = 'replicate_run';

function runOf(base: Base, { payload, workspaceId }: Handoff): Run {
  const { run_id: runId } = payload;
  if (typeof runId !== 'string') throw new Error('the handoff names no test');
  return findRun(base, workspaceId, runId);
}

const isAwaited = ({ status, handoff_id }: Run, handoff: Handoff): boolean =>
  status === 'awaiting_session' && handoff_id === handoff.handoffId;

export const runHandoffKind: HandoffKind = {
  role: 'admin',
  describe: (base, handoff) => {
    const run = runOf(base, handoff);
    const { hypothesis, locked, measure, needed, days, parent_name, dimension, from, to } = storedPlan.read(run.plan);
    return {
      title: 'Make an ad that tests one idea',
      text: [
        hypothesis,
        `What stays: ${equalText(locked)}`,
        sizeText({ measure, needed, days }),
        `Put ${run.code} into the name of the new ad: by it, its result is found.`,
      ],
      pending: ['Nothing is changed at the ad platform from here.'],
      tables: [
        {
          title: 'The test',
          rows: [
            { name: 'Ad', value: parent_name ?? run.ad_id },
            { name: 'Platform', value: run.platform },
            { name: 'Varies', value: `${dimension}: ${from} → ${to}`.replaceAll('_', ' ') },
            ...(run.session === null ? [] : [{ name: 'Creative session', value: run.session }]),
          ],
        },
      ],
      approve: { label: 'Take it on' },
      reject: 'Return it',
    };
  },
  approved: (tx, handoff) => {
    const run = runOf(tx, handoff);
    if (!isAwaited(run, handoff))
      throw new ApiError('invalid_state', 'The test was withdrawn or handed off otherwise meanwhile.');
    setRun(tx, run.run_id, 'bound', { bound_at: tx.clock.now() });
    return { run_id: run.run_id, status: 'bound', code: run.code };
  },
  rejected: (tx, handoff) => {
    const run = runOf(tx, handoff);
    if (isAwaited(run, handoff)) setRun(tx, run.run_id, 'returned');
  },
  expired: (tx, handoff) => {
    const run = runOf(tx, handoff);
    if (isAwaited(run, handoff)) setRun(tx, run.run_id, 'draft');
  },
};

export const handOffReplicateRun = stateChange('handOffReplicateRun', {
  prepare: async ({ principal, workspaceId, params }, base) => {
    const run = findRun(base, workspaceId, params.runId);
    changeableProfile(base, { principal, workspaceId }, run.profile_id);
    const ads = await knownAds(base, run.profile_id, run.ad_id);
    return ads.some(
      (ad) => ad.platform === run.platform && ad.account_id === run.account_id && ad.effective_status !== 'removed',
    );
  },
  change: ({ principal, workspaceId, params, body }, tx, hasParent) => {
    const run = findRun(tx, workspaceId, params.runId);
    const meta = { workspace_id: workspaceId, profile_id: run.profile_id };
    const shown = (status: Run['status'], handoff: { id: string; url?: string; expires_at?: string } | null) => ({
      data: { run_id: run.run_id, status, session: body?.session ?? run.session, code: run.code, handoff },
      meta,
    });
    if (run.status === 'bound') return shown('bound', null);
    if (run.status === 'awaiting_session') return shown(run.status, run.handoff_id === null ? null : { id: run.handoff_id });
    if (run.status === 'withdrawn') throw new ApiError('invalid_state', 'The test was withdrawn.');
    if (!hasParent)
      throw new ApiError(
        'invalid_state',
        'The ad that the test is about does not exist any more, so nothing can be compared with it.',
      );
    const handoff = raiseHandoff(tx, handoffAddress(tx), {
      kind: KIND,
      workspaceId,
      profileId: run.profile_id,
      payload: { run_id: run.run_id, by: actorOf(principal) },
      principal: raiserOf(principal),
    });
    setRun(tx, run.run_id, 'awaiting_session', { handoff_id: handoff.id, session: body?.session ?? null });
    return { ...shown('awaiting_session', handoff), outcome: 'accepted' as const };
  },
});
