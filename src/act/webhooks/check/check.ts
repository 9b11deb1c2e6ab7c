// A check of a receiver: requests as it meets them in its life, sent on the way of real deliveries, and what the receiver did with each, in
// words. Nothing is stored; the events are examples under ids of their own.
import type { ReadBase } from '../../../base/base.ts';
import { machineTime } from '../../../base/kit/clock.ts';
import { webhookTarget } from '../../../providers/http/webhook-target.ts';
import { Secret } from '../../../providers/secret.ts';
import { acceptSecret } from '../secrets.ts';
import { type Subscription, secretsOf, subscriptionsOf } from '../subscription.ts';
import { conversionProbes } from './conversion-probes.ts';
import { lineTo, type Probe, wordsOf } from './reply.ts';
import { webhookProbes } from './webhook-probes.ts';

/** An event whose arrival does little, where the caller names none. */
const QUIET_TYPE = 'replay.completed';

export interface CheckOptions {
  profileId: string;
  url: string;
  kind: 'webhooks' | 'conversions';
  /** Of webhooks: where absent, that of the profile's subscription with this URL. */
  secret?: string | undefined;
  type?: string | undefined;
}

/** The caller named no secret, and none is known. */
export class SecretMissing extends Error {}

export interface Checked {
  url: string;
  kind: CheckOptions['kind'];
  is_right: boolean;
  probes: { probe: string; sent: string; received: string; is_right: boolean; meaning: string }[];
  /** Probes that were not played, as the first one was not accepted. */
  not_played: string[];
  /** What the receiver must have once now. */
  expected_once: { id: string; type?: string }[];
}

/** @throws OutsideRefusal for a URL to which nothing is sent, SecretMissing, ApiError for a secret of another form. */
export async function checkReceiver(base: ReadBase, options: CheckOptions): Promise<Checked> {
  const { url, kind } = options;
  const target = webhookTarget(base);
  await target.check(url);
  const { probes, expected } = probesOf(base, options);
  const line = lineTo(target, url);
  const played: Checked['probes'] = [];
  for (const { name, sent, play } of probes) {
    const { reply, verdict } = await play(line);
    played.push({ probe: name, sent, received: wordsOf(reply), is_right: verdict.isRight, meaning: verdict.meaning });
    if (played.length === 1 && !verdict.isRight) break;
  }
  return {
    url,
    kind,
    is_right: played.every(({ is_right }) => is_right),
    probes: played,
    not_played: probes.slice(played.length).map(({ name }) => name),
    expected_once: played.length === 1 ? [] : expected,
  };
}

function probesOf(
  base: ReadBase,
  { profileId, url, kind, secret, type }: CheckOptions,
): { probes: Probe[]; expected: Checked['expected_once'] } {
  const now = base.clock.now();
  if (kind === 'conversions') {
    if (secret === undefined)
      throw new SecretMissing('Name the secret of the endpoint; it was shown when the destination was made.');
    return conversionProbes({ secret: new Secret(secret), now });
  }
  const subscription = subscriptionsOf(base, profileId).find((each) => each.url === url);
  const secrets = secret === undefined ? knownSecrets(base, subscription) : [{ secret: acceptSecret(secret), until: null }];
  if (secrets.length === 0)
    throw new SecretMissing('The profile has no subscription with this URL: name the secret that the receiver verifies with.');
  return webhookProbes({ type: type ?? typeFor(subscription), profileId, secrets, now: machineTime(base.clock) });
}

const knownSecrets = (base: ReadBase, subscription: Subscription | undefined) =>
  subscription ? secretsOf(base, subscription) : [];

/** One that the subscription takes. */
function typeFor(subscription: Subscription | undefined): string {
  const [first = QUIET_TYPE] = subscription?.eventTypes ?? [];
  return first === '*' || subscription?.eventTypes.includes(QUIET_TYPE) ? QUIET_TYPE : first;
}
