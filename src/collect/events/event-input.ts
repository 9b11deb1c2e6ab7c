// One event as a door reads it, before it is enriched: the neutral union of an outcome (POST /events), a tracker's event
// (/t/collect) and a row of a backfilled file. Every field but `event_type` may be missing; empty text counts as missing.
import type { Trust } from '../../base/journal/journal.ts';
import type { BrowserNames, IdentifierType, Normalised } from '../identity/pure.ts';

type Text = string | number | bigint | null | undefined;

export interface EventInput {
  /** The sender's own id; when landing, a second event with it is dropped, unless it has a key or is of another trust. */
  event_id?: Text;
  anonymous_id?: Text;
  /** ISO 8601 (without a zone: UTC), or the seconds, milliseconds or microseconds since 1970. */
  occurred_at?: Text;
  /** A tracker's own clock when the event happened, and when it sent it; together they correct a wrong clock. */
  client_time?: Text;
  sent_at?: Text;
  event_type?: Text;
  event_name?: Text;
  /** The page, absolute, http or https. */
  url?: Text;
  referrer?: Text;
  page_title?: Text;
  idempotency_key?: Text;
  value?: { amount?: Text; currency?: Text } | null | undefined;
  refund_of?: Text;
  installment_of?: Text;
  deal_id?: Text;
  /** Which system reports a payment, and the ids by which others know the same sale. */
  sale?: { system?: Text; payment_ids?: readonly Text[]; order_ids?: readonly Text[] } | null | undefined;
  /** The link token a browser's landing page was opened with. */
  svc_t?: Text;
  user_traits?: UserTraits | null | undefined;
  click_ids?: Record<string, Text> | null | undefined;
  ad?: { platform?: Text; account_id?: Text; campaign_id?: Text; adset_id?: Text; ad_id?: Text } | null | undefined;
  /** source, medium, campaign, term, content, id; with or without the prefix `utm_`. They win over those in the URL. */
  utm?: Record<string, Text> | null | undefined;
  action_source?: Text;
  event_source_url?: Text;
  user_agent?: Text;
  /** ISO 3166-1 alpha-2, as an edge found it. */
  country?: Text;
  city?: Text;
  /** The network of the visitor's address, e.g. 192.0.2.0/24. */
  client_network?: Text;
  engaged_seconds?: Text;
  /** Why the figures leave it out unless a setting counts it: a mark of the site's own people, or of a key in quarantine. */
  left_out_as?: string | undefined;
  properties?: Record<string, unknown> | null | undefined;
  /** Notes of the door itself, e.g. gpc. */
  flags?: readonly string[];
}

export type UserTraits = Partial<Record<IdentifierType | 'first_name' | 'last_name' | 'country', Text>>;

/** The profile's keyed hashing and encryption, bound to it, so that enriching needs no store. */
export interface Tokeniser {
  normalise(type: IdentifierType | 'anonymous_id', value: string, country?: string): Normalised;
  /** The token of a normalised anonymous id. */
  browser(value: string): BrowserNames;
  /** Keyed token of any other normalised value. */
  token(type: string, value: string): string;
  /** The 16 bytes that name an outcome by its key. */
  tokenBytes(type: string, value: string): Uint8Array;
  encryptTraits(clear: string): Uint8Array;
  /** The number of the customer whose link token this is; undefined when it means nothing here and now. */
  linkedCustomer(token: string, now: number): bigint | 'expired' | undefined;
}

export interface EnrichContext {
  profileId: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
  trust: Trust;
  tokens: Tokeniser;
}
