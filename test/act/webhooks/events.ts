// What was announced of a profile, for tests of any slice: a subscription to all types whose URL is never dialled.
import { sealSecrets } from '../../../src/act/webhooks/secrets.ts';
import type { Base } from '../../../src/base/base.ts';

const SUBSCRIPTION = '00000000-0000-4000-8000-00000000e7e7';

interface AnnouncedEvent {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** From now on; answers what has been announced since. Lanes must not run: what they send leaves this list. */
export function recordEvents(
  base: Base,
  profileId: string,
  { personalDataBy, subscriptionId = SUBSCRIPTION }: { personalDataBy?: string; subscriptionId?: string } = {},
): () => AnnouncedEvent[] {
  const place = { profileId, subscriptionId };
  base.state.statement('act/webhooks/subscription_add').run({
    subscription_id: subscriptionId,
    profile_id: profileId,
    url: 'https://192.0.2.1/',
    description: null,
    event_types: '["*"]',
    includes_personal_data: personalDataBy !== undefined,
    created_by: 'test',
    now: base.clock.now(),
    personal_data_by: personalDataBy ?? null,
    secrets: sealSecrets(base, place, [{ secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', until: null }]),
  });
  return () =>
    base.state
      .statement('act/webhooks/outbox_list')
      .all({ subscription_id: subscriptionId, limit: 5_000 })
      .map(({ body }) => JSON.parse(body) as AnnouncedEvent);
}
