// Tests of creatives: a parent, the tags that stay, and the one that varies. Children are the ads whose names contain the run's code, so they keep which
// ad they replicate wherever they were made; nothing is written at a platform from here.
import { randomBytes } from 'node:crypto';
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import type { RowOf } from '../../../base/state/state.ts';
import type { Gap } from './gaps.ts';
import { storedPlan } from './stored.ts';
import { hypothesisOf } from './words.ts';

export type Run = RowOf<'act/creatives/run_get'>;

/** Letters and digits that are not taken for one another. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 7;

const newCode = (): string => `r-${[...randomBytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;

export interface NewRun {
  runId: string;
  workspaceId: string;
  profileId: string;
  gap: Gap;
  createdBy: string;
}

/** Inside the caller's transaction. */
export function createRun(tx: Base, { runId, workspaceId, profileId, gap, createdBy }: NewRun): void {
  const { parent, kind, dimension, from, to, locked, size } = gap;
  tx.state.statement('act/creatives/run_create').run({
    run_id: runId,
    workspace_id: workspaceId,
    profile_id: profileId,
    gap: gap.gapId,
    code: newCode(),
    platform: parent.platform,
    account_id: parent.accountId,
    ad_id: parent.adId,
    plan: storedPlan.write({
      kind,
      parent_name: parent.name,
      adset_id: parent.adsetId,
      dimension,
      from,
      to,
      locked,
      hypothesis: hypothesisOf(gap),
      measure: size.measure,
      needed: size.needed,
      days: size.days,
    }),
    created_by: createdBy,
    now: tx.clock.now(),
  });
}

/** @throws ApiError `not_found` */
export function findRun(base: ReadBase, workspaceId: string, runId: string): Run {
  const run = base.state.statement('act/creatives/run_get').get({ run_id: runId.toLowerCase(), workspace_id: workspaceId });
  if (!run) throw new ApiError('not_found', 'The workspace has no such test.');
  return run;
}

type Change = Partial<Pick<Run, 'session' | 'handoff_id' | 'bound_at'>>;

export function setRun(tx: Base, runId: string, status: Run['status'], change: Change = {}): void {
  const { session = null, handoff_id = null, bound_at = null } = change;
  tx.state.statement('act/creatives/run_set').run({ run_id: runId, status, session, handoff_id, bound_at });
}

/** @throws ApiError for one that somebody has taken on. */
export function withdrawRun(tx: Base, workspaceId: string, runId: string): void {
  const { status } = findRun(tx, workspaceId, runId);
  if (status === 'awaiting_session' || status === 'bound')
    throw new ApiError('invalid_state', 'Its test was handed off already: it is dismissed no more.');
  setRun(tx, runId, 'withdrawn');
}
