// A change of ads as callers see it.
import type { Answer } from '../../../base/contract/operation.ts';
import { resolvePlatform } from '../../../collect/events/index.ts';
import { asWarnings } from '../../../report/analytics/index.ts';
import type { LiveState, StoredBudget, WriteValue } from '../stored.ts';
import type { RaisedHandoff } from './kinds.ts';
import { hasValue } from './live.ts';
import type { StoredPlan, StoredWrite } from './plans.ts';

const instant = (at: number): string => new Date(at).toISOString();

const shownBudget = (budget: StoredBudget, currency: string) => ({ ...budget, currency });

const shownValue = (value: WriteValue, currency: string) =>
  'url_tags' in value
    ? { url_tags: value.url_tags }
    : 'daily_budget' in value
      ? { daily_budget: shownBudget(value.daily_budget, currency) }
      : { status: value.status };

const shownLive = (state: LiveState, currency: string) => ({
  status: state.status,
  delivery: 'daily_budget' in state ? null : state.platform_status,
  daily_budget: 'daily_budget' in state ? shownBudget(state.daily_budget, currency) : null,
  learning: 'daily_budget' in state ? state.learning : null,
});

/** The target and the values of a change. */
export const headOf = ({ write_id, kind, platform, account_id, target, target_name, before, after, currency }: StoredWrite) => ({
  id: write_id,
  kind,
  platform: resolvePlatform(platform).platform,
  account_id,
  target: { ...target, name: target_name },
  before: shownValue(before, currency),
  after: shownValue(after, currency),
});

const UNDOING = {
  pause: { operation: 'resumeAd', path: (id: string) => `/api/v1/ads/${encodeURIComponent(id)}/resume` },
  resume: { operation: 'pauseAd', path: (id: string) => `/api/v1/ads/${encodeURIComponent(id)}/pause` },
  duplicate_and_swap: {
    operation: 'duplicateAndSwapAd',
    path: (id: string) => `/api/v1/ads/${encodeURIComponent(id)}/duplicate-and-swap`,
  },
  budget: { operation: 'setAdSetBudget', path: (id: string) => `/api/v1/adsets/${encodeURIComponent(id)}/budget` },
} as const;

function undoOf({ kind, write_id, target, status }: StoredWrite, isChanged: boolean) {
  if (!isChanged || status !== 'applied' || kind === 'url_tags') return null;
  const { operation, path } = UNDOING[kind];
  const more = kind === 'duplicate_and_swap' ? { confirm_duplicate_swap: true } : {};
  return { operation, path: path(target.id), body: { undo_of: write_id, ...more } };
}

export function shownWrite(operation: string, write: StoredWrite) {
  const { status, plannedOn, after, currency, result, requestIds, created_at, ended_at } = write;
  const isChanged = status !== 'failed' && !hasValue(plannedOn, after);
  return {
    ...headOf(write),
    operation,
    status: status === 'applied' || status === 'undone' ? status : ('failed' as const),
    is_changed: isChanged,
    copy_id: write.copy_id,
    live: result && shownLive(result, currency),
    provider_request_ids: requestIds,
    created_at: instant(created_at),
    applied_at: status === 'failed' || ended_at === null ? null : instant(ended_at),
    undo: undoOf(write, isChanged),
  };
}

type Warning = { code: string; message: string };

/** Ids only: a name is a text of others, and a warning is read as ours. */
function warningsOf({ kind, target, result, adset_id, campaign_id, after }: StoredWrite): Warning[] {
  const warnings: Warning[] = [];
  if (kind === 'resume' && result && 'adset_status' in result) {
    const paused = [
      ...(result.adset_status === 'active' ? [] : [`its ad set ${adset_id}`]),
      ...(result.campaign_status === 'active' ? [] : [`its campaign ${campaign_id}`]),
    ];
    if (paused.length > 0)
      warnings.push({
        code: 'parent_paused',
        message: `Ad ${target.id} does not deliver: ${paused.join(' and ')} is not active.`,
      });
  }
  if (kind === 'duplicate_and_swap' && result?.status === 'archived')
    warnings.push({
      code: 'ad_gone',
      message: `Ad ${target.id} is archived or deleted at the platform: it cannot deliver again.`,
    });
  else if (result && !hasValue(result, after))
    warnings.push({ code: 'not_shown_yet', message: 'The platform has accepted the change and does not show it yet.' });
  return warnings;
}

/** The answer of a plan of one change. */
export function answerOf(plan: StoredPlan): Answer<'pauseAd'> {
  const [write] = plan.writes;
  if (!write) throw new Error('a plan has a change');
  return { data: shownWrite(plan.operation, write), ...asWarnings(warningsOf(write)) };
}

export const awaitingOf = (plan: StoredPlan, handoff: RaisedHandoff) => ({
  data: { status: 'awaiting_approval' as const, handoff, writes: plan.writes.map(headOf) },
  outcome: 'accepted' as const,
});
