// Asks a platform about a destination before it is stored: one event of nobody, which the platform checks and does not count. A wrong key or pixel is said
// at once, in its words, and not with the first conversion. A platform that does not respond is not waited for: its first refusal is shown later.
import { randomUUID } from 'node:crypto';
import type { ReadBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import type { Call } from '../../base/contract/operation.ts';
import type { DestinationId, NeutralEvent } from '../../providers/conversions/destination.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { openSecret, Secret } from '../../providers/secret.ts';
import type { Destination } from './destination.ts';
import { kindsOf, secretContext } from './kinds.ts';

/** Platforms that check an event without counting it, under a code of tests. */
const PROBED: ReadonlySet<DestinationId> = new Set(['openai_ads']);
const TEST_CODE = 'check';

/** With a strong identifier that belongs to nobody: `example.com` has no mail. */
const probeEvent = (now: number): NeutralEvent => ({
  eventId: `check-${randomUUID()}`,
  occurredAt: now,
  eventName: 'lead',
  actionSource: 'other',
  kind: 'conversion',
  person: { emails: ['check@example.com'], phones: [], clickIds: {} },
});

type Body = Call<'putDestination'>['body'];

function tokenOf(base: ReadBase, { access_token }: Body, existing: Destination | undefined): Secret | undefined {
  if (access_token !== undefined) return new Secret(access_token);
  if (!existing?.sealedSecret) return undefined;
  return openSecret(base, existing.profileId, secretContext(existing.destinationId), existing.sealedSecret);
}

/** @throws ApiError `validation_error` where the platform knows the key or the target not. */
export async function probeDestination(base: ReadBase, body: Body, existing: Destination | undefined): Promise<void> {
  const kind = kindsOf(base).get(body.kind);
  const isNew = body.access_token !== undefined || body.settings.target_id !== existing?.settings.targetId;
  const token = tokenOf(base, body, existing);
  if (!kind || !PROBED.has(body.kind) || !isNew || token === undefined) return;
  const settings = { targetId: body.settings.target_id, testCode: TEST_CODE };
  const built = kind.build(probeEvent(base.clock.now()), settings, 'standard');
  if ('skip' in built) throw new Error(`the event of a check is skipped: ${built.skip}`);
  try {
    await kind.send({ accessToken: async () => token }, settings, [built.payload]);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    refuse(body.kind, error);
  }
}

function refuse(kind: DestinationId, { outcome, details }: ProviderFailure): void {
  const said = details.reason === undefined ? '' : ` Its answer: ${details.reason}`;
  if (outcome === 'reconnect' || outcome === 'forbidden')
    throw new ApiError('validation_error', `access_token: ${kind} does not accept this key.${said}`);
  if (outcome === 'misconfigured' || outcome === 'not_found' || outcome === 'rejected')
    throw new ApiError('validation_error', `settings.target_id: ${kind} does not accept an event for it.${said}`);
}
