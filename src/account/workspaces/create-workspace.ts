// The operation that makes a workspace: with a checkout where the plan is one that is paid.
import { ApiError } from '../../base/contract/api-error.ts';
import { type Call, stateChange } from '../../base/contract/operation.ts';
import { actorOf } from '../audit/index.ts';
import { makeForUser } from './app-workspaces.ts';
import { checkedTimezone } from './places.ts';
import { openCheckout } from './plans/checkout.ts';
import { addWorkspace, shownWorkspace, type Workspace } from './workspaces.ts';

/** The workspace stands whether a checkout can be opened or not. */
export const createWorkspace = stateChange('createWorkspace', {
  after: async ({ principal, body }, base) => {
    const { email, ...asked } = body;
    const actor = actorOf(principal);
    const { personId } = principal;
    if (!personId) {
      const make = () => addWorkspace(base, { ...asked, personId: null, actor }).workspace;
      const made = makeForUser(base, principal, email, make);
      return { data: { ...shownWorkspace(made), created: true, checkout: null }, outcome: 'created' };
    }
    if (email !== undefined) throw new ApiError('validation_error', 'email: only an app names the owner; a person is it.');
    const { workspace, created } = addWorkspace(base, { ...asked, personId, actor });
    const data = { ...shownWorkspace(workspace), created, checkout: null };
    if (!created) return { data, warnings: differencesOf(workspace, asked) };
    const { workspaceId, plan } = workspace;
    if (plan === 'starter' || !base.config.plans) return { data, outcome: 'created' };
    try {
      const checkout = await openCheckout(base, { workspaceId, plan, principal });
      return { data: { ...data, checkout }, outcome: 'created' };
    } catch (error) {
      base.log.warn({ err: error, workspace: workspaceId }, 'no checkout could be opened for a new workspace');
      const message = `The workspace is on trial on the plan ${plan}; no checkout could be opened for it. Try checkout-session later.`;
      return { data, warnings: [{ code: 'checkout_unavailable', message }], outcome: 'created' };
    }
  },
});

type Asked = Pick<Call<'createWorkspace'>['body'], 'plan' | 'timezone'>;

/** What was asked for this time and is not what the workspace has: a replay changes nothing. */
function differencesOf({ plan, timezone }: Workspace, asked: Asked): { code: string; message: string }[] {
  const wanted = asked.timezone === undefined ? timezone : checkedTimezone('timezone', asked.timezone);
  const pairs = [
    ['plan', plan, asked.plan ?? plan],
    ['timezone', timezone, wanted],
  ];
  return pairs
    .filter(([, has, wants]) => wants !== has)
    .map(([field, has, wants]) => ({
      code: 'replayed_unchanged',
      message: `${field}: the workspace made a moment ago under this name has ${has}, not ${wants}; nothing was changed.`,
    }));
}
