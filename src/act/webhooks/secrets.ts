// The secrets of a subscription and the signatures of its deliveries, as Standard Webhooks 1.0 has them. Secrets are sealed with the profile's
// key; an earlier one is valid beside the present one until its time is over.
import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Base, ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { readJson } from '../../base/kit/stored-json.ts';
import { openSecret, Secret, sealSecret } from '../../providers/secret.ts';

const PREFIX = 'whsec_';
const NEW_BYTES = 32;
const MIN_BYTES = 24;
const MAX_BYTES = 64;
/** Signatures of one header. */
const MAX_SECRETS = 5;
const HOUR_MS = 3_600_000;

const stored = z.array(z.object({ secret: z.string(), until: z.number().nullable() })).min(1);

/** The newest first; it alone has no end. */
export interface WebhookSecret {
  secret: string;
  until: number | null;
}

/** The signing key: the decoded text after the prefix. */
const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/** The caller's secret, or a new one. @throws ApiError for one of another form or length. */
export function acceptSecret(named: string | undefined): string {
  if (named === undefined) return PREFIX + randomBytes(NEW_BYTES).toString('base64');
  const key = keyOf(named);
  const isWhole = named.startsWith(PREFIX) && key.toString('base64') === named.slice(PREFIX.length);
  if (!isWhole || key.length < MIN_BYTES || key.length > MAX_BYTES)
    throw new ApiError('validation_error', `secret: must be ${PREFIX} and ${MIN_BYTES} to ${MAX_BYTES} bytes in base64.`);
  return named;
}

const contextOf = (subscriptionId: string): string => `webhook ${subscriptionId} secrets`;

type Place = { profileId: string; subscriptionId: string };

export const sealSecrets = (base: Pick<Base, 'state'>, { profileId, subscriptionId }: Place, secrets: readonly WebhookSecret[]) =>
  sealSecret(base, profileId, contextOf(subscriptionId), new Secret(JSON.stringify(secrets)));

/** The secrets that are valid now. */
export function openSecrets(base: ReadBase, { profileId, subscriptionId }: Place, sealed: Uint8Array): WebhookSecret[] {
  const text = openSecret(base, profileId, contextOf(subscriptionId), sealed).reveal();
  const now = base.clock.now();
  return readJson('webhook_subscriptions.secrets', stored, text).filter(({ until }) => until === null || until > now);
}

/** @throws ApiError when more secrets overlap than a receiver can be expected to compare. */
export function rotateSecrets(
  secrets: readonly WebhookSecret[],
  { secret, overlapHours, now }: { secret: string; overlapHours: number; now: number },
): WebhookSecret[] {
  if (secrets.some((each) => each.secret === secret))
    throw new ApiError('validation_error', 'rotate_secret.secret: is in use already.');
  const present: WebhookSecret = { secret, until: null };
  if (overlapHours === 0) return [present];
  const end = now + overlapHours * HOUR_MS;
  const all = [present, ...secrets.map((each) => ({ secret: each.secret, until: each.until ?? end }))];
  if (all.length > MAX_SECRETS)
    throw new ApiError('invalid_state', `At most ${MAX_SECRETS} secrets overlap; wait, or rotate with overlap_hours 0.`);
  return all;
}

/** The headers of one attempt; `at` in milliseconds. */
export function signedHeaders(
  secrets: readonly WebhookSecret[],
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const timestamp = Math.floor(at / 1000);
  const signatureOf = ({ secret }: WebhookSecret): string =>
    `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(signatureOf).join(' '),
  };
}
