// One event as it was sent → one fact as it is stored: checked, its clock corrected, its address parsed, its identifiers tokenised. A pure function
// of the input and the context. A server's mistake is refused by the name of its field; a browser's is repaired and flagged, so that no visit is
// lost.
//
// Flags: future_clamped, late_clamped (time set to received_at) · untrusted_value (money of a browser: stored, counts nothing) · invalid_value,
// invalid_time, invalid_url, properties_dropped, click_id_dropped, reference_dropped (left out) · text_repaired, text_cut · pii_redacted (personal
// data removed from clear text), url_redacted (the same, or a password, in an address) · refused_<type> (an identifier that identifies no person) ·
// refused_link_token (changed, expired or another profile's) · expired_link_token · gpc · test_order, test_reference, test_address (says that it is a test) ·
// unknown_platform (an ad platform that the seeds do not know: kept as it was named) · invalid_tc_string (its string of consent says nothing).
import type { NewFact } from '../../../base/journal/journal.ts';
import { key62 } from '../../../base/kit/ids.ts';
import { storedKey } from '../../../base/kit/text-key.ts';
import { EARLIEST } from '../../../base/kit/time/instants.ts';
import { INTERNAL_MARK, QUARANTINE_MARK } from '../../tracking/pure.ts';
import type { EventBody } from '../event-body.ts';
import {
  actionSourceOf,
  engagedMsOf,
  foreignReferrer,
  leftDomainOf,
  moneyOf,
  pageOf,
  propertiesOf,
  sourceUrlOf,
  timeOf,
} from '../event-fields.ts';
import type { EnrichContext, EventInput } from '../event-input.ts';
import { PAGE_VIEW_TYPES } from '../event-types.ts';
import { resolvePlatform } from '../platforms.ts';
import { LIMITS, Reading, refused } from '../reading.ts';
import { contentHashOf } from '../same-content.ts';
import { withoutCookieIds } from './cookie-ids.ts';
import { countryOf, identityOf } from './identity.ts';
import {
  addNamedClickIds,
  clickKeys,
  type Evidence,
  evidenceOfQuery,
  MAX_ID,
  MAX_UTM,
  noEvidence,
  originKey,
  originOf,
  withKeys,
} from './origin.ts';
import { isInternalHost } from './page-url.ts';
import { isNoId, isPlaceholder } from './placeholders.ts';
import { dedupeTextOf, outcomeNumber, referencesOf } from './references.ts';
import { referrerSpamOf } from './referrer-spam.ts';
import { dealKeyOf, saleOf } from './sale.ts';
import { Scrubber } from './scrubber.ts';
import { markTests } from './test-order.ts';
import { cut } from './texts.ts';
import { agentOf } from './user-agent.ts';

/** Counts changes of what this file writes. */
export const SCHEMA_VERSION = 3;
const ENRICHED_BY = 'intake-1';

/** An ad was seen: a touch without a visit. */
const AD_VIEW = 'ad_view';
const AD_VIEW_MEDIUM = 'cpm';

const MAX_BOT_AGENT = 300;

const PAGE_VIEWS: ReadonlySet<string> = new Set(PAGE_VIEW_TYPES);

/** The origin in the sender's own fields wins over the page's query. */
function addNamedEvidence(reading: Reading, evidence: Evidence, scrub: Scrubber): void {
  const { event } = reading;
  if (event.utm) {
    for (const [name, value] of Object.entries(event.utm)) {
      const field = name.toLowerCase().replace(/^utm_/, '');
      const text = reading.text(`utm.${field}`, value, MAX_UTM);
      if (text === undefined || (field === 'id' ? isNoId(text) : isPlaceholder(text))) continue;
      if (field === 'id') evidence.ad.campaign_id ??= scrub.id(text);
      else if (field === 'source' || field === 'medium' || field === 'campaign' || field === 'term' || field === 'content')
        evidence.utm[field] = scrub.text(text);
    }
  }
  if (event.ad) {
    for (const field of ['campaign_id', 'adset_id', 'ad_id'] as const) {
      const text = reading.text(`ad.${field}`, event.ad[field], MAX_ID);
      if (text !== undefined && !isNoId(text)) evidence.ad[field] = scrub.id(text);
    }
    const account = reading.text('ad.account_id', event.ad.account_id, LIMITS.account_id);
    if (account !== undefined && !isNoId(account)) evidence.ad.account_id = scrub.id(account);
    const name = reading.text('ad.platform', event.ad.platform, LIMITS.platform);
    if (name !== undefined && !isPlaceholder(name)) {
      const { platform, isKnown } = resolvePlatform(name);
      evidence.ad.platform = scrub.word(platform);
      if (!isKnown) reading.flags.add('unknown_platform');
    }
  }
  if (event.click_ids) addNamedClickIds(evidence, scrub.ids(event.click_ids));
  if (evidence.dropped > 0) reading.wrong('click_ids', 'contains a value that is not a click id', 'click_id_dropped');
}

/** A view of an ad was paid for, whether its spend is known or not. */
function markBought({ ad, utm }: Evidence): void {
  const names = [ad.platform, ad.campaign_id, ad.adset_id, ad.ad_id, utm.source, utm.campaign];
  if (names.some((name) => name !== undefined)) utm.medium ??= AD_VIEW_MEDIUM;
}

/** An event's page, origin and person, read once and used for several columns. */
interface Read {
  reading: Reading;
  scrub: Scrubber;
  eventType: string;
  occurredAt: number;
  page: ReturnType<typeof pageOf>;
  evidence: Evidence;
  agentText: string | undefined;
  agent: ReturnType<typeof agentOf> | undefined;
}

function readEvent(reading: Reading, scrub: Scrubber, receivedAt: number): Read {
  const { event } = reading;
  const sentType = reading.text('event_type', event.event_type, LIMITS.event_type);
  if (sentType === undefined) throw refused('event_type', 'is required');
  const eventType = scrub.word(sentType);
  const occurredAt = timeOf(reading, receivedAt);
  const page = pageOf(reading, scrub);
  // The page on which an ad is shown is another site's: its own origin says nothing about the ad.
  const evidence = page && eventType !== AD_VIEW ? evidenceOfQuery(page.query) : noEvidence();
  addNamedEvidence(reading, evidence, scrub);
  if (eventType === AD_VIEW) markBought(evidence);
  const agentText = reading.text('user_agent', event.user_agent, LIMITS.user_agent);
  const agent = agentText === undefined ? undefined : agentOf(agentText);
  return { reading, scrub, eventType, occurredAt, page, evidence, agentText, agent };
}

/** The columns that every event has. */
function commonColumns(
  { reading, eventType, page, evidence, agent }: Read,
  properties: Record<string, unknown> | undefined,
): EventBody {
  const { strict } = reading;
  const isAdView = eventType === AD_VIEW;
  const origin = originOf(evidence, page && !isAdView ? foreignReferrer(reading, page.host) : undefined);
  return {
    origin_id: originKey(origin),
    origin: withKeys(origin),
    ...(origin.account_id === undefined ? {} : { account_id: origin.account_id }),
    is_page_view: page !== undefined && PAGE_VIEWS.has(eventType),
    // Where an ad is seen is no visit of ours.
    has_page: page !== undefined && !isAdView,
    // A payment counts for any reporting library: only visits can be a bot's. Marked browsers are left out in the same way, which a setting takes back.
    is_bot:
      reading.event.left_out_as !== undefined ||
      (agent?.isBot === true && (!strict || page !== undefined)) ||
      referrerSpamOf(origin) !== undefined,
    // A page on a developer's own machine, seen by a tracker; a backfilled file may come from anywhere. Or the sender says so.
    is_internal: (!strict && page !== undefined && isInternalHost(page.host)) || properties?.['is_internal'] === true,
    enriched_by: ENRICHED_BY,
  };
}

function setColumn<K extends keyof EventBody>(body: EventBody, name: K, value: EventBody[K] | undefined): void {
  if (value !== undefined) body[name] = value;
}

function addPageColumns(body: EventBody, { reading, scrub, eventType, page, evidence, occurredAt }: Read): void {
  const { event } = reading;
  const named = reading.text('event_name', event.event_name, LIMITS.event_name);
  if (named !== undefined) body.event_name = scrub.text(named);
  if (page) {
    body.url = page.url;
    body.host = page.host;
    body.path = page.path;
    setColumn(body, 'left_domain', leftDomainOf(reading, eventType, page.host));
  }
  const title = reading.text('page_title', event.page_title, LIMITS.page_title);
  if (title !== undefined) body.page_title = scrub.text(title);
  setColumn(body, 'utm_term', evidence.utm.term);
  setColumn(body, 'utm_content', evidence.utm.content);
  addClickColumns(body, evidence, occurredAt);
}

function addClickColumns(body: EventBody, evidence: Evidence, occurredAt: number): void {
  if (evidence.clickIds.size === 0) return;
  const { clicks, hash } = clickKeys(evidence.clickIds);
  body.click_ids = Object.fromEntries(evidence.clickIds);
  if (clicks.length > 0) body.clicks = clicks;
  body.click_hash = hash;
  // A click after the event cannot have led to it.
  if (evidence.clickedAt !== undefined && evidence.clickedAt <= occurredAt && evidence.clickedAt >= EARLIEST)
    body.clicked_at = evidence.clickedAt;
}

function addDeviceColumns(body: EventBody, { reading, scrub, page, agentText, agent }: Read): void {
  const { event } = reading;
  // A robot stays one, whatever setting counts what else marks it.
  const named = (agent?.isBot ? agentText : referrerSpamOf(body.origin)) ?? event.left_out_as;
  if (body.is_bot && named !== undefined) body.bot_agent = scrub.text(cut(named, MAX_BOT_AGENT));
  setColumn(body, 'agent_key', storedKey(body.bot_agent));
  setColumn(body, 'device', agent?.device);
  if (agent?.browser !== undefined) body.browser = scrub.text(agent.browser);
  if (agent?.os !== undefined) body.os = scrub.text(agent.os);
  setColumn(body, 'country', countryOf(event.country) ?? (page ? undefined : countryOf(event.user_traits?.country)));
  setColumn(body, 'city', reading.text('city', event.city, LIMITS.city));
  setColumn(body, 'client_network', reading.text('client_network', event.client_network, LIMITS.client_network));
  setColumn(body, 'engaged_ms', engagedMsOf(reading));
}

function addMoneyColumns(
  body: EventBody,
  { reading }: Read,
  input: { value: ReturnType<typeof moneyOf>; references: ReturnType<typeof referencesOf>; tokens: EnrichContext['tokens'] },
): void {
  const { value, references, tokens } = input;
  if (value) {
    body.value_amount = value.amount;
    body.currency = value.currency;
  }
  if (references.outcomeKey) body.outcome_key = outcomeNumber(references.outcomeKey).toString();
  if (references.refundOf) body.refund_of_key = outcomeNumber(references.refundOf).toString();
  if (references.installmentOf) body.installment_of_key = outcomeNumber(references.installmentOf).toString();
  const dealId = reading.opaque('deal_id', reading.event.deal_id, LIMITS.deal_id);
  if (dealId !== undefined) body.deal_key = dealKeyOf(tokens, dealId).toString();
  if (value && references.outcomeKey && !references.refundOf) setColumn(body, 'sale', saleOf(reading, tokens));
}

/** What was noticed of the event, in words with spaces between, for the counts of its sender. A visitor's own wish (gpc) is nothing of it. */
function noteOf({ is_bot, is_internal, bot_agent = '', flags = [] }: EventBody): string {
  const isMarked = bot_agent.startsWith(INTERNAL_MARK) || is_internal;
  const leftOut = bot_agent.startsWith(QUARANTINE_MARK) ? 'quarantined' : isMarked ? 'internal' : is_bot ? 'bot' : '';
  return [leftOut, ...flags.filter((flag) => flag !== 'gpc')].filter((word) => word !== '').join(' ');
}

/**
 * The fact of an event.
 * @param content What was sent, before any default of ours; compared when an outcome's key comes again. The input when absent.
 * @throws ApiError `validation_error` naming the field.
 */
export function enrichEvent(input: EventInput, context: EnrichContext, content: unknown = input): NewFact {
  const isServer = context.trust === 'server';
  const reading = new Reading(withoutCookieIds(input, isServer), isServer);
  const scrub = new Scrubber(reading.event, context.tokens);
  const read = readEvent(reading, scrub, context.receivedAt);
  const { page, eventType, occurredAt } = read;
  const value = moneyOf(reading);
  const references = referencesOf(reading, context, value !== undefined);
  const identity = identityOf(reading, context, page !== undefined);
  const properties = propertiesOf(reading);
  markTests(reading, properties);
  const dedupeText = dedupeTextOf(reading, references.outcomeKey !== undefined);

  const body = commonColumns(read, properties);
  addPageColumns(body, read);
  setColumn(body, 'visitor_key', identity.browser?.visitorKey);
  if (identity.identifiers.length > 0) body.identifiers = identity.identifiers;
  addDeviceColumns(body, read);
  addMoneyColumns(body, read, { value, references, tokens: context.tokens });
  setColumn(body, 'type_key', storedKey(eventType));
  setColumn(body, 'action_source', actionSourceOf(reading));
  setColumn(body, 'event_source_url', sourceUrlOf(reading, scrub));
  setColumn(body, 'properties', properties && scrub.object(properties));
  if (scrub.found) reading.flags.add('pii_redacted');
  if (reading.flags.size > 0) body.flags = [...reading.flags].sort();
  const note = noteOf(body);

  return {
    profileId: context.profileId,
    kind: 'event',
    schemaVersion: SCHEMA_VERSION,
    receivedAt: context.receivedAt,
    occurredAt,
    trust: context.trust,
    eventType,
    body: JSON.stringify(body),
    ...(note === '' ? {} : { note }),
    ...(dedupeText === undefined ? {} : { dedupeHash: key62(dedupeText) }),
    ...(identity.browser === undefined ? {} : { anonymousToken: identity.browser.token }),
    ...(identity.identifiers.length === 0 ? {} : { identifierTokens: identity.identifierTokens }),
    ...(identity.traits === undefined ? {} : { traits: identity.traits }),
    ...(references.outcomeKey === undefined ? {} : { outcomeKey: references.outcomeKey, contentHash: contentHashOf(content) }),
  };
}
