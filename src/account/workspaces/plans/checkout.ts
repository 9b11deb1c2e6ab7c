// Checkouts: how a workspace comes to a paid plan. A handoff that an owner decides: at the payment processor where one is
// configured, otherwise on our own page. What came through a storefront marketplace is collected there, and decided on our page. A
// workspace has one open checkout; a new one takes the place of the old.
import { z } from 'zod';
import type { AfterBase, Base, ReadBase } from '../../../base/base.ts';
import { ApiError } from '../../../base/contract/api-error.ts';
import { contractShape } from '../../../base/contract/contract-shape.ts';
import type { Handoff, HandoffKind } from '../../../base/contract/handoff.ts';
import { outsideEffect, type Planned, type Principal } from '../../../base/contract/operation.ts';
import { addIntent, runIntent } from '../../../base/work/intents.ts';
import { createStripe } from '../../../providers/stripe/client.ts';
import type { Storefront } from '../../apps/index.ts';
import { writeAudit } from '../../audit/index.ts';
import {
  type HandoffAddress,
  handoffAddress,
  lookAgain,
  openHandoffs,
  type Raiser,
  raiseHandoff,
  raiserOf,
  withdrawHandoff,
} from '../../handoffs/index.ts';
import type { PlanName, Workspace } from '../workspaces.ts';
import { limitsOf } from './plans.ts';
import { checkRoom, endTrial, paidFrom, paidOf, putPaid, shownSubscription, storefrontOf, workspaceOf } from './subscription.ts';

const KIND = 'checkout';
const RANK: readonly PlanName[] = ['starter', 'growth', 'agency'];
/** The processor's page ends a little before ours does. */
const MARGIN_MS = 5 * 60_000;

interface CheckoutPayload {
  plan: PlanName;
  /** The marketplace that collects. */
  storefront?: Storefront;
  /** At the payment processor; absent where our own page decides. */
  stripe?: { session: string; url: string };
}
const payloadOf = ({ payload }: Handoff): CheckoutPayload => payload as unknown as CheckoutPayload;

export interface Checkout {
  id: string;
  url: string;
  expires_at: string;
}

interface NewCheckout {
  workspaceId: string;
  plan: PlanName;
  at: HandoffAddress;
}

/** The page of the processor, where one is configured and no marketplace collects. Asked again for one address, it is the same. */
async function paymentPage(base: ReadBase, { workspaceId, plan, at }: NewCheckout): Promise<CheckoutPayload> {
  const storefront = storefrontOf(base, workspaceId);
  const stripe = storefront ? undefined : createStripe(base.config);
  if (!stripe) return { plan, ...(storefront ? { storefront } : {}) };
  const price = stripe.priceOf(plan);
  if (price === undefined) throw new ApiError('service_unavailable', `No price is configured for the plan ${plan}.`);
  const session = await stripe.createCheckout({
    price,
    reference: at.handoffId,
    successUrl: at.url,
    cancelUrl: at.url,
    idempotencyKey: at.handoffId,
    customer: paidOf(base, workspaceId)?.customerRef ?? undefined,
    expiresAt: at.expiresAt - MARGIN_MS,
  });
  return { plan, stripe: { session: session.id, url: session.url } };
}

/** In one transaction: raises the handoff of a checkout, and ends the open ones. */
function raiseCheckout(
  tx: Base,
  { workspaceId, at }: Pick<NewCheckout, 'workspaceId' | 'at'>,
  { payload, principal }: { payload: CheckoutPayload; principal: Raiser },
): { checkout: Checkout; replaced: Handoff[] } {
  return tx.state.tx(() => {
    const open = openHandoffs(tx, workspaceId, KIND);
    for (const handoff of open) withdrawHandoff(tx, handoff);
    const input = { kind: KIND, workspaceId, payload: { ...payload }, principal };
    return { checkout: raiseHandoff(tx, at, input), replaced: open };
  });
}

/** Raises the checkout of a plan that a storefront marketplace collects for; inside the caller's transaction. */
export function raiseStorefrontCheckout(
  tx: Base,
  {
    workspaceId,
    plan,
    storefront,
    principal,
  }: { workspaceId: string; plan: PlanName; storefront: Storefront; principal: Principal },
): { checkout: Checkout; replaced: Handoff[] } {
  const at = handoffAddress(tx);
  return raiseCheckout(tx, { workspaceId, at }, { payload: { plan, storefront }, principal });
}

/** The pages of a processor that replaced checkouts had. */
export async function closePages(base: ReadBase, replaced: readonly Handoff[]): Promise<void> {
  for (const handoff of replaced) await closePage(base, handoff);
}

/** No double payment, and none for an ended plan: the processor's page is closed first, and payments until then count. */
async function closeOpen(base: Base, workspaceId: string): Promise<void> {
  for (const handoff of openHandoffs(base, workspaceId, KIND)) {
    await closePage(base, handoff);
    await lookAgain(base, handoff);
  }
}

async function closePage(base: ReadBase, handoff: Handoff): Promise<void> {
  const { stripe: at } = payloadOf(handoff);
  if (at) await createStripe(base.config)?.expireCheckout(at.session);
}

/**
 * Ends what an archived workspace pays: no page of the processor takes money for it any more, and what was subscribed there is
 * cancelled. Throws while that cannot be done.
 */
export async function endPayments(base: Base, workspaceId: string): Promise<void> {
  const paid = paidOf(base, workspaceId);
  const subscriptions = paid?.processor === 'stripe' && paid.subscriptionRef ? [paid.subscriptionRef] : [];
  const pages = openHandoffs(base, workspaceId, KIND).flatMap((handoff) => payloadOf(handoff).stripe ?? []);
  if (subscriptions.length + pages.length === 0) return;
  const stripe = createStripe(base.config);
  if (!stripe)
    throw new Error(
      `no payment processor is configured to cancel ${[...subscriptions, ...pages.map(({ session }) => session)].join(', ')}`,
    );
  for (const { session } of pages) {
    await stripe.expireCheckout(session);
    const subscription = (await stripe.findCheckout(session))?.subscription;
    if (subscription) subscriptions.push(subscription);
  }
  for (const subscription of subscriptions) {
    await stripe.cancelSubscription(subscription);
    writeAudit(base, { actor: 'system', action: 'subscription.cancelled', workspaceId, subject: subscription });
  }
}

/** The one that is used on trial, otherwise the next higher one. */
function planToOffer({ plan, status }: Pick<Workspace, 'plan' | 'status'>): PlanName {
  if (status === 'trialing') return plan;
  return RANK[RANK.indexOf(plan) + 1] ?? plan;
}

type CheckoutIntent = {
  workspaceId: string;
  /** The plan and period that the caller named. */
  requested: PlanName | null;
  at: Omit<HandoffAddress, 'hash'> & { hash: string };
  principal: Raiser;
};

const addressIn = ({ at }: CheckoutIntent): HandoffAddress => ({ ...at, hash: Buffer.from(at.hash, 'base64') });

/** @throws ApiError where the plan is none that a checkout leads to. */
function planFor(base: Base, workspaceId: string, requested: PlanName | null): PlanName {
  const current = workspaceOf(base, workspaceId);
  const plan = requested ?? planToOffer(current);
  const isHigher = RANK.indexOf(plan) > RANK.indexOf(current.plan);
  if (!isHigher && !(plan === current.plan && current.status === 'trialing'))
    throw new ApiError('invalid_state', `The workspace is on the plan ${current.plan}; a checkout leads to a higher one.`);
  return plan;
}

/** Repeated for one intent it is the same page: the processor knows the key. */
async function openPage(base: Base, intent: CheckoutIntent): Promise<CheckoutPayload> {
  const { workspaceId, requested } = intent;
  await closeOpen(base, workspaceId);
  return paymentPage(base, { workspaceId, plan: planFor(base, workspaceId, requested), at: addressIn(intent) });
}

interface CheckoutRequest {
  workspaceId: string;
  requested: PlanName | null;
  principal: Principal;
}

function planCheckout(tx: Base, { workspaceId, requested, principal }: CheckoutRequest): Planned<CheckoutIntent> {
  const { hash, ...at } = handoffAddress(tx);
  const { plan, status } = workspaceOf(tx, workspaceId);
  const intent = { workspaceId, requested, at: { ...at, hash: hash.toString('base64') }, principal: raiserOf(principal) };
  return { intent, live: { plan, status } };
}

/** Plans a checkout in the transaction that makes its workspace; answers the intent, for `runCheckout`. */
export const addCheckout = (tx: Base, request: CheckoutRequest): string =>
  addIntent(tx, {
    operation: createCheckoutSession.id,
    workspaceId: request.workspaceId,
    key: undefined,
    planned: planCheckout(tx, request),
  });

const checkoutAnswer = z.object({ data: contractShape('Checkout') });

/** @throws ApiError when it cannot be opened now. */
export const runCheckout = async (base: AfterBase, intentId: string): Promise<Checkout> =>
  checkoutAnswer.parse(await runIntent(base, intentId)).data;

export const createCheckoutSession = outsideEffect('createCheckoutSession', {
  plan: ({ principal, workspaceId, body }, tx) => {
    if (storefrontOf(tx, workspaceId))
      throw new ApiError(
        'invalid_state',
        'The plan of this workspace is chosen with shopify-plan-selection; its store pays there.',
      );
    if (!tx.config.plans)
      throw new ApiError('invalid_state', 'Plans do not apply in this installation: nothing is limited, and nothing is paid.');
    return planCheckout(tx, { workspaceId, requested: body?.plan ?? null, principal });
  },
  apply: ({ intent }, base) => openPage(base, intent),
  verify: async ({ intent }, base) => ({ applied: await openPage(base, intent) }),
  finish: (tx, { intent, outcome }) => {
    const { principal, workspaceId } = intent;
    const { checkout } = raiseCheckout(tx, { workspaceId, at: addressIn(intent) }, { payload: outcome, principal });
    return { data: checkout, outcome: 'created' };
  },
});

const BY_SHOPIFY = 'The app that set the workspace up bills it to the Shopify store; an owner confirms the plan here.';
const BY_NOBODY = 'This installation charges nothing: an owner confirms the plan here.';

/** The texts and effects of handoffs of this kind. */
export const checkoutKind: HandoffKind = {
  role: 'owner',
  describe: (base, handoff) => {
    const { plan, stripe, storefront } = payloadOf(handoff);
    const { name } = workspaceOf(base, handoff.workspaceId);
    const { activeProfiles } = limitsOf(base, plan);
    return {
      title: `The plan ${plan} for ${name}`,
      text: [
        `The workspace "${name}" requests the plan ${plan}, with up to ${activeProfiles} active profiles.`,
        stripe ? 'It is paid on a page of the payment processor.' : storefront ? BY_SHOPIFY : BY_NOBODY,
      ],
      approve: stripe ? { label: 'Go to the payment', href: stripe.url } : { label: `Confirm the plan ${plan}` },
      reject: 'Not now',
    };
  },
  approved: (base, handoff, { actor }) => apply(base, handoff, actor, undefined),
  close: closePage,
  rejected: (base, handoff, actor) => endTrial(base, { workspaceId: handoff.workspaceId, plan: payloadOf(handoff).plan, actor }),
  isDecidedElsewhere: (handoff) => payloadOf(handoff).stripe !== undefined,
  decidedElsewhere: async (base, handoff) => {
    const { stripe: at } = payloadOf(handoff);
    const stripe = createStripe(base.config);
    if (!at || !stripe) return undefined;
    const { status, customer, subscription } = await stripe.checkout(at.session);
    if (status !== 'complete' || subscription === null) return undefined;
    const paid = paidFrom(await stripe.subscription(subscription), { customerRef: customer, subscriptionRef: subscription });
    const earlier = paidOf(base, handoff.workspaceId)?.subscriptionRef;
    if (earlier && earlier !== subscription) await stripe.cancelSubscription(earlier);
    return { decidedBy: 'processor:stripe', apply: (tx) => apply(tx, handoff, 'processor:stripe', paid) };
  },
};

/** Puts the workspace on the plan; answers what `GET …/subscription` answers. Done twice it is the same. */
function apply(
  base: Base,
  handoff: Handoff,
  actor: string,
  paid: Parameters<typeof putPaid>[1]['paid'] | undefined,
): Record<string, unknown> {
  const { workspaceId } = handoff;
  const { plan, storefront = 'local' } = payloadOf(handoff);
  base.state.tx(() => {
    if (!paid) checkRoom(base, workspaceId, plan);
    const elsewhere = { processor: storefront, periodStart: base.clock.now(), periodEnd: null, isPastDue: false } as const;
    putPaid(base, { workspaceId, plan, paid: paid ?? { ...elsewhere, customerRef: null, subscriptionRef: null }, actor });
  });
  return { subscription: shownSubscription(base, workspaceId) };
}
