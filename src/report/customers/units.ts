// The daily allowance of a workspace for generated texts, in units. A day is one of UTC.
import { limitsOf, workspacesById } from '../../account/workspaces/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';

const DAY_MS = 86_400_000;
const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/**
 * @param reserved Units that are being used by calls which have not ended.
 * @throws ApiError `rate_limit_exceeded` when the workspace has no unit left today.
 */
export function requireUnit(base: ReadBase, workspaceId: string, reserved = 0): void {
  const now = base.clock.now();
  const [workspace] = workspacesById(base, [workspaceId]);
  if (!workspace) throw new ApiError('not_found', 'No such workspace.');
  const allowance = limitsOf(base, workspace.plan).aiUnitsPerDay;
  const { units } = base.state.statement('report/customers/units_get').get({ workspace_id: workspaceId, day: dayOf(now) }) ?? {};
  if (Number(units ?? 0) + reserved < allowance) return;
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  throw new ApiError(
    'rate_limit_exceeded',
    `The workspace has used its ${allowance} generated texts for today. They are renewed at ${new Date(midnight).toISOString()} (midnight UTC).`,
    {},
    Math.ceil((midnight - now) / 1000),
  );
}

/** In the transaction of what it is used for. */
export function useUnit(tx: Base, workspaceId: string): void {
  tx.state.statement('report/customers/units_add').run({ workspace_id: workspaceId, day: dayOf(tx.clock.now()) });
}
