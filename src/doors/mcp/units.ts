// The daily allowance of tool calls: counted in state, per workspace and UTC day, debited before a call runs and refunded when
// it gave no answer. The debit is one statement, so that concurrent calls never exceed the allowance.
import { limitsOf, workspacesById } from '../../account/workspaces/index.ts';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';

const DAY_MS = 86_400_000;

export interface Units {
  used_today: number;
  per_day: number;
  resets_at: string;
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);
const nextMidnight = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS;

function allowanceOf(base: ReadBase, workspaceId: string): number {
  const [workspace] = workspacesById(base, [workspaceId]);
  if (!workspace) throw new ApiError('not_found', 'No such workspace.');
  return limitsOf(base, workspace.plan).mcpUnitsPerDay;
}

export function unitsOf(base: ReadBase, workspaceId: string): Units {
  const now = base.clock.now();
  const row = base.state.statement('doors/mcp/units_get').get({ workspace_id: workspaceId, day: dayOf(now) });
  return {
    used_today: Number(row?.units ?? 0),
    per_day: allowanceOf(base, workspaceId),
    resets_at: new Date(nextMidnight(now)).toISOString(),
  };
}

/** The units of a call that gave no answer. */
export function giveUnitsBack(base: Base, workspaceId: string, units: number): void {
  const day = dayOf(base.clock.now());
  base.state.statement('doors/mcp/units_give_back').run({ workspace_id: workspaceId, day, units });
}

/** Debits units of today, or refuses; a transaction that fails refunds them. */
export function takeUnits(base: Base, workspaceId: string, units: number): void {
  const now = base.clock.now();
  const allowance = allowanceOf(base, workspaceId);
  const params = { workspace_id: workspaceId, day: dayOf(now), units, allowance };
  if (base.state.statement('doors/mcp/units_take').get(params)) return;
  const resetsAt = new Date(nextMidnight(now)).toISOString();
  throw new ApiError(
    'rate_limit_exceeded',
    `The workspace has used its ${allowance} units of tool calls for today. They are renewed at ${resetsAt} (midnight UTC); a higher plan has more.`,
    { units: { ...unitsOf(base, workspaceId), cost: units } },
    Math.ceil((nextMidnight(now) - now) / 1000),
  );
}
