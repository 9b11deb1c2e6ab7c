// The dataset of a profile's messaging account at Meta, which conversions of conversations go to: requested from Meta once, before the first
// conversion is sent, and kept with the destination.
import type { Base } from '../../base/base.ts';
import { ProviderFailure } from '../../providers/http/failure.ts';
import { renewingOnce } from '../connections/index.ts';
import { type Destination, findDestination } from './destination.ts';
import { datasetsOf, grantOf } from './kinds.ts';
import { storedSettings } from './stored.ts';

const NAME = 'Tributary conversations';

/** @throws ProviderFailure */
export async function withMessagingDataset(base: Base, destination: Destination): Promise<Destination> {
  const { kind, settings } = destination;
  const { messagingAccountId: account } = settings;
  const datasets = datasetsOf(base);
  if (kind !== 'meta' || !datasets || account === undefined || settings.messagingDatasetId !== undefined) return destination;
  const messagingDatasetId = await requested(async () => {
    const grant = await grantOf(base, destination);
    return renewingOnce(grant, () => datasets.messagingDataset(grant, account, NAME));
  });
  return base.state.tx(() => {
    const now = findDestination(base, destination.destinationId);
    if (now?.settings.messagingAccountId !== account) return destination;
    if (now.settings.messagingDatasetId !== undefined) return now;
    const next = { ...now, settings: { ...now.settings, messagingDatasetId } };
    base.state.statement('act/sync/destination_change').run({
      destination_id: now.destinationId,
      name: now.name,
      connection_id: now.connectionId,
      secret: now.sealedSecret,
      settings: storedSettings.write(next.settings),
      target_key: null,
      now: base.clock.now(),
    });
    return next;
  });
}

/** A refusal of this account is about the settings: no new connection is needed. */
async function requested(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderFailure) || !['rejected', 'refused', 'not_found', 'conflict'].includes(error.outcome))
      throw error;
    throw new ProviderFailure(error.provider, 'misconfigured', error.message, error.details);
  }
}
