// Events about connections, one for each change, announced in the transaction of the change.
import type { Base } from '../../base/base.ts';
import { announceEvent } from '../../base/contract/announce-event.ts';

export function announceConnection(
  tx: Base,
  type: 'channel.health.updated' | 'connection.reconnect_required' | 'connection.synced',
  { profileId, data }: { profileId: string; data: { connection_id: string } & Record<string, unknown> },
): void {
  const occurredAt = tx.clock.now();
  announceEvent(tx, { type, key: `${data.connection_id} ${occurredAt} ${JSON.stringify(data)}`, profileId, occurredAt, data });
}
