// New items for each page of the console, by profile: what waits for a person and came after the person last checked the page.

import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { hooksOf } from '../../base/contract/hooks.ts';
import { type Principal, reading, stateChange } from '../../base/contract/operation.ts';
import { reachableProfiles } from '../apps/index.ts';

const countersOf = (base: ReadBase) => hooksOf(base).flatMap(({ newItems }) => Object.entries(newItems ?? {}));

function seenBy(base: ReadBase, profileId: string, personId: string | undefined): Map<string, number> {
  if (personId === undefined) return new Map();
  const rows = base.state.statement('account/workspaces/seen_tabs_list').all({ profile_id: profileId, person_id: personId });
  return new Map(rows.map(({ tab, seen_at }) => [tab, seen_at]));
}

function countsOf(base: ReadBase, { personId }: Principal, profileId: string): Record<string, number> {
  const seen = seenBy(base, profileId, personId);
  return Object.fromEntries(countersOf(base).map(([tab, count]) => [tab, count(base, profileId, seen.get(tab) ?? 0)]));
}

const shown = (base: ReadBase, principal: Principal, workspaceId: string) => {
  const profiles = reachableProfiles(base, principal, workspaceId).map(({ profileId }) => ({
    profile_id: profileId,
    tabs: countsOf(base, principal, profileId),
  }));
  const tabs: Record<string, number> = {};
  for (const each of profiles) for (const [tab, count] of Object.entries(each.tabs)) tabs[tab] = (tabs[tab] ?? 0) + count;
  return { data: { tabs, profiles }, meta: { workspace_id: workspaceId } };
};

export const getTabCounts = reading('getTabCounts', ({ principal, workspaceId }, base) => shown(base, principal, workspaceId));

/** A tab without a counter is refused, so that no unused name is stored. */
export const putTabSeen = stateChange('putTabSeen', ({ principal, workspaceId, body }, base) =>
  base.state.tx(() => {
    const { personId } = principal;
    const profileId = body.profile_id.toLowerCase();
    const isReached = reachableProfiles(base, principal, workspaceId).some((each) => each.profileId === profileId);
    if (personId === undefined || !isReached) throw new ApiError('not_found', 'The workspace has no such profile.');
    const tabs = countersOf(base).map(([tab]) => tab);
    if (!tabs.includes(body.tab)) throw new ApiError('validation_error', `tab: is one of ${tabs.join(', ')}.`);
    const row = { profile_id: profileId, person_id: personId, tab: body.tab, now: base.clock.now() };
    base.state.statement('account/workspaces/seen_tab_put').run(row);
    return shown(base, principal, workspaceId);
  }),
);
