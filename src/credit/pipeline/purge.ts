// Deletes what attribution keeps of a profile, once nothing computes it any more; its files are deleted with the stores.
import type { Base } from '../../base/base.ts';
import { inTurn } from './advance.ts';
import { forgetWarehouse } from './ask.ts';
import { whenNotReplaying } from './replays.ts';

export async function purgeAttribution(base: Base, profileId: string): Promise<void> {
  await whenNotReplaying(base, profileId);
  await inTurn(base, profileId, async () => forgetWarehouse(base, profileId));
}
