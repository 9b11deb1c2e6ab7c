// Workspaces: the containers that people own. Creating one twice by mistake gives the same one; no person sees another's.

import type { Base, ReadBase } from '../../base/base.ts';
import { checkedName } from '../../base/contract/names.ts';
import { reading } from '../../base/contract/operation.ts';
import type { RowOf } from '../../base/state/state.ts';
import { workspaceFacts } from '../apps/index.ts';
import { writeAudit } from '../audit/index.ts';
import { registerWorkspace, workspacesOf } from '../places/index.ts';
import { isOpenTo } from '../sso/index.ts';
import { checkedCurrency, checkedTimezone } from './places.ts';
import { trialEnd } from './plans/plans.ts';

/** A client that got no answer sends its request again within this time. */
const REPLAY_MS = 10 * 60_000;

export type PlanName = 'starter' | 'growth' | 'agency';

export interface Workspace {
  workspaceId: string;
  name: string;
  timezone: string;
  plan: PlanName;
  status: 'active' | 'trialing';
  /** Of a trial: the plan is the free one from then on. Null where plans do not apply. */
  trialEndsAt: number | null;
  reportingCurrency: string;
  createdAt: number;
}

export interface NewWorkspace {
  /** The owner; null for a consumer app, which invites the owner and is never answered with a workspace that it made before. */
  personId: string | null;
  name: string;
  timezone?: string;
  plan?: PlanName;
  reportingCurrency?: string;
  actor: string;
}

/** Creates a workspace, or answers the one that the person made under this name a moment ago. */
export function addWorkspace(base: Base, input: NewWorkspace): { workspace: Workspace; created: boolean } {
  const plan = input.plan ?? 'starter';
  const now = base.clock.now();
  const name = checkedName('name', input.name);
  const timezone = checkedTimezone('timezone', input.timezone ?? 'UTC');
  const reportingCurrency = checkedCurrency('currency', input.reportingCurrency ?? 'USD');
  return base.state.tx(() => {
    const earlier = input.personId === null ? undefined : findReplay(base, input.personId, name);
    if (earlier) return { workspace: earlier, created: false };
    const workspaceId = registerWorkspace(base, { ownerId: input.personId, actor: input.actor });
    // Paid plans are used at their own limits from the first minute, on trial until the payment.
    const status = plan === 'starter' ? 'active' : 'trialing';
    const trialEndsAt = base.config.plans ? trialEnd(base, plan) : null;
    const workspace: Workspace = { workspaceId, name, timezone, plan, status, trialEndsAt, reportingCurrency, createdAt: now };
    base.state.statement('account/workspaces/workspace_create').run({
      workspace_id: workspaceId,
      name,
      timezone,
      plan,
      status,
      trial_ends_at: trialEndsAt,
      reporting_currency: reportingCurrency,
      created_by: input.personId,
      created_at: now,
    });
    const detail = { plan, timezone, reporting_currency: reportingCurrency };
    writeAudit(base, { actor: input.actor, action: 'workspace.created', workspaceId, subject: workspaceId, detail });
    return { workspace, created: true };
  });
}

function findReplay(base: Base, personId: string, name: string): Workspace | undefined {
  const row = base.state.statement('account/workspaces/workspace_replay').get({
    person_id: personId,
    name,
    since: base.clock.now() - REPLAY_MS,
    reachable: JSON.stringify(createdByPeople(base, personId)),
  });
  return row && workspaceOf(base, row);
}

/** The person's workspaces that no app made: workspaces of other callers are none of the person's own. */
const createdByPeople = (base: Base, personId: string): string[] =>
  workspacesOf(base, personId)
    .map(({ workspaceId }) => workspaceId)
    .filter((workspaceId) => workspaceFacts(base, workspaceId)?.provisionedBy === null);

/** Workspaces by id, in the order of the request; unknown ids are left out. */
export function workspacesById(base: ReadBase, ids: string[]): Workspace[] {
  return base.state
    .statement('account/workspaces/workspaces_list')
    .all({ ids: JSON.stringify(ids) })
    .map((row) => workspaceOf(base, row));
}

/** Read by the clock: a trial that is over has the free plan, also before the job that records it has run. */
function workspaceOf(
  { clock, config }: Pick<ReadBase, 'clock' | 'config'>,
  row: RowOf<'account/workspaces/workspace_replay' | 'account/workspaces/workspaces_list'>,
): Workspace {
  const { trial_ends_at: endsAt } = row;
  const isOver = config.plans && row.status === 'trialing' && endsAt !== null && endsAt <= clock.now();
  return {
    workspaceId: row.workspace_id,
    name: row.name,
    timezone: row.timezone,
    plan: isOver ? 'starter' : row.plan,
    status: isOver ? 'active' : row.status,
    trialEndsAt: row.status === 'trialing' && !isOver ? endsAt : null,
    reportingCurrency: row.reporting_currency,
    createdAt: row.created_at,
  };
}

export const shownWorkspace = (workspace: Workspace) => ({
  workspace_id: workspace.workspaceId,
  name: workspace.name,
  timezone: workspace.timezone,
  plan: workspace.plan,
  status: workspace.status,
  reporting_currency: workspace.reportingCurrency,
  created_at: new Date(workspace.createdAt).toISOString(),
});

export const listWorkspaces = reading('listWorkspaces', ({ principal }, base) => {
  if (!principal.personId) return { data: [] };
  const reached = workspacesOf(base, principal.personId).filter(({ workspaceId }) => isOpenTo(base, principal, workspaceId));
  const roles = new Map(reached.map(({ workspaceId, role }) => [workspaceId, role]));
  const workspaces = workspacesById(base, [...roles.keys()]);
  return {
    data: workspaces.map((workspace) => ({ ...shownWorkspace(workspace), role: roles.get(workspace.workspaceId) ?? 'member' })),
  };
});
