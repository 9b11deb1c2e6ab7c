// The typed columns of an event fact: parsed and enriched once at intake, stored in the journal's `body`,
// in the archive and (under the same names) in the warehouse's `events`. Absent = null.

/** Written by `JSON.stringify` in this form; bigints are decimal strings. `SCHEMA_VERSION` counts changes of it. */
export interface EventBody {
  event_name?: string;
  /** The page: full URL as sent (without link tokens and personal data), its host without port, its path. Only tracker events and backfill rows carry a page. */
  url?: string;
  host?: string;
  path?: string;
  /** Registrable domain of the address to which the browser left the page; absent when that is the page's own. */
  left_domain?: string;
  page_title?: string;
  /** Raw evidence of where the visit came from; `origin_id` is the 62-bit key of these parts (see `originKey`). */
  origin_id: string;
  origin: OriginParts & OriginKeys;
  /** The ad account that the event names, again: readers of bodies know this member from days of spend, and none of the origin's. */
  account_id?: string;
  utm_term?: string;
  utm_content?: string;
  /** Click ids by kind (canonical lower-case name), values verbatim. */
  click_ids?: Record<string, string>;
  /** One 62-bit key per click id (of "kind:value"), and `click_hash` of all together; absent when there is none. */
  clicks?: { kind: string; click_key: string }[];
  click_hash?: string;
  /** When the click happened, if an id says so (fbc): microseconds since 1970. */
  clicked_at?: number;
  /** 62-bit key of the browser (of its token), absent when the event names none. */
  visitor_key?: string;
  /** In order of priority: external_id, crm_contact_id, national_id, email, phone. Keys are 62-bit keys of "type:token". */
  identifiers?: { type: string; priority: number; identifier_key: string }[];
  /** The hash of "type:token" of the external id, for reads by the caller's own customer id. */
  device?: string;
  browser?: string;
  os?: string;
  country?: string;
  city?: string;
  /** The network the visitor's address is of, where the profile's settings keep it. */
  client_network?: string;
  is_page_view: boolean;
  has_page: boolean;
  is_bot: boolean;
  /** The user agent of a visit that is flagged as a bot's, so that a merchant may take it out of the list; of no other. */
  bot_agent?: string;
  /** Its key (base/kit/text-key.ts), where it has letters outside of ASCII. */
  agent_key?: string;
  is_internal: boolean;
  /** Milliseconds of attention, rounded; facts of `schema_version` 1 have `engaged_seconds`. */
  engaged_ms?: number;
  /** Decimal string, at most six decimals; absent when the event carries no value. */
  value_amount?: string;
  currency?: string;
  /** 62-bit keys of the keyed hashes. */
  outcome_key?: string;
  refund_of_key?: string;
  installment_of_key?: string;
  deal_key?: string;
  /** Of a server's payment: the system that reports it, its kind, and the 62-bit keys of the ids by which others know the same sale. */
  sale?: { system?: string; system_kind?: string; keys: { kind: 'payment' | 'order'; sale_key: string }[] };
  action_source?: string;
  event_source_url?: string;
  /** Set when the client's time was clamped, the browser's value is kept but counts nothing, and so on. */
  flags?: string[];
  properties?: Record<string, unknown>;
  enriched_by: string;
  /** The key of `event_type` (base/kit/text-key.ts), where it has letters outside of ASCII. */
  type_key?: string;
}

/** Lower-cased hosts without `www.`; UTM values trimmed, otherwise as sent; ids as text. All optional. */
export interface OriginParts {
  utm_source?: string;
  utm_medium?: string;
  utm_campaign?: string;
  /** By the one name of the platform (platforms.ts); the account in its one form. */
  platform?: string;
  account_id?: string;
  campaign_id?: string;
  adset_id?: string;
  ad_id?: string;
  /** Sorted, comma-separated kinds of click ids present, e.g. "fbclid,gclid". */
  click_kinds?: string;
  referrer_host?: string;
  /** Registrable domain of the referrer; absent when it is the page's own registrable domain (no evidence then). */
  referrer_domain?: string;
}

/** The keys of an origin's texts (base/kit/text-key.ts), of those with letters outside of ASCII. They are no part of its id. */
export interface OriginKeys {
  source_key?: string;
  medium_key?: string;
  campaign_key?: string;
}

/** One fact per (platform, account, day) with all its rows; a later fact of the same triple replaces it. Kind `spend_day`. */
export interface SpendBody {
  /** By the one name of the platform (platforms.ts), and the account in its one form; in facts of before as they were sent. */
  platform: string;
  account_id: string;
  /** YYYY-MM-DD, the ad account's day. */
  day: string;
  currency: string;
  rows: SpendRow[];
}
export interface SpendRow {
  campaign_id?: string;
  campaign_name?: string;
  /** The key of `campaign_name`, where it has letters outside of ASCII. */
  campaign_key?: string;
  adset_id?: string;
  adset_name?: string;
  ad_id?: string;
  ad_name?: string;
  /** Decimal string, at most six decimals. */
  spend: string;
  impressions?: number;
  clicks?: number;
  /** People who saw the ad that day: neither days nor ads add up. */
  reach?: number;
  /** Decimal string. */
  frequency?: string;
  link_clicks?: number;
  video_3s_views?: number;
  thruplays?: number;
  /** Decimal strings: what the platform credits to the ad by its own rules. */
  platform_conversions?: string;
  platform_conversion_value?: string;
}
