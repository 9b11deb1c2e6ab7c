// What others may use of workspaces: creating and reading them, their plans, and the checks of time zones and currencies.
import type { Slice } from '../../base/contract/operation.ts';
import { createWorkspace, listWorkspaces } from './workspaces.ts';

export { checkedCurrency, checkedTimezone } from './places.ts';
export { planOf } from './plans.ts';
export { addWorkspace, type PlanName, type Workspace, workspacesById } from './workspaces.ts';

export const slice: Slice = { name: 'account/workspaces', handlers: { createWorkspace, listWorkspaces } };
