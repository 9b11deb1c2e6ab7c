// Events from browser trackers: of little trust, repaired rather than refused, each on its own.
import type { IntakeBase } from '../../base/base.ts';
import { ApiError } from '../../base/contract/api-error.ts';
import { isHostile } from '../../base/contract/hostile.ts';
import { type Answer, type Call, type Client, factIntake } from '../../base/contract/operation.ts';
import { readShape } from '../../base/contract/schemas.ts';
import { withoutWww } from '../../base/kit/domains.ts';
import { browserText, isJoinToken, redeemJoinToken, sealJoinToken } from '../identity/index.ts';
import {
  INTERNAL_MARK,
  internalTest,
  isOwnHost,
  profileOfTrackingKey,
  QUARANTINE_MARK,
  trackingSettings,
} from '../tracking/index.ts';
import { refusalOf, type TakenEvent, takeEvents } from './accept.ts';
import { cookieIdsOf } from './enrich/cookie-ids.ts';
import { repair } from './enrich/texts.ts';
import type { EventInput } from './event-input.ts';
import type { EventRow } from './load/event-row.ts';
import { countRefusedEvents, type Sender } from './sender-counts.ts';
import { adWordOf, keepBrowserSignals, type SeenBrowser } from './signals.ts';

type CollectCall = Call<'collectEvents'>;

/** The event as intake knows it: known fields only, and nothing of itself that the door knows better. */
function rowOf(sent: unknown, call: CollectCall, leftOut: LeftOut): EventRow | { reason: string } {
  const isOdd = isHostile(sent);
  const { value: event, fault } = readShape('CollectEvent', isOdd ? repair(sent) : sent);
  if (fault) return { reason: fault.path === '' ? `The event ${fault.message}.` : `${fault.path}: ${fault.message}.` };
  const { client = {}, body } = call;
  const { event_id, event_type, event_name, client_time, occurred_at, url, referrer, page_title, engaged_seconds } = event;
  const { idempotency_key, value, deal_id, user_traits, click_ids, utm, ad, properties, svc_t } = event;
  const left_out_as = leftOut.as ?? (String(event.svc_internal) === '1' ? `${INTERNAL_MARK} device` : undefined);
  const flags = [...(isOdd ? ['text_repaired'] : []), ...(client.gpc ? ['gpc'] : [])];
  const input: EventInput = {
    event_id,
    event_type,
    event_name,
    client_time,
    occurred_at,
    url,
    referrer,
    page_title,
    engaged_seconds,
    idempotency_key,
    value,
    deal_id,
    user_traits,
    click_ids,
    utm,
    ad,
    properties,
    svc_t,
    flags,
    anonymous_id: event.anonymous_id ?? body.anonymous_id,
    sent_at: body.sent_at,
    user_agent: client.userAgent,
    country: client.country,
    city: client.city,
    client_network: client.network,
  };
  // The same event sent again from another network is the same.
  return left_out_as === undefined ? { input } : { input: { ...input, left_out_as }, content: input };
}

/** Why all events of a post are left out of the figures, if they are. */
interface LeftOut {
  as?: string;
}

/** By the key, or by a network of the profile's own people; the address goes no further than this. */
function leftOutOf(base: IntakeBase, { profile: { profileId }, client, body }: CollectCall): LeftOut {
  const { internal_traffic: internal, quarantined_keys: quarantined } = trackingSettings(base, profileId);
  const keyId = quarantined.length > 0 ? profileOfTrackingKey(base, body.tracking_key)?.keyId : undefined;
  if (quarantined.some(({ id }) => id === keyId)) return { as: `${QUARANTINE_MARK} ${keyId}` };
  const isInternal = internal.networks.length > 0 && internalTest(base, internal)(client?.address?.() ?? '');
  return isInternal ? { as: `${INTERNAL_MARK} network` } : {};
}

/** The browsers that say something, with what the request shows of them; one no is a no. */
function browsersIn(events: readonly EventInput[], client: Client): SeenBrowser[] {
  const browsers = new Map<string, SeenBrowser>();
  for (const event of events) {
    const word = client.gpc ? 'no' : adWordOf(event);
    const anonymousId = String(event.anonymous_id ?? '');
    if (word === undefined || anonymousId === '') continue;
    const { word: earlier = word, signals = {} } = browsers.get(anonymousId) ?? {};
    const own = { ...signals, ...cookieIdsOf(event, false), user_agent: client.userAgent, ip: client.address?.() };
    browsers.set(anonymousId, { anonymousId, word: earlier === 'no' ? 'no' : word, signals: own });
  }
  return [...browsers.values()];
}

/** An event whose token joins its browser has none any more; one that means nothing is flagged on its way. */
function redeemed(base: IntakeBase, profileId: string, row: EventRow): EventRow {
  const { svc_t: token, url, anonymous_id } = row.input;
  const browser = browserText(anonymous_id);
  if (!isJoinToken(token) || browser === undefined || typeof url !== 'string') return row;
  const host = withoutWww(URL.parse(url)?.hostname ?? '');
  if (!redeemJoinToken(base, profileId, { token, browser, host })) return row;
  return { ...row, input: { ...row.input, svc_t: undefined }, content: row.content ?? row.input };
}

/** For a link to another host of the profile's own; there is none for any other host, and none without a browser. */
function linkTokenFor(base: IntakeBase, { body, profile: { profileId } }: CollectCall): string | undefined {
  const browser = browserText(body.anonymous_id);
  if (typeof body.link_to !== 'string' || browser === undefined) return undefined;
  const host = withoutWww(body.link_to.toLowerCase());
  return isOwnHost(base, profileId, host) ? sealJoinToken(base, profileId, { browser, host }) : undefined;
}

/** Entries that are no events, or have a field of another form. */
function countMisshapen(base: IntakeBase, { profile, body }: CollectCall, sender: Sender, rows: readonly object[]): void {
  for (const [index, row] of rows.entries()) {
    if (!('reason' in row)) continue;
    const event = body.events[index];
    const url = typeof event === 'object' && event !== null && 'url' in event ? event.url : undefined;
    countRefusedEvents(base, profile.profileId, {
      sender,
      code: 'validation_error',
      message: String(row.reason),
      url,
      events: 1,
    });
  }
}

/** Called by the collect door alone, which finds the profile by the key in the body and adds what it knows of the browser. */
export const collectEvents = factIntake('collectEvents', async (call: CollectCall, base): Promise<Answer<'collectEvents'>> => {
  if (call.body.events.length === 0 && typeof call.body.link_to !== 'string')
    throw new ApiError('validation_error', 'events: has no event.');
  const leftOut = leftOutOf(base, call);
  const rows = call.body.events.map((sent) => rowOf(sent, call, leftOut));
  const sound = rows.filter((row): row is EventRow => 'input' in row);
  await keepBrowserSignals(
    base,
    call.profile.profileId,
    browsersIn(
      sound.map(({ input }) => input),
      call.client ?? {},
    ),
  );
  const sender: Sender = { kind: 'tracking_key', credential: call.principal.credentialId };
  const taken = sound.map((row) => redeemed(base, call.profile.profileId, row));
  const results = await takeEvents(base, call.profile.profileId, taken, 'browser', sender);
  let next = 0;
  countMisshapen(base, call, sender, rows);
  const rejected = rows.flatMap((row, index) => {
    const reason = 'input' in row ? refusalOf(results[next++] as TakenEvent)?.error.message : row.reason;
    return reason === undefined ? [] : [{ index, reason }];
  });
  const link_token = linkTokenFor(base, call);
  return { data: { accepted: rows.length - rejected.length, rejected, ...(link_token === undefined ? {} : { link_token }) } };
});
