// A message that came in as a fact: the event `message_received` of its person, with the ad that began the conversation as its touch. It has no text.
import { z } from 'zod';
import { defineJob, type JobKind } from '../../../base/work/job.ts';
import { acceptEvents, patiently } from '../../../collect/events/index.ts';

const payload = z.object({
  /** Names the message for ever, so that a repeat is no second fact. */
  key: z.string(),
  at: z.number(),
  phone: z.string().nullable(),
  clickId: z.string().nullable(),
  adId: z.string().nullable(),
});
type FactPayload = z.infer<typeof payload>;

const WHATSAPP = { kind: 'connection', credential: 'whatsapp' } as const;

export const factJob: JobKind<FactPayload> = defineJob<FactPayload>({
  kind: 'message_fact',
  payload,
  isSealed: true,
  concurrency: 4,
  leaseSeconds: 60,
  retry: { attempts: 20 },
  failureText: 'a message that came in could not be recorded as a fact; the service retries automatically',
  run: async (base, { profileId, payload: { key, at, phone, clickId, adId } }) => {
    const input = {
      ...{ event_type: 'message_received', idempotency_key: `whatsapp:${key}`, occurred_at: new Date(at).toISOString() },
      action_source: 'business_messaging',
      ...(phone === null ? {} : { user_traits: { phone: `+${phone}` } }),
      ...(clickId === null ? {} : { click_ids: { ctwa_clid: clickId } }),
      ...(adId === null ? {} : { ad: { platform: 'meta', ad_id: adId } }),
    };
    const [taken] = await patiently(() => acceptEvents(base, profileId, [{ input }], 'server', WHATSAPP));
    return taken?.status === 'rejected' ? { refused: taken.error.code } : {};
  },
});
