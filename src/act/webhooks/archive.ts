// Subscriptions of archived profiles: nothing is sent any more, inside the transaction that archives them, which is audited as one change.
import type { Base } from '../../base/base.ts';
import type { ArchiveCounts } from '../../base/contract/slice-hooks.ts';

export function archiveSubscriptions(base: Base, { profileIds }: { profileIds: readonly string[] }): Partial<ArchiveCounts> {
  const { changes } = base.state
    .statement('act/webhooks/subscriptions_archive')
    .run({ profile_ids: JSON.stringify(profileIds), now: base.clock.now() });
  return { webhook_subscriptions_paused: changes };
}
