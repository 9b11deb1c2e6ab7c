// TikTok's Events API. A bad event stops a request, and the text of the refusal has its index.
import { z } from 'zod';
import type { TikTokApi } from '../tiktok/api.ts';
import type { Built, DestinationKind, DestinationSettings, Skipped } from './destination.ts';
import { TIKTOK_NAMES } from './event-names.ts';
import { digest, digests } from './hashing/digest.ts';
import { TIKTOK } from './hashing/rules.ts';
import { destinationKind, keysOf, type NamedEvent, numberOf, secondsOf, skipped, withoutEmpty } from './kind.ts';
import { receiptOfNamed } from './named-refusal.ts';
import { sendingTo } from './target-refusal.ts';

const DAY_MS = 86_400_000;
/** About the pixel, app or offline set of the request, and no event of it. */
const OF_PIXEL = /^(?!.*Batch\.\d).*(event_source|pixel)/is;

export const tiktokConversions = (api: TikTokApi): DestinationKind =>
  destinationKind({
    id: 'tiktok',
    limits: {
      batch: 1_000,
      maxAgeMs: 7 * DAY_MS,
      dedupWindowMs: 47 * 3_600_000,
      namesIndex: true,
      canRestate: false,
      canRetract: false,
    },
    names: TIKTOK_NAMES,
    safeFields: { platform_safe: ['emails', 'phones', 'externalId', 'ttclid', 'ttp'], hipaa: ['ttclid', 'ttp'] },
    signals: ['user_agent', 'ip', 'ttp'],
    build,
    send: async (grant, settings, payloads) => {
      const source = payloads[0]?.lane ?? 'web';
      const account = targetOf(settings, source);
      const json = {
        event_source: source,
        event_source_id: account,
        ...(settings.testCode === undefined ? {} : { test_event_code: settings.testCode }),
        data: payloads.map(({ body }) => body),
      };
      return receiptOfNamed(/Batch\.(\d+)\.([\w.]+)/, async () => {
        const request = { method: 'POST', path: 'event/track/', json, account } as const;
        await sendingTo(OF_PIXEL, () => api.data(request, z.unknown(), grant));
        return { rejected: [], acceptedOthers: true };
      });
    },
  });

const targetOf = ({ targetId, appTargetId, offlineTargetId }: DestinationSettings, source: string): string =>
  ({ app: appTargetId, offline: offlineTargetId })[source] ?? targetId;

/** Where the settings have no place for an app's or an offline event, it goes to the pixel. */
function sourceOf({ actionSource }: NamedEvent, { appTargetId, offlineTargetId }: DestinationSettings): string {
  if (actionSource === 'website') return 'web';
  if (actionSource === 'app') return appTargetId === undefined ? 'web' : 'app';
  return offlineTargetId === undefined ? 'web' : 'offline';
}

function build(event: NamedEvent, settings: DestinationSettings): Built | Skipped {
  const { person, actionSource } = event;
  const { ttclid, ttp } = person.clickIds;
  const id = digest(TIKTOK.external_id, person.externalId);
  const strong = {
    email: digests(TIKTOK.email, person.emails),
    phone: digests(TIKTOK.phone, person.phones),
    external_id: id === undefined ? [] : [id],
    ttclid,
    ttp,
  };
  const place = (text: string | undefined): string | undefined => (text === undefined ? undefined : TIKTOK.place(text));
  const weak = {
    first_name: digest(TIKTOK.name, person.firstName),
    last_name: digest(TIKTOK.name, person.lastName),
    city: place(person.city),
    state: place(person.region),
    country: place(person.country),
    zip_code: digest(TIKTOK.zip_code, person.postalCode),
    ip: person.ip,
    user_agent: person.userAgent,
  };
  const hasBrowser = person.ip !== undefined && person.userAgent !== undefined;
  if (keysOf(strong).length === 0 && !hasBrowser) return skipped('no_match_key');
  const properties = withoutEmpty({
    value: numberOf(event.value),
    currency: event.value?.currency,
    order_id: event.orderId,
  });
  const body = {
    event: event.at.name,
    event_time: secondsOf(event.occurredAt),
    event_id: event.eventId,
    user: withoutEmpty({ ...strong, ...weak }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(actionSource === 'website' && event.pageUrl !== undefined ? { page: { url: event.pageUrl } } : {}),
    ...(settings.isLimitedDataUse ? { limited_data_use: true } : {}),
  };
  return { payload: { lane: sourceOf(event, settings), body }, matchKeys: keysOf({ ...strong, ...weak }), actionSource };
}
