// One event as it was sent → one fact as it is kept: checked, its clock corrected, its address taken apart, its identifiers
// tokenised. A pure function of the input and the context. A server's mistake is refused by the name of its field; a
// browser's is repaired and flagged, so that no visit is lost.
//
// Flags: future_clamped, late_clamped (time set to received_at) · untrusted_value (money of a browser: kept, counts nothing) ·
// invalid_value, invalid_time, invalid_url, properties_dropped, click_id_dropped, reference_dropped (left out) · text_repaired,
// text_cut · pii_redacted (personal data taken out of what is kept in clear), url_redacted (that, or a password, of an address) · refused_<type> (an identifier that identifies
// nobody) · refused_link_token (changed, expired or another profile's) · expired_link_token · gpc.

import type { NewFact } from '../../base/journal/journal.ts';
import { registrableDomain } from '../../base/kit/domains.ts';
import { key62 } from '../../base/kit/ids.ts';
import type { EventBody } from './event-body.ts';
import type { EnrichContext, EventInput } from './event-input.ts';
import { PAGE_VIEW_TYPES } from './event-types.ts';
import { countryOf, identityOf } from './identity.ts';
import { DAYS, EARLIEST, MINUTES, parseInstant } from './instants.ts';
import { readAmount, readCurrency } from './money.ts';
import {
  addNamedClickIds,
  clickKeys,
  type Evidence,
  evidenceOfQuery,
  MOST_ID,
  MOST_UTM,
  noEvidence,
  originKey,
  originOf,
  readReferrer,
} from './origin.ts';
import { isInternalHost, readPageUrl } from './page-url.ts';
import { isNoId, isPlaceholder } from './placeholders.ts';
import { LIMITS, Reading, refused } from './reading.ts';
import { dedupeTextOf, outcomeNumber, referencesOf } from './references.ts';
import { contentHashOf } from './same-content.ts';
import { Scrubber } from './scrubber.ts';
import { cut } from './texts.ts';
import { agentOf } from './user-agent.ts';

/** Counts changes of what this file writes. */
export const SCHEMA_VERSION = 1;
const ENRICHED_BY = 'intake-1';

/** An ad was seen: a touch without a visit. */
const AD_VIEW = 'ad_view';
const AD_VIEW_MEDIUM = 'cpm';

const MOST_PROPERTIES = 32_768;
const MOST_BOT_AGENT = 300;
const MOST_ENGAGED_SECONDS = 86_400;

export const ACTION_SOURCES: ReadonlySet<string> = new Set([
  'website',
  'business_messaging',
  'physical_store',
  'system_generated',
  'app',
  'phone_call',
  'chat',
  'email',
  'other',
]);
const PAGE_VIEWS: ReadonlySet<string> = new Set(PAGE_VIEW_TYPES);
/** Microseconds since 1970: when it happened, by the receiver's clock. */
function timeOf(reading: Reading, receivedAt: number): number {
  const { event } = reading;
  const received = receivedAt * 1000;
  const instant = (field: 'occurred_at' | 'client_time' | 'sent_at'): number | undefined => {
    const value = event[field];
    if (value === undefined || value === null || value === '') return undefined;
    const at = parseInstant(value);
    if (at === undefined)
      reading.wrong(field, 'is no instant (ISO 8601 with a real date, or a number since 1970)', 'invalid_time');
    return at;
  };
  const happened = instant('client_time');
  const sent = instant('sent_at');
  const said = instant('occurred_at') ?? happened ?? received;
  const at = happened !== undefined && sent !== undefined ? received - (sent - happened) : said;
  if (at > received + 10 * MINUTES) {
    reading.flags.add('future_clamped');
    return received;
  }
  if (reading.strict) {
    if (at < EARLIEST) throw refused('occurred_at', 'lies before the year 2000');
    return at;
  }
  if (at >= received - 7 * DAYS) return at;
  reading.flags.add('late_clamped');
  return received;
}

/** Money, when the event carries any. */
function moneyOf(reading: Reading): { amount: string; currency: string } | undefined {
  const { value } = reading.event;
  if (value === undefined || value === null || value.amount === undefined || value.amount === null || value.amount === '')
    return undefined;
  const read = readAmount(value.amount);
  if (read.refused !== undefined) {
    reading.wrong('value.amount', read.refused, 'invalid_value');
    return undefined;
  }
  const currency = readCurrency(value.currency);
  if (currency === undefined) {
    const missing = value.currency === undefined || value.currency === null || value.currency === '';
    reading.wrong('value.currency', missing ? 'is required with an amount' : 'is no ISO 4217 code', 'invalid_value');
    return undefined;
  }
  if (!reading.strict) reading.flags.add('untrusted_value');
  return { amount: read.amount, currency };
}

/** What the sender says of the origin wins over the page's query. */
function addNamedEvidence(reading: Reading, evidence: Evidence, scrub: Scrubber): void {
  const { event } = reading;
  if (event.utm) {
    for (const [name, value] of Object.entries(event.utm)) {
      const field = name.toLowerCase().replace(/^utm_/, '');
      const text = reading.text(`utm.${field}`, value, MOST_UTM);
      if (text === undefined || (field === 'id' ? isNoId(text) : isPlaceholder(text))) continue;
      if (field === 'id') evidence.ad.campaign_id ??= scrub.id(text);
      else if (field === 'source' || field === 'medium' || field === 'campaign' || field === 'term' || field === 'content')
        evidence.utm[field] = scrub.text(text);
    }
  }
  if (event.ad) {
    for (const field of ['campaign_id', 'adset_id', 'ad_id'] as const) {
      const text = reading.text(`ad.${field}`, event.ad[field], MOST_ID);
      if (text !== undefined && !isNoId(text)) evidence.ad[field] = scrub.id(text);
    }
    const platform = reading.text('ad.platform', event.ad.platform, LIMITS.platform);
    if (platform !== undefined && !isPlaceholder(platform)) evidence.ad.platform = scrub.word(platform.toLowerCase());
  }
  if (event.click_ids) addNamedClickIds(evidence, scrub.ids(event.click_ids));
  if (evidence.dropped > 0) reading.wrong('click_ids', 'holds a value that is no click id', 'click_id_dropped');
}

/** Who sees an ad was paid for, whether its spend is known or not. */
function markBought({ ad, utm }: Evidence): void {
  const names = [ad.platform, ad.campaign_id, ad.adset_id, ad.ad_id, utm.source, utm.campaign];
  if (names.some((name) => name !== undefined)) utm.medium ??= AD_VIEW_MEDIUM;
}

/** The page an event happened on. An address that is none is noted, whoever sent it: the event still happened. */
function pageOf(reading: Reading, scrub: Scrubber): ReturnType<typeof readPageUrl> {
  const text = reading.text('url', reading.event.url, LIMITS.url);
  if (text === undefined) return undefined;
  const page = readPageUrl(text, scrub);
  if (!page) reading.flags.add('invalid_url');
  if (page?.redacted) reading.flags.add('url_redacted');
  return page;
}

function sourceUrlOf(reading: Reading, scrub: Scrubber): string | undefined {
  const text = reading.text('event_source_url', reading.event.event_source_url, LIMITS.event_source_url);
  if (text === undefined) return undefined;
  const page = readPageUrl(text, scrub);
  if (!page) reading.wrong('event_source_url', 'is no http or https address', 'invalid_url');
  if (page?.redacted) reading.flags.add('url_redacted');
  return page?.url;
}

/** A referrer of the page's own registrable domain is no evidence. */
function foreignReferrer(reading: Reading, pageHost: string): ReturnType<typeof readReferrer> {
  const { referrer } = reading.event;
  if (typeof referrer !== 'string' || referrer === '') return undefined;
  const read = readReferrer(cut(referrer.trim(), LIMITS.referrer));
  return read && read.domain !== registrableDomain(pageHost) ? read : undefined;
}

function propertiesOf(reading: Reading): Record<string, unknown> | undefined {
  const { properties } = reading.event;
  if (properties === undefined || properties === null) return undefined;
  if (typeof properties !== 'object' || Array.isArray(properties)) {
    reading.wrong('properties', 'must be an object', 'properties_dropped');
    return undefined;
  }
  for (const _ in properties) {
    if (JSON.stringify(properties).length <= MOST_PROPERTIES) return properties;
    reading.wrong('properties', `is longer than ${MOST_PROPERTIES} characters of JSON`, 'properties_dropped');
    break;
  }
  return undefined;
}

function engagedSecondsOf(reading: Reading): number | undefined {
  const value = reading.event.engaged_seconds;
  if (value === undefined || value === null || value === '') return undefined;
  const seconds = typeof value === 'object' ? Number.NaN : Number(value);
  if (seconds >= 0 && seconds <= MOST_ENGAGED_SECONDS) return seconds;
  reading.wrong('engaged_seconds', `must be between 0 and ${MOST_ENGAGED_SECONDS}`, 'invalid_value');
  return undefined;
}

function actionSourceOf(reading: Reading): string | undefined {
  const text = reading.text('action_source', reading.event.action_source, 64);
  if (text === undefined || ACTION_SOURCES.has(text)) return text;
  reading.wrong('action_source', 'is none of the known sources', 'text_repaired');
  return undefined;
}

/**
 * The fact of an event.
 * @param content What was sent, before any default of ours; compared when an outcome's key comes again. The input when absent.
 * @throws ApiError `validation_error` naming the field.
 */
export function enrichEvent(input: EventInput, context: EnrichContext, content: unknown = input): NewFact {
  const reading = new Reading(input, context.trust === 'server');
  const { event, flags, strict } = reading;
  const scrub = new Scrubber(event, context.tokens);
  const sentType = reading.text('event_type', event.event_type, LIMITS.event_type);
  if (sentType === undefined) throw refused('event_type', 'is required');
  const eventType = scrub.word(sentType);
  const occurredAt = timeOf(reading, context.receivedAt);

  const page = pageOf(reading, scrub);
  // The page on which an ad is seen is somebody else's: how its reader came to it says nothing of the ad.
  const isAdView = eventType === AD_VIEW;
  const evidence = page && !isAdView ? evidenceOfQuery(page.query) : noEvidence();
  addNamedEvidence(reading, evidence, scrub);
  if (isAdView) markBought(evidence);
  const origin = originOf(evidence, page && !isAdView ? foreignReferrer(reading, page.host) : undefined);

  const value = moneyOf(reading);
  const references = referencesOf(reading, context, value !== undefined);
  const identity = identityOf(reading, context, page !== undefined);
  const agentText = reading.text('user_agent', event.user_agent, LIMITS.user_agent);
  const agent = agentText === undefined ? undefined : agentOf(agentText);
  const properties = propertiesOf(reading);
  const dealId = reading.opaque('deal_id', event.deal_id, LIMITS.deal_id);
  const dedupeText = dedupeTextOf(reading, references.outcomeKey !== undefined);

  const body: EventBody = {
    origin_id: originKey(origin),
    origin,
    is_page_view: page !== undefined && PAGE_VIEWS.has(eventType),
    // Where an ad is seen is no visit of ours.
    has_page: page !== undefined && !isAdView,
    // A payment is a payment, whatever library reported it: only visits can be a bot's.
    is_bot: agent?.isBot === true && (!strict || page !== undefined),
    // A page on a developer's own machine, seen by a tracker; a backfilled file may come from anywhere. Or the sender says so.
    is_internal: (!strict && page !== undefined && isInternalHost(page.host)) || properties?.['is_internal'] === true,
    enriched_by: ENRICHED_BY,
  };
  const set = <K extends keyof EventBody>(name: K, part: EventBody[K] | undefined): void => {
    if (part !== undefined) body[name] = part as EventBody[K];
  };
  const setText = (name: 'event_name' | 'page_title' | 'browser' | 'os', text: string | undefined): void =>
    set(name, text === undefined ? undefined : scrub.text(text));
  setText('event_name', reading.text('event_name', event.event_name, LIMITS.event_name));
  if (page) {
    body.url = page.url;
    body.host = page.host;
    body.path = page.path;
  }
  setText('page_title', reading.text('page_title', event.page_title, LIMITS.page_title));
  set('utm_term', evidence.utm.term);
  set('utm_content', evidence.utm.content);
  if (evidence.clickIds.size > 0) {
    const { clicks, hash } = clickKeys(evidence.clickIds);
    body.click_ids = Object.fromEntries(evidence.clickIds);
    if (clicks.length > 0) body.clicks = clicks;
    body.click_hash = hash;
    // A click after the event cannot have led to it.
    if (evidence.clickedAt !== undefined && evidence.clickedAt <= occurredAt && evidence.clickedAt >= EARLIEST)
      body.clicked_at = evidence.clickedAt;
  }
  set('visitor_key', identity.browser?.visitorKey);
  if (identity.identifiers.length > 0) body.identifiers = identity.identifiers;
  if (body.is_bot && agentText !== undefined) body.bot_agent = scrub.text(cut(agentText, MOST_BOT_AGENT));
  set('device', agent?.device);
  setText('browser', agent?.browser);
  setText('os', agent?.os);
  set('country', countryOf(event.country) ?? (page ? undefined : countryOf(event.user_traits?.country)));
  set('city', reading.text('city', event.city, LIMITS.city));
  set('client_network', reading.text('client_network', event.client_network, LIMITS.client_network));
  set('engaged_seconds', engagedSecondsOf(reading));
  if (value) {
    body.value_amount = value.amount;
    body.currency = value.currency;
  }
  if (references.outcomeKey) body.outcome_key = outcomeNumber(references.outcomeKey).toString();
  if (references.refundOf) body.refund_of_key = outcomeNumber(references.refundOf).toString();
  if (references.installmentOf) body.installment_of_key = outcomeNumber(references.installmentOf).toString();
  if (dealId !== undefined) body.deal_key = key62(`deal:${context.tokens.token('deal', dealId)}`).toString();
  set('action_source', actionSourceOf(reading));
  set('event_source_url', sourceUrlOf(reading, scrub));
  set('properties', properties && scrub.object(properties));
  if (scrub.found) flags.add('pii_redacted');
  if (flags.size > 0) body.flags = [...flags].sort();

  return {
    profileId: context.profileId,
    kind: 'event',
    schemaVersion: SCHEMA_VERSION,
    receivedAt: context.receivedAt,
    occurredAt,
    trust: context.trust,
    eventType,
    body: JSON.stringify(body),
    ...(dedupeText === undefined ? {} : { dedupeHash: key62(dedupeText) }),
    ...(identity.browser === undefined ? {} : { anonymousToken: identity.browser.token }),
    ...(identity.identifiers.length === 0 ? {} : { identifierTokens: identity.identifierTokens }),
    ...(identity.traits === undefined ? {} : { traits: identity.traits }),
    ...(references.outcomeKey === undefined ? {} : { outcomeKey: references.outcomeKey, contentHash: contentHashOf(content) }),
  };
}
