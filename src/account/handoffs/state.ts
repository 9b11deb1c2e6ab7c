// The operation by which an agent looks how its handoff is. Who cannot reach its workspace or profile finds none.
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Handoff } from '../../base/contract/handoff.ts';
import { type Principal, stateChange } from '../../base/contract/operation.ts';
import { findProfile, profileRole, workspaceRole } from '../places/index.ts';
import { isOpenTo } from '../sso/index.ts';
import { findElsewhere, getHandoffById, recordElsewhere, statusOf } from './handoffs.ts';

const instant = (at: number): string => new Date(at).toISOString();

function reaches(base: ReadBase, principal: Principal, { workspaceId, profileId }: Handoff): boolean {
  const profile = profileId === null ? undefined : findProfile(base, profileId);
  if (profileId !== null && !profile) return false;
  if (principal.kind === 'key') return profileId !== null && principal.profileId === profileId;
  if (principal.personId === undefined || !isOpenTo(base, principal, workspaceId)) return false;
  if (profile) return profileRole(base, principal.personId, profile)?.role !== undefined;
  return workspaceRole(base, principal.personId, workspaceId) !== undefined;
}

export const getHandoff = stateChange('getHandoff', {
  asksOutside: true,
  prepare: async ({ principal, params }, base) => {
    const found = getHandoffById(base, params.id.toLowerCase());
    if (!found || !reaches(base, principal, found)) throw new ApiError('not_found', 'No such handoff.');
    return { found, elsewhere: await findElsewhere(base, found) };
  },
  change: (_call, base, { found, elsewhere }) => {
    const handoff = recordElsewhere(base, found, elsewhere);
    const status = statusOf(base, handoff);
    return {
      data: {
        id: handoff.handoffId,
        kind: handoff.kind,
        workspace_id: handoff.workspaceId,
        profile_id: handoff.profileId,
        status,
        created_at: instant(handoff.createdAt),
        expires_at: instant(handoff.expiresAt),
        decided_at: handoff.decidedAt === null ? null : instant(handoff.decidedAt),
        result: handoff.result ?? (status === 'expired' ? { outcome: status } : null),
      },
    };
  },
});
