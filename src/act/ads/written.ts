// What changes have set at platforms since the accounts were last read, so that lists of ads show it before the next reading does.
import type { ReadBase } from '../../base/base.ts';
import { accountForm, resolvePlatform } from '../../collect/events/index.ts';
import { accountsOf, connectionsOf } from '../connections/index.ts';
import { type LiveState, storedValue, storedWriteResult, type WriteValue } from './stored.ts';
import { hasValue } from './writes/live.ts';

/** Accounts are read every hour; one that cannot be read for so long shows what it last had. */
const SINCE_MS = 7 * 86_400_000;

interface Written {
  platform: string;
  account_id: string;
  type: 'ad' | 'adset';
  id: string;
  configured_status?: string;
  effective_status?: string;
  platform_status?: string;
  url_tags?: string | null;
  daily_budget?: string | null;
}

/** When each account was last read, by the platform and account of a change. */
function readTimes(base: ReadBase, profileId: string): Map<string, number> {
  const accounts = connectionsOf(base, profileId).flatMap(({ connectionId, provider }) =>
    accountsOf(base, connectionId).map((account) => ({ ...account, provider: provider.id })),
  );
  return new Map(
    accounts.map(({ provider, account_id, catalogue_read_at }) => [`${provider} ${account_id}`, catalogue_read_at ?? 0]),
  );
}

/** What the platform showed after the change, with what it accepted and did not show yet. */
function valuesOf(result: LiveState, after: WriteValue): Omit<Written, 'platform' | 'account_id' | 'type' | 'id'> {
  if ('daily_budget' in result) {
    const { daily_budget: budget } = 'daily_budget' in after ? after : result;
    return { daily_budget: budget.amount };
  }
  const tags = 'url_tags' in after ? after.url_tags : result.url_tags;
  const { status: configured, effective_status: effective, platform_status: delivery } = result;
  const isPending = 'status' in after && configured !== 'archived' && !hasValue(result, after);
  const status = isPending ? after.status : configured;
  return {
    configured_status: status,
    effective_status: isPending && status === 'paused' ? 'paused' : effective,
    platform_status: delivery,
    url_tags: tags,
  };
}

/** The latest change of each target that no reading has met. */
export function writtenSinceRead(base: ReadBase, profileId: string): Written[] {
  const since = base.clock.now() - SINCE_MS;
  const rows = base.state.statement('act/ads/writes_applied_since').all({ profile_id: profileId, since });
  if (rows.length === 0) return [];
  const readAt = readTimes(base, profileId);
  const latest = new Map<string, Written>();
  for (const { platform: id, account_id, target_type: type, target_id, after, result, ended_at } of rows) {
    const read = readAt.get(`${id} ${account_id}`);
    const live = storedWriteResult.readOrNull(result);
    if (read === undefined || (ended_at ?? 0) <= read || !live) continue;
    const { platform } = resolvePlatform(id);
    latest.set(`${id} ${account_id} ${type} ${target_id}`, {
      platform,
      account_id: accountForm(platform, account_id),
      type,
      id: target_id,
      ...valuesOf(live, storedValue.read(after)),
    });
  }
  return [...latest.values()];
}
