// Deletes what attribution keeps of a profile, once nothing computes it any more; its files are deleted with the stores.
import type { Base } from '../../base/base.ts';
import { deleteInChunks } from '../../base/state/delete-in-chunks.ts';
import { forgetWarehouse, inTurn } from './advance.ts';
import { forgetCountedTypes } from './definitions.ts';
import { whenNotRecalling } from './recall.ts';
import { whenNotReplaying } from './replays.ts';

const STATEMENTS = ['settings', 'definitions', 'definition_reviews', 'channel_rules', 'quarantine'].map(
  (table) => `credit/attribution/${table}_purge`,
);

export async function purgeAttribution(base: Base, profileId: string): Promise<void> {
  await whenNotReplaying(base, profileId);
  await whenNotRecalling(base);
  await inTurn(base, profileId, async () => {
    forgetWarehouse(base, profileId);
    forgetCountedTypes(base, profileId);
    await deleteInChunks(base.state, STATEMENTS, { profile_id: profileId });
  });
}
