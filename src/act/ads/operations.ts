// The operations that change one ad or ad set.
import { ApiError } from '../../base/contract/api-error.ts';
import type { Call } from '../../base/contract/operation.ts';
import { evidenceOfConsent, requireConsent } from './consent.ts';
import { type AdWriteOptions, adWriteEffect, type WantedWrites } from './writes/effect.ts';
import { answerOf, awaitingOf } from './writes/shown.ts';

type StatusCall = Pick<Call<'pauseAd'>, 'params' | 'body'>;

const answers = {
  answer: (_tx, plan) => answerOf(plan),
  awaiting: (_tx, plan, handoff) => awaitingOf(plan, handoff),
} satisfies Pick<AdWriteOptions<'pauseAd'>, 'answer' | 'awaiting'>;

const wantedStatus = (kind: 'pause' | 'resume', { params, body }: StatusCall): WantedWrites => ({
  writes: [{ kind, adId: params.id, platform: body?.platform, accountId: body?.account_id, undoOf: body?.undo_of }],
  requireApproval: body?.require_approval,
  appliedBy: body?.applied_by,
});

export const pauseAd = adWriteEffect('pauseAd', { wanted: (call) => wantedStatus('pause', call), ...answers });

export const resumeAd = adWriteEffect('resumeAd', { wanted: (call) => wantedStatus('resume', call), ...answers });

export const setAdSetBudget = adWriteEffect('setAdSetBudget', {
  wanted: ({ params, body }) => {
    const { daily_budget: minorUnits, undo_of: undoOf, platform, account_id: accountId, require_approval, applied_by } = body;
    if ((minorUnits === undefined) === (undoOf === undefined))
      throw new ApiError('validation_error', 'daily_budget: send either it or undo_of.');
    const to = undoOf === undefined ? { minorUnits: minorUnits ?? 0 } : { undoOf };
    return {
      writes: [{ kind: 'budget', adSetId: params.id, platform, accountId, to }],
      requireApproval: require_approval,
      appliedBy: applied_by,
    };
  },
  ...answers,
});

export const duplicateAndSwapAd = adWriteEffect('duplicateAndSwapAd', {
  wanted: (call, base) => {
    const { platform, account_id: accountId, undo_of: undoOf, require_approval, applied_by } = call.body;
    requireConsent(base, call);
    return {
      writes: [{ kind: 'duplicate_and_swap', adId: call.params.id, platform, accountId, undoOf }],
      evidence: evidenceOfConsent(base, call),
      requireApproval: require_approval,
      appliedBy: applied_by,
    };
  },
  ...answers,
});
