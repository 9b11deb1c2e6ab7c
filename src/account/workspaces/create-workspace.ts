// The operation that makes a workspace: with a checkout where the plan is one that is paid.
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, changeThenWait } from '../../base/contract/operation.ts';
import { actorOf } from '../audit/index.ts';
import { makeForUser } from './app-workspaces.ts';
import { checkedTimezone } from './places.ts';
import { addCheckout, runCheckout } from './plans/checkout.ts';
import { addWorkspace, shownWorkspace, type Workspace } from './workspaces.ts';

interface NewWorkspace {
  workspace: Workspace;
  created: boolean;
  warnings: { code: string; message: string }[];
  /** The intent of the checkout that was planned with it. */
  intentId?: string;
}

/** The workspace is there whether a checkout can be opened or not. */
export const createWorkspace = changeThenWait('createWorkspace', {
  change: ({ principal, body }, base): NewWorkspace => {
    const { email, ...requested } = body;
    const actor = actorOf(principal);
    const { personId } = principal;
    if (!personId) {
      const make = () => addWorkspace(base, { ...requested, personId: null, actor }).workspace;
      return { workspace: makeForUser(base, principal, email, make), created: true, warnings: [] };
    }
    if (email !== undefined) throw new ApiError('validation_error', 'email: only an app names the owner; a person is it.');
    const { workspace, created } = addWorkspace(base, { ...requested, personId, actor });
    if (!created) return { workspace, created, warnings: differencesOf(workspace, requested) };
    const { workspaceId, plan } = workspace;
    if (plan === 'starter' || !base.config.plans) return { workspace, created, warnings: [] };
    return { workspace, created, warnings: [], intentId: addCheckout(base, { workspaceId, requested: plan, principal }) };
  },
  after: async (_call, base, { workspace, created, warnings, intentId }) => {
    const data = { ...shownWorkspace(workspace), created, checkout: null };
    if (!created) return { data, warnings };
    if (intentId === undefined) return { data, outcome: 'created' };
    try {
      return { data: { ...data, checkout: await runCheckout(base, intentId) }, outcome: 'created' };
    } catch (error) {
      const { workspaceId, plan } = workspace;
      base.log.warn({ err: error, workspace: workspaceId }, 'no checkout could be opened for a new workspace');
      const message = `The workspace is on trial on the plan ${plan}; no checkout could be opened for it. Try checkout-session later.`;
      return { data, warnings: [{ code: 'checkout_unavailable', message }], outcome: 'created' };
    }
  },
});

type Requested = Pick<Call<'createWorkspace'>['body'], 'plan' | 'timezone'>;

/** The settings of this request that the workspace lacks: a replay changes nothing. */
function differencesOf({ plan, timezone }: Workspace, requested: Requested): { code: string; message: string }[] {
  const wanted = requested.timezone === undefined ? timezone : checkedTimezone('timezone', requested.timezone);
  const pairs = [
    ['plan', plan, requested.plan ?? plan],
    ['timezone', timezone, wanted],
  ];
  return pairs
    .filter(([, has, wants]) => wants !== has)
    .map(([field, has, wants]) => ({
      code: 'replayed_unchanged',
      message: `${field}: the workspace made a moment ago under this name has ${has}, not ${wants}; nothing was changed.`,
    }));
}
