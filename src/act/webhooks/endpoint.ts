// The state of an endpoint after its attempts: the beginning of its failures, the length of its pause, and the time at which it is disabled.
import { queueMail } from '../../account/people/index.ts';
import { findProfile, workspaceMembers } from '../../account/places/index.ts';
import { profileSettings } from '../../account/profiles/index.ts';
import type { Base } from '../../base/base.ts';
import { DISABLED_AFTER_MS } from './schedule.ts';
import { findSubscription, type Subscription, setSubscriptionStatus } from './subscription.ts';

interface Outcome {
  /** An attempt was accepted; otherwise all failed. */
  isAccepted: boolean;
  /** Nothing is sent for so long. */
  pauseMs: number;
}

/** Writes only a change, so that accepted deliveries write no state. Answers whether it has failed for too long. */
export function noteOutcome(base: Base, { subscriptionId }: Subscription, { isAccepted, pauseMs }: Outcome): boolean {
  const now = base.clock.now();
  const { failingSince = null } = findSubscription(base, subscriptionId) ?? {};
  const next = isAccepted ? null : (failingSince ?? now);
  if (next !== failingSince)
    base.state.statement('act/webhooks/subscription_failing_set').run({ subscription_id: subscriptionId, failing_since: next });
  if (pauseMs > 0)
    base.state.statement('act/webhooks/subscription_throttle').run({ subscription_id: subscriptionId, until: now + pauseMs });
  return next !== null && now - next >= DISABLED_AFTER_MS;
}

/** The lane calls it and cancels pending deliveries. Nothing is sent until a user resumes the subscription; owners and admins get a mail. */
export function disableSubscription(base: Base, { subscriptionId }: Subscription, reason: 'failures' | 'gone'): void {
  base.state.tx(() => {
    const subscription = findSubscription(base, subscriptionId);
    if (!subscription || subscription.removedAt !== null || subscription.status !== 'active') return;
    setSubscriptionStatus(base, subscription, { status: 'disabled', reason });
    const workspaceId = findProfile(base, subscription.profileId)?.workspaceId;
    if (workspaceId === undefined) return;
    for (const { email, role } of workspaceMembers(base, workspaceId))
      if (role !== 'member') queueMail(base, { to: email, ...wordsFor(base, subscription, reason) });
  });
}

function wordsFor(base: Base, { profileId, url }: Subscription, reason: 'failures' | 'gone'): { subject: string; text: string } {
  const { name } = profileSettings(base, profileId);
  const why =
    reason === 'gone'
      ? 'The endpoint responded with status 410: it does not exist any more.'
      : 'For five days no attempt was accepted.';
  return {
    subject: `Webhooks of ${name} are disabled`,
    text: `Events of the profile ${name} are not sent any more to\n\n${url}\n\n${why} Pending deliveries were cancelled. When the endpoint works again, resume the subscription and have the deliveries sent again.\n`,
  };
}
