// The fields of one event, each read with its own rule: a server's mistake is refused by the name of its field, a browser's is repaired and
// flagged (see enrich.ts).
import { registrableDomain } from '../../base/kit/domains.ts';
import { DAYS, EARLIEST, MINUTES, parseInstant } from '../../base/kit/time/instants.ts';
import { readAmount, readCurrency } from './enrich/money.ts';
import { readReferrer } from './enrich/origin.ts';
import { readPageUrl } from './enrich/page-url.ts';
import type { Scrubber } from './enrich/scrubber.ts';
import { cut } from './enrich/texts.ts';
import { LIMITS, type Reading, refused } from './reading.ts';
import { withTcChoices } from './tc-string.ts';

const MAX_PROPERTIES = 32_768;
const MAX_ENGAGED_SECONDS = 86_400;

const ACTION_SOURCES: ReadonlySet<string> = new Set([
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

/** Microseconds since 1970: when it happened, by the receiver's clock. */
export function timeOf(reading: Reading, receivedAt: number): number {
  const { event } = reading;
  const received = receivedAt * 1000;
  const instant = (field: 'occurred_at' | 'client_time' | 'sent_at'): number | undefined => {
    const value = event[field];
    if (value === undefined || value === null || value === '') return undefined;
    const at = parseInstant(value);
    if (at === undefined)
      reading.wrong(field, 'is not a time (ISO 8601 with a real date, or a number since 1970)', 'invalid_time');
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
    if (at < EARLIEST) throw refused('occurred_at', 'is before the year 2000');
    return at;
  }
  if (at >= received - 7 * DAYS) return at;
  reading.flags.add('late_clamped');
  return received;
}

/** Money, when the event carries any. */
export function moneyOf(reading: Reading): { amount: string; currency: string } | undefined {
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

/** The page of an event. An invalid address of any source is flagged: the event still happened. */
export function pageOf(reading: Reading, scrub: Scrubber): ReturnType<typeof readPageUrl> {
  const text = reading.text('url', reading.event.url, LIMITS.url);
  if (text === undefined) return undefined;
  const page = readPageUrl(text, scrub);
  if (!page) reading.flags.add('invalid_url');
  if (page?.redacted) reading.flags.add('url_redacted');
  return page;
}

export function sourceUrlOf(reading: Reading, scrub: Scrubber): string | undefined {
  const text = reading.text('event_source_url', reading.event.event_source_url, LIMITS.event_source_url);
  if (text === undefined) return undefined;
  const page = readPageUrl(text, scrub);
  if (!page) reading.wrong('event_source_url', 'is no http or https address', 'invalid_url');
  if (page?.redacted) reading.flags.add('url_redacted');
  return page?.url;
}

/** A referrer of the page's own registrable domain is no evidence. */
export function foreignReferrer(reading: Reading, pageHost: string): ReturnType<typeof readReferrer> {
  const { referrer } = reading.event;
  if (typeof referrer !== 'string' || referrer === '') return undefined;
  const read = readReferrer(cut(referrer.trim(), LIMITS.referrer));
  return read && read.domain !== registrableDomain(pageHost) ? read : undefined;
}

/** Events that say where a page was left to, and their property that does: of the tracker, and of other programs. */
const LEAVING: ReadonlyMap<string, string> = new Map([
  ['outbound_click', 'link_url'],
  ['click', 'link_url'],
  ['form_submit', 'form_destination'],
]);

/** The registrable domain to which the browser left the page; its own is none. */
export function leftDomainOf({ event }: Reading, eventType: string, pageHost: string): string | undefined {
  const address = event.properties?.[LEAVING.get(eventType) ?? ''];
  if (typeof address !== 'string') return undefined;
  const left = readReferrer(cut(address.trim(), LIMITS.referrer));
  return left && left.domain !== registrableDomain(pageHost) ? left.domain : undefined;
}

export function propertiesOf(reading: Reading): Record<string, unknown> | undefined {
  const { properties } = reading.event;
  if (properties === undefined || properties === null) return undefined;
  if (typeof properties !== 'object' || Array.isArray(properties)) {
    reading.wrong('properties', 'must be an object', 'properties_dropped');
    return undefined;
  }
  const { properties: read, isInvalid } = withTcChoices(properties);
  if (isInvalid) reading.flags.add('invalid_tc_string');
  for (const _ in read) {
    if (JSON.stringify(read).length <= MAX_PROPERTIES) return read;
    reading.wrong('properties', `is longer than ${MAX_PROPERTIES} characters of JSON`, 'properties_dropped');
    break;
  }
  return undefined;
}

/** Attention in whole milliseconds: a fraction of a decimal digit is not the same number in every engine. */
export function engagedMsOf(reading: Reading): number | undefined {
  const value = reading.event.engaged_seconds;
  if (value === undefined || value === null || value === '') return undefined;
  const seconds = typeof value === 'object' ? Number.NaN : Number(value);
  if (seconds >= 0 && seconds <= MAX_ENGAGED_SECONDS) return Math.round(seconds * 1000);
  reading.wrong('engaged_seconds', `must be between 0 and ${MAX_ENGAGED_SECONDS}`, 'invalid_value');
  return undefined;
}

export function actionSourceOf(reading: Reading): string | undefined {
  const text = reading.text('action_source', reading.event.action_source, 64);
  if (text === undefined || ACTION_SOURCES.has(text)) return text;
  reading.wrong('action_source', 'is none of the known sources', 'text_repaired');
  return undefined;
}
