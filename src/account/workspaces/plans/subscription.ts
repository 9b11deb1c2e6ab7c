// The subscription of a workspace: its plan, whether on trial, and the period. Plan and limits change together, in one transaction.
import type { Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { outsideEffect, stateChange } from '../../../base/contract/operation.ts';
import { publicAddress } from '../../../base/kit/public-address.ts';
import { defineSchedule } from '../../../base/work/schedule.ts';
import { createStripe, type Stripe, type StripeSubscription } from '../../../providers/stripe/client.ts';
import { type Storefront, workspaceFacts } from '../../apps/index.ts';
import { writeAudit } from '../../audit/index.ts';
import { profilesInPlan } from '../../places/index.ts';
import { instant } from '../shown.ts';
import { type PlanName, type Workspace, workspacesById } from '../workspaces.ts';
import { limitsOf, trialEnd } from './plans.ts';

export interface Paid {
  /** The collector of payments; `local`: none. */
  processor: 'local' | 'stripe' | 'shopify';
  periodStart: number;
  /** Null until a person changes it. */
  periodEnd: number | null;
  isPastDue: boolean;
  customerRef: string | null;
  subscriptionRef: string | null;
}

export function paidOf(base: ReadBase, workspaceId: string): Paid | undefined {
  const row = base.state.statement('account/workspaces/subscription_get').get({ workspace_id: workspaceId });
  return (
    row && {
      processor: row.processor,
      periodStart: row.period_start,
      periodEnd: row.period_end,
      isPastDue: row.is_past_due === 1,
      customerRef: row.customer_ref,
      subscriptionRef: row.subscription_ref,
    }
  );
}

export function workspaceOf(base: ReadBase, workspaceId: string): Workspace {
  const [workspace] = workspacesById(base, [workspaceId]);
  if (!workspace) throw new ApiError('not_found', 'No such workspace.');
  return workspace;
}

/** The marketplace that collects for a workspace, where one does. */
export const storefrontOf = (base: ReadBase, workspaceId: string): Storefront | undefined =>
  workspaceFacts(base, workspaceId)?.storefront ?? undefined;

/** A plan that the workspace's profiles do not fit into cannot be chosen. */
export function checkRoom(base: ReadBase, workspaceId: string, plan: PlanName): void {
  const [live, { activeProfiles }] = [profilesInPlan(base, workspaceId), limitsOf(base, plan)];
  if (live <= activeProfiles) return;
  const message = `The plan ${plan} allows ${activeProfiles} active profile${activeProfiles === 1 ? '' : 's'}; the workspace has ${live}.`;
  throw new ApiError('invalid_state', message);
}

/** As `GET …/subscription` and the result of a checkout show it. */
export function shownSubscription(base: ReadBase, workspaceId: string) {
  const { plan, status, createdAt, trialEndsAt } = workspaceOf(base, workspaceId);
  const paid = paidOf(base, workspaceId);
  const endsAt = trialEndsAt ?? paid?.periodEnd ?? null;
  return {
    workspace_id: workspaceId,
    plan,
    status: paid?.isPastDue ? ('past_due' as const) : status,
    current_period_start: instant(paid?.periodStart ?? createdAt),
    current_period_end: endsAt === null ? null : instant(endsAt),
    active_profiles: limitsOf(base, plan).activeProfiles,
  };
}

/** Puts a workspace on a plan that is paid; inside the caller's transaction. */
export function putPaid(base: Base, input: { workspaceId: string; plan: PlanName; paid: Paid; actor: string }): void {
  const { workspaceId, plan, paid, actor } = input;
  const before = workspaceOf(base, workspaceId);
  base.state.statement('account/workspaces/subscription_put').run({
    workspace_id: workspaceId,
    processor: paid.processor,
    period_start: paid.periodStart,
    period_end: paid.periodEnd,
    is_past_due: paid.isPastDue ? 1 : 0,
    customer_ref: paid.customerRef,
    subscription_ref: paid.subscriptionRef,
    now: base.clock.now(),
  });
  if (before.plan === plan && before.status === 'active') return;
  base.state.statement('account/workspaces/workspace_plan_set').run({ workspace_id: workspaceId, plan, status: 'active' });
  const detail = { from: before.plan, to: plan, processor: paid.processor };
  writeAudit(base, { actor, action: 'workspace.plan_changed', workspaceId, subject: workspaceId, detail });
}

/** Anyone who turns the checkout of a trial down does not want it: the limits are those of the free plan again. What is there already stays. */
export function endTrial(base: Base, input: { workspaceId: string; plan: PlanName; actor: string }): void {
  const { workspaceId, plan, actor } = input;
  const before = workspaceOf(base, workspaceId);
  if (before.status !== 'trialing' || before.plan !== plan) return;
  recordTrialEnd(base, { workspaceId, plan, reason: 'checkout_rejected', actor });
}

function recordTrialEnd(
  tx: Base,
  { workspaceId, plan, reason, actor }: { workspaceId: string; plan: PlanName; reason: string; actor: string },
): void {
  const free = { workspace_id: workspaceId, plan: 'starter', status: 'active' } as const;
  tx.state.statement('account/workspaces/workspace_plan_set').run(free);
  const detail = { from: plan, to: 'starter', reason };
  writeAudit(tx, { actor, action: 'workspace.plan_changed', workspaceId, subject: workspaceId, detail });
}

/** Records trials that are over. Where plans did not apply when a trial began, it begins with them. */
export const trialUpkeep = defineSchedule({
  kind: 'trial_upkeep',
  times: { everySeconds: 3_600 },
  leaseSeconds: 60,
  retry: { attempts: 3 },
  failureText: 'trials that are over could not be recorded; the service retries automatically',
  run: (base) => {
    if (!base.config.plans) return;
    base.state.tx(() => {
      for (const { workspace_id: workspaceId, plan, trial_ends_at: endsAt } of base.state
        .statement('account/workspaces/workspace_trials')
        .all({ now: base.clock.now() })) {
        if (endsAt !== null) recordTrialEnd(base, { workspaceId, plan, reason: 'trial_over', actor: 'system' });
        else
          base.state
            .statement('account/workspaces/workspace_trial_set')
            .run({ workspace_id: workspaceId, trial_ends_at: trialEnd(base, plan) });
      }
    });
  },
});

/** The processor's words for a subscription that gives nothing any more. */
const ENDED = new Set(['canceled', 'unpaid', 'incomplete_expired']);

export function paidFrom(found: StripeSubscription, refs: Pick<Paid, 'customerRef' | 'subscriptionRef'>): Paid {
  const { status, periodStart, periodEnd } = found;
  return { processor: 'stripe', periodStart, periodEnd, isPastDue: status === 'past_due', ...refs };
}

interface Renewal {
  paid: Paid;
  subscription: StripeSubscription;
  plan: PlanName | undefined;
}

/** Asks the processor once the period that we know of is over. */
async function askProcessor(base: ReadBase, workspaceId: string): Promise<Renewal | undefined> {
  const paid = paidOf(base, workspaceId);
  const stripe = createStripe(base.config);
  const isOver = paid?.processor === 'stripe' && paid.periodEnd !== null && paid.periodEnd <= base.clock.now();
  if (!stripe || !paid?.subscriptionRef || !isOver) return undefined;
  const subscription = await stripe.subscription(paid.subscriptionRef);
  return { paid, subscription, plan: stripe.planOfPrice(subscription.price) };
}

/** A subscription that the processor ended falls back to the free plan. */
function renew(base: Base, workspaceId: string, { paid, subscription, plan }: Renewal): void {
  const { customerRef, subscriptionRef } = paid;
  const hasEnded = ENDED.has(subscription.status);
  const now = paidFrom(subscription, { customerRef, subscriptionRef });
  const free: Paid = { ...now, processor: 'local', periodStart: base.clock.now(), periodEnd: null, subscriptionRef: null };
  putPaid(base, {
    workspaceId,
    plan: hasEnded ? 'starter' : (plan ?? workspaceOf(base, workspaceId).plan),
    paid: hasEnded ? free : now,
    actor: 'processor:stripe',
  });
}

export const getSubscription = stateChange('getSubscription', {
  asksOutside: true,
  prepare: async ({ workspaceId }, base) => {
    try {
      return { renewal: await askProcessor(base, workspaceId) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'provider_error') throw error;
      return { failure: error };
    }
  },
  change: ({ workspaceId }, base, { renewal, failure }) => {
    if (renewal) renew(base, workspaceId, renewal);
    const data = shownSubscription(base, workspaceId);
    if (!failure) return { data };
    const message = `${failure.message} The period may have been renewed since.`;
    return { data, warnings: [{ code: 'subscription_stale', message }] };
  },
});

export const createBillingPortalSession = outsideEffect('createBillingPortalSession', {
  plan: ({ workspaceId }, tx) => {
    requireStripe(tx);
    const customer = paidOf(tx, workspaceId)?.customerRef;
    if (!customer) throw new ApiError('invalid_state', 'The workspace has paid for nothing yet; there is nothing to administer.');
    return { intent: { customer, returnUrl: `${publicAddress(tx)}/console/` } };
  },
  apply: ({ intent }, base) => requireStripe(base).createPortal(intent),
  // A checkout whose address reached no one has no effect, and expires on its own.
  verify: async () => 'not applied',
  finish: (_tx, { outcome: { url } }) => ({ data: { url } }),
});

function requireStripe({ config }: Pick<Base, 'config'>): Stripe {
  const stripe = createStripe(config);
  if (!stripe)
    throw new ApiError('service_unavailable', 'No payment processor is configured here, so there is no portal to open.');
  return stripe;
}
