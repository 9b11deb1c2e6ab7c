// What others are told of connections, once for each change: delivered to the slices that ask for it.
import { z } from 'zod';
import { hooksOf } from '../../base/contract/hooks.ts';
import { defineOutbox } from '../../base/work/outbox.ts';

const connectionEvent = z.object({
  type: z.enum(['channel.health.updated', 'connection.reconnect_required']),
  connection_id: z.string(),
  provider: z.string(),
  status: z.string(),
  reason: z.string().nullable(),
  at: z.number(),
});

export const connectionEvents = defineOutbox({
  kind: 'connection_event',
  payload: connectionEvent,
  key: ({ payload }) => payload.connection_id,
  leaseSeconds: 60,
  retry: { attempts: 8 },
  failureText: 'an event of a connection could not be delivered; the service retries automatically',
  deliver: async (base, { profileId, payload: { type, ...data } }) => {
    for (const { events } of hooksOf(base)) await events?.(base, { type, profileId, data });
  },
});
