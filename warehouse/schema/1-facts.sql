-- Facts as they landed, once each. Nothing here is computed from settings.

create table cursors (
  name varchar not null,
  value bigint not null
);
comment on table cursors is 'One row per cursor. How far this file has come; written in the transaction that lands.';
comment on column cursors.name is 'landed_seq, landed_decision, computed_at_seq, schema_version, generation.';
comment on column cursors.value is 'The number reached.';

create table events (
  seq bigint not null,
  received_at timestamp not null,
  occurred_at timestamp not null,
  trust varchar not null,
  event_type varchar not null,
  type_key varchar not null,
  event_name varchar,
  visitor_key bigint,
  dedupe_hash bigint,
  origin_id bigint not null,
  click_hash bigint,
  clicked_at timestamp,
  is_page_view boolean not null,
  has_page boolean not null,
  is_excluded boolean not null,
  is_bot boolean not null,
  is_internal boolean not null,
  bot_agent varchar,
  agent_key varchar,
  engaged_ms bigint,
  value_amount decimal(18, 6),
  currency varchar,
  outcome_key bigint,
  refund_of_key bigint,
  installment_of_key bigint,
  deal_key bigint,
  device varchar,
  browser varchar,
  os varchar,
  country varchar,
  city varchar,
  url varchar,
  host varchar,
  path varchar,
  left_domain varchar,
  page_title varchar,
  utm_term varchar,
  utm_content varchar,
  click_ids varchar,
  action_source varchar,
  event_source_url varchar,
  flags varchar[],
  properties varchar
);
comment on table events is 'One row per accepted event or outcome.';
comment on column events.seq is 'Place in the profile''s journal; dense, the total order of facts.';
comment on column events.received_at is 'When the service accepted it (UTC). Orders nothing.';
comment on column events.occurred_at is 'When it happened (UTC), corrected for the client''s clock.';
comment on column events.trust is 'server (key, command line, provider) or browser (tracking key).';
comment on column events.event_type is 'Category, e.g. page_view, lead_created, payment_received. message_received and message_sent are messages, without their text.';
comment on column events.type_key is 'event_type as types are compared: without space at its ends, in lower case.';
comment on column events.event_name is 'Name from the sender.';
comment on column events.visitor_key is '62-bit key of the browser; null when the event names none.';
comment on column events.dedupe_hash is '62-bit key of the sender''s event id.';
comment on column events.origin_id is '62-bit key of the origin''s parts; see origins.';
comment on column events.click_hash is '62-bit key of all click ids of the event; null without any.';
comment on column events.clicked_at is 'Time of the click, when an id carries it (UTC).';
comment on column events.is_page_view is 'A view of a page.';
comment on column events.has_page is 'Happened on a page: builds and extends sessions.';
comment on column events.is_excluded is 'Bot or internal traffic: kept, out of every figure.';
comment on column events.is_bot is 'A bot by its user agent, referrer spam, or marked as internal traffic, as bot_agent says, unless a setting takes it out.';
comment on column events.is_internal is 'On a machine of the site''s makers, or marked so by the sender.';
comment on column events.bot_agent is 'User agent of a visit that the list of bots names; null of all others.';
comment on column events.agent_key is 'bot_agent as it is compared: in lower case.';
comment on column events.engaged_ms is 'Milliseconds of attention reported by the tracker.';
comment on column events.value_amount is 'Money of the event in its own currency, as sent.';
comment on column events.currency is 'ISO 4217 code of value_amount.';
comment on column events.outcome_key is '62-bit key of the outcome''s idempotency key (keyed hash).';
comment on column events.refund_of_key is 'outcome_key of the payment this event reverses.';
comment on column events.installment_of_key is 'outcome_key of the first payment this one continues.';
comment on column events.deal_key is '62-bit key of the deal id (keyed hash).';
comment on column events.device is 'desktop, mobile or tablet.';
comment on column events.browser is 'Browser family.';
comment on column events.os is 'Operating system family.';
comment on column events.country is 'ISO 3166-1 alpha-2.';
comment on column events.city is 'City name.';
comment on column events.url is 'Page URL as sent.';
comment on column events.host is 'Host of the page, lower case, without www.';
comment on column events.path is 'Path of the page.';
comment on column events.left_domain is 'Registrable domain of the address to which the browser left the page: of a link, or of the target of a form.';
comment on column events.page_title is 'Title of the page.';
comment on column events.utm_term is 'utm_term, unchanged.';
comment on column events.utm_content is 'utm_content, unchanged.';
comment on column events.click_ids is 'JSON object: click ids by kind, verbatim.';
comment on column events.action_source is 'Where the outcome happened, as sent.';
comment on column events.event_source_url is 'Page named by an outcome; builds no session.';
comment on column events.flags is 'What was noticed when it was received: future_clamped, late_clamped (its time was replaced by received_at), untrusted_value (money of a browser: counts nothing), invalid_value, invalid_time, invalid_url, properties_dropped, click_id_dropped, reference_dropped (left out), text_repaired, text_cut, pii_redacted, url_redacted (personal data was removed), refused_ with the type of an identifier that identifies nobody (refused_email), refused_link_token, expired_link_token, gpc, test_order, test_reference, test_address (the outcome says that it is a test: its sender, its reference or the address), unknown_platform (it names an ad platform that the service does not know), invalid_tc_string (its string of consent says nothing).';
comment on column events.properties is 'JSON object: the sender''s own properties.';

create table repeated_events (
  seq bigint not null,
  first_seq bigint not null,
  received_at timestamp not null
);
comment on table repeated_events is 'One row per accepted event that repeated the id of an earlier one and was left out.';
comment on column repeated_events.seq is 'The fact that was left out.';
comment on column repeated_events.first_seq is 'The event whose id it repeats.';
comment on column repeated_events.received_at is 'When the service accepted it (UTC).';

create table event_identifiers (
  seq bigint not null,
  priority tinyint not null,
  type varchar not null,
  identifier_key bigint not null
);
comment on table event_identifiers is 'One row per event and identifier it carries.';
comment on column event_identifiers.seq is 'The event.';
comment on column event_identifiers.priority is '1 external_id, 2 crm_contact_id, 3 national_id, 4 email, 5 phone.';
comment on column event_identifiers.type is 'Type of the identifier.';
comment on column event_identifiers.identifier_key is '62-bit key of the identifier''s token.';

create table event_clicks (
  seq bigint not null,
  kind varchar not null,
  click_key bigint not null
);
comment on table event_clicks is 'One row per event and click id it carries.';
comment on column event_clicks.seq is 'The event.';
comment on column event_clicks.kind is 'Name of the click id, e.g. gclid.';
comment on column event_clicks.click_key is '62-bit key of kind and value.';

create table money_facts (
  seq bigint not null,
  type_key varchar not null,
  occurred_at timestamp not null,
  value_amount decimal(18, 6) not null,
  currency varchar not null,
  outcome_key bigint,
  refund_of_key bigint,
  visitor_key bigint,
  system varchar not null,
  system_kind varchar not null
);
comment on table money_facts is 'One row per outcome of a server with money, payments and refunds: few beside all events, so that sales seen twice are found without reading those.';
comment on column money_facts.seq is 'The event.';
comment on column money_facts.type_key is 'As in events.';
comment on column money_facts.occurred_at is 'When it happened (UTC).';
comment on column money_facts.value_amount is 'Money of the event in its own currency, as sent.';
comment on column money_facts.currency is 'ISO 4217 code of value_amount.';
comment on column money_facts.outcome_key is '62-bit key of the outcome''s idempotency key.';
comment on column money_facts.refund_of_key is 'outcome_key of the payment this event reverses.';
comment on column money_facts.visitor_key is 'The browser; null when the event names none.';
comment on column money_facts.system is 'The system that reports it, as it names itself (shopify, stripe:acct_1); server when it does not.';
comment on column money_facts.system_kind is 'shop, processor, bank or server.';

create table sale_keys (
  seq bigint not null,
  kind varchar not null,
  sale_key bigint not null
);
comment on table sale_keys is 'One row per payment of a server and id by which others know the same sale.';
comment on column sale_keys.seq is 'The payment.';
comment on column sale_keys.kind is 'payment (an id of the payment: its own key, or a provider''s) or order (a number of an order, invoice or deal).';
comment on column sale_keys.sale_key is '62-bit key of the id; of a payment the outcome_key that a payment under this id has.';

create table origin_parts (
  origin_id bigint not null,
  utm_source varchar,
  utm_medium varchar,
  utm_campaign varchar,
  source_key varchar,
  medium_key varchar,
  campaign_key varchar,
  platform varchar,
  account_id varchar,
  campaign_id varchar,
  adset_id varchar,
  ad_id varchar,
  click_kinds varchar,
  referrer_host varchar,
  referrer_domain varchar,
  family varchar,
  source_family varchar,
  source_name varchar,
  campaign_name varchar,
  first_seq bigint not null
);
comment on table origin_parts is 'One row per distinct origin. The raw evidence of where a visit came from.';
comment on column origin_parts.origin_id is '62-bit key of the other columns.';
comment on column origin_parts.utm_source is 'utm_source, unchanged.';
comment on column origin_parts.utm_medium is 'utm_medium, unchanged.';
comment on column origin_parts.utm_campaign is 'utm_campaign, unchanged.';
comment on column origin_parts.source_key is 'utm_source as it is compared: without space at its ends, in lower case.';
comment on column origin_parts.medium_key is 'utm_medium as it is compared.';
comment on column origin_parts.campaign_key is 'utm_campaign as it is compared.';
comment on column origin_parts.platform is 'Ad platform named by the event, under its one name (platform_names).';
comment on column origin_parts.account_id is 'Ad account named by the event, in the one form of its platform.';
comment on column origin_parts.campaign_id is 'Platform id of the campaign.';
comment on column origin_parts.adset_id is 'Platform id of the ad set.';
comment on column origin_parts.ad_id is 'Platform id of the ad.';
comment on column origin_parts.click_kinds is 'Kinds of click ids present, sorted, comma-separated.';
comment on column origin_parts.referrer_host is 'Host of the referrer, lower case, without www.';
comment on column origin_parts.referrer_domain is 'Registrable domain of the referrer.';
comment on column origin_parts.family is 'Company whose ad it is: of the known platform named, otherwise of a click id that only its ads set; null when neither tells, and of the sandbox.';
comment on column origin_parts.source_family is 'Company whose platform utm_source names; null when it names none.';
comment on column origin_parts.source_name is 'utm_source without its spelling: the key with each run of +, %20, _, - and space as one blank. Origins with the same one are of one source.';
comment on column origin_parts.campaign_name is 'utm_campaign without its spelling.';
comment on column origin_parts.first_seq is 'The first fact with it.';

create table spend_facts (
  seq bigint not null,
  row_no integer not null,
  platform varchar not null,
  account_id varchar not null,
  spend_day date not null,
  currency varchar not null,
  campaign_id varchar,
  campaign_name varchar,
  campaign_key varchar,
  adset_id varchar,
  adset_name varchar,
  ad_id varchar,
  ad_name varchar,
  spend decimal(18, 6),
  impressions bigint,
  clicks bigint,
  reach bigint,
  frequency decimal(18, 6),
  link_clicks bigint,
  video_3s_views bigint,
  thruplays bigint,
  platform_conversions decimal(18, 6),
  platform_conversion_value decimal(18, 6)
);
comment on table spend_facts is 'One row per spend row ever accepted. The latest seq of a (platform, account, day) is in force.';
comment on column spend_facts.seq is 'The fact.';
comment on column spend_facts.row_no is 'Place of the row in its fact, from 0; -1 marks a day reported without rows (spend is null).';
comment on column spend_facts.platform is 'Ad platform, under its one name (platform_names); in lower case.';
comment on column spend_facts.account_id is 'Ad account, in the one form of its platform (of google and meta its digits).';
comment on column spend_facts.spend_day is 'Day of the ad account.';
comment on column spend_facts.currency is 'ISO 4217 code of spend.';
comment on column spend_facts.campaign_id is 'Platform id of the campaign; null for unallocated spend.';
comment on column spend_facts.campaign_name is 'Name of the campaign.';
comment on column spend_facts.campaign_key is 'The name as it is compared: without space at its ends, in lower case.';
comment on column spend_facts.adset_id is 'Platform id of the ad set.';
comment on column spend_facts.adset_name is 'Name of the ad set.';
comment on column spend_facts.ad_id is 'Platform id of the ad.';
comment on column spend_facts.ad_name is 'Name of the ad.';
comment on column spend_facts.spend is 'Money spent, in currency.';
comment on column spend_facts.impressions is 'Times shown.';
comment on column spend_facts.clicks is 'Clicks the platform counted.';
comment on column spend_facts.reach is 'People who saw the ad that day, as the platform counted them; days and ads do not add up.';
comment on column spend_facts.frequency is 'Times shown per person reached that day.';
comment on column spend_facts.link_clicks is 'Clicks that led to the page of the ad.';
comment on column spend_facts.video_3s_views is 'Video views of at least three seconds.';
comment on column spend_facts.thruplays is 'Video views to the end, or of at least 15 seconds.';
comment on column spend_facts.platform_conversions is 'Conversions that the platform credits to the ad by its own rules.';
comment on column spend_facts.platform_conversion_value is 'Value of the conversions that the platform credits to the ad, in currency.';

create table ad_object_facts (
  seq bigint not null,
  read_at timestamp not null,
  platform varchar not null,
  account_id varchar not null,
  currency varchar not null,
  object_type varchar not null,
  object_id varchar not null,
  campaign_id varchar,
  adset_id varchar,
  name varchar,
  configured_status varchar,
  effective_status varchar not null,
  platform_status varchar,
  objective varchar,
  daily_budget decimal(18, 6),
  lifetime_budget decimal(18, 6),
  learning varchar,
  created_at timestamp,
  creative_id varchar,
  creative_name varchar,
  creative_type varchar,
  landing_page_url varchar,
  url_tags varchar
);
comment on table ad_object_facts is 'One row per change of a campaign, ad set or ad that a reading of its account found. The latest seq of an object is in force.';
comment on column ad_object_facts.seq is 'The fact.';
comment on column ad_object_facts.read_at is 'When the account was read (UTC).';
comment on column ad_object_facts.platform is 'Ad platform, under its one name.';
comment on column ad_object_facts.account_id is 'Ad account, in the one form of its platform.';
comment on column ad_object_facts.currency is 'ISO 4217 code of the budgets.';
comment on column ad_object_facts.object_type is 'campaign, adset or ad.';
comment on column ad_object_facts.object_id is 'Platform id of the object.';
comment on column ad_object_facts.campaign_id is 'Platform id of the campaign of an ad set or ad.';
comment on column ad_object_facts.adset_id is 'Platform id of the ad set of an ad.';
comment on column ad_object_facts.name is 'Name of the object; null of one that was removed.';
comment on column ad_object_facts.configured_status is 'What a person set at an ad itself: active, paused, archived or other.';
comment on column ad_object_facts.effective_status is 'What it does under its parents and the platform''s review: active, paused, archived, other, or removed (a complete reading did not have it).';
comment on column ad_object_facts.platform_status is 'The platform''s own word for it.';
comment on column ad_object_facts.objective is 'Objective of a campaign, in the platform''s word.';
comment on column ad_object_facts.daily_budget is 'Budget of a day, where this object has one, in currency.';
comment on column ad_object_facts.lifetime_budget is 'Budget of the whole run, where this object has one, in currency.';
comment on column ad_object_facts.learning is 'Of an ad set: learning, limited or done; null where the platform does not say.';
comment on column ad_object_facts.created_at is 'When an ad was created (UTC).';
comment on column ad_object_facts.creative_id is 'Platform id of the creative of an ad.';
comment on column ad_object_facts.creative_name is 'Name of the creative.';
comment on column ad_object_facts.creative_type is 'image, video, carousel, dynamic or other.';
comment on column ad_object_facts.landing_page_url is 'Where the ad leads.';
comment on column ad_object_facts.url_tags is 'Parameters that the platform appends to the landing page.';
